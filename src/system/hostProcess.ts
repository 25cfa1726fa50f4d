import type { Readable, Writable } from "node:stream";

/** Environment variables as the process was given them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command gets from the process that it runs in. */
export interface HostProcess {
  /** The command line without node and the script. */
  readonly argv: readonly string[];
  readonly env: Environment;
  /** Without the leading `v`. */
  readonly nodeVersion: string;
  /** The running node's own path. */
  readonly nodePath: string;
  /** As `process.platform`. */
  readonly platform: string;
  readonly stdin: TerminalStream<Readable>;
  readonly stdout: TerminalStream<Writable>;
  readonly stderr: TerminalStream<Writable>;
  /** Calls `stop` at the first Ctrl-C, SIGTERM or closing of the terminal; the function given back stops listening. */
  onStop(stop: () => void): () => void;
  /** The code with which the process ends once nothing is left to do. */
  setExitCode(code: number): void;
  /** Ends the process after that long at the latest: what waits to be written to one who never reads keeps it alive. */
  endWithin(ms: number): void;
}

/** One of the three standard streams. */
export interface TerminalStream<Stream> {
  readonly stream: Stream;
  /** Whether a person is at the other end. */
  readonly isTerminal: boolean;
  /** Width in columns; `undefined` when it is no terminal. */
  readonly columns: number | undefined;
}

/** The process that this code runs in. */
export function hostProcess(): HostProcess {
  const { stdin, stdout, stderr } = process;
  return {
    argv: process.argv.slice(2),
    env: process.env,
    nodeVersion: process.versions.node,
    nodePath: process.execPath,
    platform: process.platform,
    stdin: { stream: stdin, isTerminal: stdin.isTTY, columns: undefined },
    stdout: { stream: stdout, isTerminal: stdout.isTTY, columns: stdout.columns },
    stderr: { stream: stderr, isTerminal: stderr.isTTY, columns: stderr.columns },
    onStop(stop) {
      const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
      for (const signal of signals) process.once(signal, stop);
      return () => {
        for (const signal of signals) process.off(signal, stop);
      };
    },
    setExitCode(code) {
      process.exitCode = code;
    },
    endWithin(ms) {
      setTimeout(() => process.exit(), ms).unref();
    },
  };
}
