import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { COLOURED, createOutput, PLAIN } from "../../src/cli/output.js";

function outputOf({ isTerminal, env }: { readonly isTerminal: boolean; readonly env: Record<string, string> }) {
  const stdout = { stream: new PassThrough(), isTerminal, columns: undefined };
  const stderr = { stream: new PassThrough(), isTerminal: false, columns: undefined };
  return { output: createOutput({ env, stdout, stderr }), stdout: stdout.stream, stderr: stderr.stream };
}

test.each([
  { isTerminal: true, env: {}, paint: COLOURED },
  { isTerminal: false, env: {}, paint: PLAIN },
  { isTerminal: false, env: { FORCE_COLOR: "1" }, paint: PLAIN },
  { isTerminal: true, env: { NO_COLOR: "1" }, paint: PLAIN },
  { isTerminal: true, env: { NO_COLOR: "" }, paint: COLOURED },
  { isTerminal: true, env: { TERM: "dumb" }, paint: PLAIN },
])("colours only where they can be shown and are wanted: $isTerminal $env", ({ isTerminal, env, paint }) => {
  expect(outputOf({ isTerminal, env }).output.resultPaint).toBe(paint);
});

test("results and remarks go to different streams", () => {
  const { output, stdout, stderr } = outputOf({ isTerminal: false, env: {} });
  output.result("result");
  output.note("remark");
  output.json({ text: "\u009b2J\u202e" });
  expect(String(stdout.read())).toBe('result\n{"text":"\\u009b2J\\u202e"}\n');
  expect(String(stderr.read())).toBe("remark\n");
});

test("a reader that went away is no error, anything else is", () => {
  const { stdout } = outputOf({ isTerminal: false, env: {} });
  expect(() => stdout.emit("error", Object.assign(new Error("gone"), { code: "EPIPE" }))).not.toThrow();
  expect(() => stdout.emit("error", Object.assign(new Error("full"), { code: "ENOSPC" }))).toThrow("full");
});
