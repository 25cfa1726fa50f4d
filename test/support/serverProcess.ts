import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { LAUNCHER } from "./launcher.js";

/** One JSON-RPC message as it stood on the wire. */
export interface WireMessage {
  readonly line: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a test's client answers to a request of the server; `undefined` leaves it unanswered. */
export type AnswerRequest = (request: WireMessage) => Readonly<Record<string, unknown>> | undefined;

/** How a server process is started. */
export interface ServerProcessOptions {
  /** Default: `serve`. */
  readonly command?: "serve" | "proxy";
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly answer?: AnswerRequest;
}

/** A real server process on pipes, spoken to line by line, so that a test sees exactly what goes over the wire. */
export interface ServerProcess {
  /** Sends a request and gives its response. */
  request(method: string, params?: unknown): Promise<WireMessage>;
  /** Sends a request whose response nobody waits for yet; its id. */
  post(method: string, params?: unknown): number;
  /** The response to a posted request. */
  response(id: number): Promise<WireMessage>;
  notify(method: string, params?: unknown): void;
  sendLine(line: string): void;
  /** Waits for a message that has come or is still to come. */
  next(matches: (message: WireMessage) => boolean): Promise<WireMessage>;
  /** Everything that came so far, in order. */
  readonly received: readonly WireMessage[];
  stderr(): string;
  /** Ends the process at once, as a crash would, and waits for it. */
  kill(): Promise<void>;
  /** Reads no more of what the process writes there, for good. */
  stopReading(from: "stdout" | "stderr"): void;
  /** Sends SIGTERM, as a client does that wants to be rid of it, and waits for the process to end. */
  stop(): Promise<ProcessEnd>;
  /** Closes the input and waits for the process to end. */
  end(): Promise<ProcessEnd>;
  /** Resolves when the process has ended, however it came to that. */
  readonly ended: Promise<ProcessEnd>;
}

/** How a process ended: with a code, or by a signal. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Starts a server command from the build, with nothing of this machine's own devices in its environment. */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const { command = "serve", args = [], env = {}, answer } = options;
  const child = spawn(process.execPath, [LAUNCHER, command, ...args], {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      AUTOMOBILE_STATE_DIR: process.env["AUTOMOBILE_STATE_DIR"] ?? "",
      ...env,
    },
  });
  return speakTo(child, answer);
}

function speakTo(child: ChildProcessWithoutNullStreams, answer: AnswerRequest | undefined): ServerProcess {
  const received: WireMessage[] = [];
  const waiters = new Set<() => void>();
  let stderr = "";
  let nextId = 1;
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once("close", (code, signal) => {
      resolve({ code, signal });
    });
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => undefined);
  const sendLine = (line: string): void => {
    child.stdin.write(`${line}\n`);
  };
  createInterface(child.stdout).on("line", (line) => {
    const message = { line, body: toRecord(JSON.parse(line)) };
    received.push(message);
    if ("method" in message.body && "id" in message.body) {
      const reply = answer?.(message);
      if (reply !== undefined) sendLine(JSON.stringify({ jsonrpc: "2.0", id: message.body["id"], ...reply }));
    }
    for (const wake of [...waiters]) wake();
  });

  const next: ServerProcess["next"] = (matches) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = received.find(matches);
        if (found === undefined) return;
        waiters.delete(look);
        resolve(found);
      };
      waiters.add(look);
      void ended.then(({ code }) => {
        if (waiters.delete(look)) reject(new Error(`the server ended with ${String(code)}: ${stderr}`));
      });
      look();
    });
  const post: ServerProcess["post"] = (method, params) => {
    const id = nextId;
    nextId += 1;
    sendLine(JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) }));
    return id;
  };
  const response: ServerProcess["response"] = (id) => next(({ body }) => body["id"] === id && !("method" in body));

  return {
    request: (method, params) => response(post(method, params)),
    post,
    response,
    notify(method, params) {
      sendLine(JSON.stringify({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) }));
    },
    sendLine,
    next,
    received,
    stderr: () => stderr,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    stopReading(from) {
      child[from].removeAllListeners("data");
      child[from].pause();
      // "close" waits for all streams, and nobody would read this one to its end.
      child.once("exit", () => child[from].destroy());
    },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
    ended,
    end() {
      child.stdin.end();
      return ended;
    },
  };
}

/** The `result` of a response; empty when it is an error. */
export function resultOf({ body }: WireMessage): Readonly<Record<string, unknown>> {
  return body["result"] === undefined ? {} : toRecord(body["result"]);
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw new Error(`not a message: ${JSON.stringify(value)}`);
  return { ...value };
}
