import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Readable } from "node:stream";

/** A client that speaks to a server process in whole lines and looks at nothing but the ids. */
export interface LineClient {
  /** Of the server process. */
  readonly pid: number;
  /** Sends a request and resolves with the line of its response. */
  request(method: string, params: unknown): Promise<string>;
  /** Calls a tool and resolves when it has run. @throws Error when the result says that it did not. */
  call(name: string, args: object): Promise<void>;
  end(): Promise<void>;
}

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};

/** Starts `node <args>` and shakes hands. */
export async function startLineClient(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<LineClient> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
  });
  const client = speakTo(child);
  await client.request("initialize", INITIALIZE);
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return client;
}

function speakTo(child: ChildProcessWithoutNullStreams): LineClient {
  const waiting = new Map<number, (line: string) => void>();
  let nextId = 1;
  child.stderr.resume();
  readLines(child.stdout, (line) => {
    const id = idOf(line);
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  const request: LineClient["request"] = (method, params) => {
    const id = nextId;
    nextId += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return {
    pid: child.pid ?? 0,
    request,
    async call(name, args) {
      const line = await request("tools/call", { name, arguments: args });
      if (line.includes('"isError":true') || line.includes('"error":')) throw new Error(`${name}: ${line}`);
    },
    end() {
      child.stdin.end();
      return new Promise((resolve) => child.once("close", () => resolve()));
    },
  };
}

const NEWLINE = 10;

/** Looks for nothing but the ends of lines, so that a screenshot on one line costs the measuring side next to nothing. */
function readLines(stream: Readable, take: (line: string) => void): void {
  let pieces: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      pieces.push(chunk.subarray(from, end));
      take(Buffer.concat(pieces).toString("utf8"));
      pieces = [];
      from = end + 1;
    }
    pieces.push(chunk.subarray(from));
  });
}

/** The id stands first or last in a response. */
function idOf(line: string): number {
  const first = /^\{"jsonrpc":"2.0","id":(\d+)/.exec(line.slice(0, 48));
  const last = /"id":(\d+)\}$/.exec(line.slice(-32));
  return Number(first?.[1] ?? last?.[1]);
}
