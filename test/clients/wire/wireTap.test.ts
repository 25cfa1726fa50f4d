import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildProgram } from "../builtProgram.js";
import { readTrace } from "./wireLine.js";

/** Answers with its input, talks to its standard error, and ends with a code of its own. */
const ECHO = 'process.stdin.pipe(process.stdout); process.stderr.write("hello\\n"); process.exitCode = 7;';

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "automobile-tap-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

it("passes every byte on in both directions, with the server's exit code, and writes down each line", async () => {
  const trace = join(folder, "trace.jsonl");
  const [node, tap] = await buildProgram(new URL("./wireTap.ts", import.meta.url), "wireTap");
  const child = spawn(node, [tap, trace, process.execPath, "-e", ECHO]);
  const ended = new Promise((resolve) => child.once("close", resolve));

  child.stdin.end('{"one":1}\nno JSON, é\nno end');
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);

  expect([stdout, stderr, code]).toEqual(['{"one":1}\nno JSON, é\nno end', "hello\n", 7]);
  const lines = await readTrace(trace);
  expect(lines.filter(({ from }) => from === "client").map((line) => line.text)).toEqual(SENT);
  expect(lines.filter(({ from }) => from === "server").map((line) => line.text)).toEqual(SENT);
  expect(lines.filter(({ from }) => from === "log").map((line) => line.text)).toEqual(["hello"]);
});

const SENT = ['{"one":1}', "no JSON, é", "no end"];
