import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { WireLine } from "./wireLine.js";

/**
 * Stands between a client and its stdio server: `node wireTap.mjs TRACE COMMAND ARGS…` runs the server, passes every byte
 * on as it comes, and appends each line to the trace. A client may start several at once; each writes its own `connection`.
 */
const [trace = "", command = "", ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });

/** Written before anything else can happen, so that a client that kills its server loses no line. */
function record(from: WireLine["from"], text: string): void {
  const line: WireLine = { at: Date.now(), connection: process.pid, from, text };
  appendFileSync(trace, `${JSON.stringify(line)}\n`);
}

function recordLines(from: WireLine["from"], stream: Readable): void {
  createInterface({ input: stream }).on("line", (line) => {
    record(from, line);
  });
}

recordLines("client", process.stdin);
recordLines("server", server.stdout);
recordLines("log", server.stderr);
process.stdin.pipe(server.stdin);
server.stdout.pipe(process.stdout);
server.stderr.pipe(process.stderr);

// A side that has gone is found out by its stream's end; writing to it meanwhile is no failure of the tap.
for (const stream of [server.stdin, process.stdout, process.stderr]) stream.on("error", () => {});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => server.kill(signal));
server.on("error", (error) => {
  record("log", error.message);
  process.exitCode = 1;
});
server.on("close", (code) => {
  process.exit(code ?? 1);
});
