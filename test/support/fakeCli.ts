import { PassThrough } from "node:stream";
import type { CliContext } from "../../src/cli/cliContext.js";
import { createOutput } from "../../src/cli/output.js";
import type { Environment, HostProcess } from "../../src/system/hostProcess.js";
import { LAUNCHER } from "./launcher.js";
import type { FakeTerminal } from "./fakeTerminal.js";

/** A command's surroundings without a process: what it wrote is read from the test, and nobody is at the terminal. */
export interface FakeCli {
  readonly context: CliContext;
  /** Everything written to standard output. */
  stdout(): string;
  /** Everything written to standard error. */
  stderr(): string;
  /** Resolves once standard error holds the text. */
  stderrShows(text: string): Promise<void>;
  /** Ctrl-C. */
  stop(): void;
}

/** What a test may decide about the surroundings. */
export interface FakeCliOptions {
  readonly argv?: readonly string[];
  readonly env?: Environment;
  /** A person at standard input and standard error; without one, all three streams are pipes. */
  readonly terminal?: FakeTerminal;
  readonly launcher?: string;
}

/** Surroundings for one run of a command. */
export function fakeCli({ argv = [], env = process.env, terminal, launcher = LAUNCHER }: FakeCliOptions = {}): FakeCli {
  const stdout = collected(new PassThrough());
  const stderr = collected(terminal?.output ?? new PassThrough());
  const stops = new Set<() => void>();
  const isTerminal = terminal !== undefined;
  const host: HostProcess = {
    argv,
    env,
    nodeVersion: process.versions.node,
    nodePath: process.execPath,
    platform: process.platform,
    stdin: { stream: terminal?.input ?? new PassThrough(), isTerminal, columns: undefined },
    stdout: { stream: stdout.stream, isTerminal: false, columns: undefined },
    stderr: { stream: stderr.stream, isTerminal, columns: isTerminal ? 100 : undefined },
    onStop(stop) {
      stops.add(stop);
      return () => void stops.delete(stop);
    },
    setExitCode: () => undefined,
    endWithin: () => undefined,
  };
  return {
    context: { host, output: createOutput(host), launcher, version: "1.2.3" },
    stdout: stdout.text,
    stderr: stderr.text,
    stderrShows: stderr.shows,
    stop: () => stops.forEach((stop) => stop()),
  };
}

interface Collected {
  readonly stream: PassThrough;
  readonly text: () => string;
  readonly shows: (text: string) => Promise<void>;
}

function collected(stream: PassThrough): Collected {
  let written = "";
  stream.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
  return {
    stream,
    text: () => written,
    shows: (text) => {
      return new Promise((resolve) => {
        const look = (): void => {
          if (written.includes(text)) resolve();
          else stream.once("data", look);
        };
        look();
      });
    },
  };
}
