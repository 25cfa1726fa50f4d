import { describe, expect, it } from "vitest";
import { createProcessRunner } from "../../src/system/processRunner.js";
import { manualTimer } from "../support/manualTimer.js";
import { unaborted } from "../support/unaborted.js";

const NODE = process.execPath;

function runScript(
  script: string,
  options: { env?: Record<string, string>; signal?: AbortSignal; timer?: ReturnType<typeof manualTimer> } = {},
) {
  const run = createProcessRunner({ timer: options.timer ?? manualTimer(), env: options.env ?? {} });
  return run({ file: NODE, args: ["-e", script], timeoutMs: 10_000, signal: options.signal ?? unaborted });
}

it("gives status and both streams", async () => {
  expect(await runScript("process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3")).toEqual({
    outcome: "exited",
    exitCode: 3,
    stdout: "out",
    stderr: "err",
  });
});

it("hands arguments on as they are, and the environment without ANDROID_SERIAL", async () => {
  const run = createProcessRunner({ timer: manualTimer(), env: { ANDROID_SERIAL: "X", KEPT: "yes" } });
  const script = "console.log(JSON.stringify([process.argv[1], process.env.ANDROID_SERIAL ?? null, process.env.KEPT]))";
  const end = await run({ file: NODE, args: ["-e", script, "$(id); 'x'"], timeoutMs: 10_000, signal: unaborted });
  expect(end).toMatchObject({ stdout: `["$(id); 'x'",null,"yes"]\n` });
});

it("closes standard input, so that nothing waits for a person", async () => {
  // case 94
  expect(await runScript("process.stdin.on('data', () => {}).on('end', () => console.log('ended'))")).toMatchObject({
    stdout: "ended\n",
  });
});

it("keeps a megabyte of output and lets the child go on", async () => {
  const end = await runScript("process.stdout.write('x'.repeat(3_000_000), () => process.stderr.write('done'))");
  expect(end).toMatchObject({ outcome: "exited", exitCode: 0, stdout: "x".repeat(1024 * 1024), stderr: "done" });
});

it("says why a program could not be started", async () => {
  const run = createProcessRunner({ timer: manualTimer(), env: {} });
  const end = await run({ file: "/nowhere/adb", args: [], timeoutMs: 10_000, signal: unaborted });
  expect(end).toEqual({ outcome: "not_started", reason: "spawn /nowhere/adb ENOENT" });
});

it("reports a child that was ended by a signal as shells do", async () => {
  expect(await runScript("process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60_000)")).toMatchObject({
    outcome: "exited",
    exitCode: 143,
  });
});

it("does not wait for a server that the child left behind with its pipes open", async () => {
  const lastOutput = manualTimer();
  const timer = {
    now: () => lastOutput.now(),
    after: (ms: number, label: string, fire: () => void) => {
      const cancel = lastOutput.after(ms, label, fire);
      if (label.startsWith("process: last output")) setImmediate(() => lastOutput.advance(ms));
      return cancel;
    },
  };
  const script = `
    const left = require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 3_000)"], {
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
    });
    left.on("spawn", () => process.stdout.write("left", () => process.exit(0)));
  `;
  const run = createProcessRunner({ timer, env: {} });
  const end = await run({ file: NODE, args: ["-e", script], timeoutMs: 10_000, signal: unaborted });
  expect(end).toEqual({ outcome: "exited", exitCode: 0, stdout: "left", stderr: "" });
});

describe("a child that goes on", () => {
  it("is ended when its time is up, with what it had printed", async () => {
    const timer = manualTimer();
    const run = createProcessRunner({ timer, env: {} });
    const ending = run({ file: NODE, args: ["-e", "setTimeout(() => {}, 60_000)"], timeoutMs: 500, signal: unaborted });
    timer.advance(500);
    expect(await ending).toEqual({ outcome: "timed_out", stdout: "", stderr: "" });
    expect(timer.live()).toEqual([]);
  });

  it("is ended when its caller gives up", async () => {
    const caller = new AbortController();
    const ending = runScript("setTimeout(() => {}, 60_000)", { signal: caller.signal });
    caller.abort();
    expect(await ending).toEqual({ outcome: "aborted" });
  });

  it("is not started for a caller who had given up before", async () => {
    expect(await runScript("", { signal: AbortSignal.abort() })).toEqual({ outcome: "aborted" });
  });
});
