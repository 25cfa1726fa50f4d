import { expect, it } from "vitest";
import type { Device } from "../../src/devices/device.js";
import { fakeDevice, fakeUnready } from "../support/fakeDevice.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { manualTimer } from "../support/manualTimer.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { settled } from "../support/settled.js";
import { fakeRunner, requirePublishedShape } from "./runTool.js";

/** A call of waitForDevice on its way, and the hands to move time and devices. */
function startWait(attached: Device, args: object = {}) {
  const inventory = fakeInventory(attached);
  const timer = manualTimer();
  const call = new AbortController();
  const run = fakeRunner({ inventory, timer }).run({ name: "waitForDevice", args, signal: call.signal });
  return { inventory, timer, call, run };
}

it("returns at once for a device that is ready, and leaves no wait behind", async () => {
  const { timer, run } = startWait(fakeDevice("A"));
  const { outcome } = await run;
  requirePublishedShape(await run);
  expect(outcome.structured).toEqual({
    device: { deviceId: "A", platform: "android", name: "Phone A", kind: "hardware" },
    state: "ready",
    waitedMs: 0,
  });
  expect(timer.live()).toEqual([]);
});

it("looks once a second until the device is ready, and tells of it as it is then", async () => {
  const { inventory, timer, run } = startWait(fakeUnready("A", "booting"));
  await settled();
  timer.advance(1_000);
  await settled();
  inventory.attach(fakeDevice("A", { name: "Pixel 8" }));
  timer.advance(1_000);
  const { device, outcome } = await run;
  expect(device?.state).toEqual({ is: "ready" });
  expect(outcome.structured).toMatchObject({ device: { deviceId: "A", name: "Pixel 8" }, waitedMs: 2_000 });
  expect(timer.live()).toEqual([]);
});

it("waits on while the device is away, and knows it by its identity when it is back under another id", async () => {
  const { inventory, timer, run } = startWait({ ...fakeUnready("192.0.2.10:37001", "offline"), identity: "TESTSER01" });
  await settled();
  inventory.attach();
  timer.advance(1_000);
  await settled();
  inventory.attach(fakeDevice("other"), fakeDevice("192.0.2.10:41877", { identity: "TESTSER01" }));
  timer.advance(1_000);
  expect((await run).device?.id).toBe("192.0.2.10:41877");
});

it.each([
  { args: {}, timeoutMs: 60_000 },
  { args: { timeoutMs: 1_500 }, timeoutMs: 1_500 },
])("gives up after $timeoutMs ms, and says what the device still needs", async ({ args, timeoutMs }) => {
  const { timer, run } = startWait(fakeUnready("A", "unauthorized"), args);
  const refusal = asyncRefusalOf(run);
  await settled();
  timer.advance(timeoutMs);
  expect(await refusal).toEqual({
    code: "timed_out",
    message: `"A" was not ready within ${timeoutMs} ms: it has not allowed this computer to debug it.`,
    hint: 'Unlock the phone and accept the prompt "Allow USB debugging?" on it; if there is no prompt, unplug it and plug it in again. Call waitForDevice again to go on waiting.',
    data: { deviceId: "A", timeoutMs, effect: "did_not_run" },
  });
  expect(timer.live()).toEqual([]);
});

it("says of a device that is gone at the end that it is gone", async () => {
  const { inventory, timer, run } = startWait(fakeUnready("A", "booting"), { timeoutMs: 1_500 });
  const refusal = asyncRefusalOf(run);
  await settled();
  inventory.attach();
  timer.advance(1_000);
  await settled();
  timer.advance(500);
  expect((await refusal).message).toBe('"A" was not ready within 1500 ms: it is not attached any more.');
});

it("does not outlast its time when a look hangs", async () => {
  const timer = manualTimer();
  const attached = fakeInventory(fakeUnready("A", "booting"));
  let looks = 0;
  const inventory = {
    ...attached,
    snapshot: (signal: AbortSignal) => {
      looks += 1;
      return looks === 1 ? attached.snapshot(signal) : new Promise<never>(() => {});
    },
  };
  const call = { name: "waitForDevice", args: { timeoutMs: 5_000 }, signal: new AbortController().signal };
  const refusal = asyncRefusalOf(fakeRunner({ inventory, timer }).run(call));
  await settled();
  timer.advance(1_000);
  await settled();
  timer.advance(4_000);
  expect((await refusal).code).toBe("timed_out");
  expect(looks).toBe(2);
});

it("ends at once when the call is cancelled, and leaves no wait behind", async () => {
  const { timer, call, run } = startWait(fakeUnready("A", "booting"));
  const ended = expect(run).rejects.toThrow("cancelled by the client");
  await settled();
  call.abort(new Error("cancelled by the client"));
  await ended;
  expect(timer.live()).toEqual([]);
});

it("throws on what a look fails with", async () => {
  const { inventory, timer, run } = startWait(fakeUnready("A", "booting"));
  const ended = expect(run).rejects.toThrow("a bug");
  await settled();
  inventory.snapshot = async () => await Promise.reject(new Error("a bug"));
  timer.advance(1_000);
  await ended;
  expect(timer.live()).toEqual([]);
});

it.each([0, -1, 600_001, 1.5, "60"])("does not take %j for a timeout", async (timeoutMs) => {
  const { run } = startWait(fakeDevice("A"), { timeoutMs });
  expect(await asyncRefusalOf(run)).toMatchObject({
    code: "invalid_arguments",
    data: { problems: [{ argument: "timeoutMs" }] },
  });
});
