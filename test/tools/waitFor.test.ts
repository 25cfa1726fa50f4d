import { describe, expect, it, vi } from "vitest";
import { createDeviceQueue } from "../../src/devices/deviceQueue.js";
import type { UiTree } from "../../src/devices/deviceDriver.js";
import { Refusal } from "../../src/core/refusal.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { fakeDriver, fakeNode, fakeTree } from "../support/fakeDriver.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { manualTimer } from "../support/manualTimer.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeRunner } from "./runTool.js";

const EMPTY = fakeTree([]);
const DONE = fakeTree([fakeNode({ text: "Done" }), fakeNode({ text: "Done", resourceId: "second" })]);

/** A phone that shows these screens one after the other, the last one for ever. */
function phoneShowing(...screens: readonly (UiTree | Refusal)[]) {
  const timer = manualTimer();
  const inventory = fakeInventory(fakeDevice("A"));
  const queue = createDeviceQueue();
  let looks = 0;
  inventory.drive("A", {
    ...fakeDriver(),
    async uiTree() {
      const screen = screens[Math.min(looks, screens.length - 1)] ?? EMPTY;
      looks += 1;
      if (screen instanceof Refusal) throw screen;
      return screen;
    },
  });
  const runner = fakeRunner({ inventory, timer, queue });
  const abort = new AbortController();
  return {
    timer,
    queue,
    abort,
    looks: () => looks,
    attach: inventory.attach,
    call: (name: string, args: object) => runner.run({ name, args, signal: abort.signal }),
    looked: (times: number) => vi.waitFor(() => expect([looks, timer.live()]).toEqual([times, [...WAITS]])),
  };
}

const WAITS = ["waitFor deadline", "waitFor poll"];
const NO_TREE = new Refusal({
  code: "ui_dump_failed",
  message: "A gave no UI tree.",
  hint: "Try again.",
  data: { deviceId: "A", output: "" },
});

describe("waitFor", () => {
  it("looks again until the element is there, and says how long that took and how many fit", async () => {
    const phone = phoneShowing(EMPTY, NO_TREE, DONE);
    const waiting = phone.call("waitFor", { text: "Done" });
    await phone.looked(1);
    phone.timer.advance(500);
    await phone.looked(2);
    phone.timer.advance(500);
    const { outcome } = await waiting;
    expect(outcome.structured).toMatchObject({
      device: { deviceId: "A" },
      waitedMs: 1_000,
      element: { text: "Done" },
      others: 1,
    });
    expect(phone.timer.live()).toEqual([]);
  });

  it("waits with gone until nothing fits any more", async () => {
    const phone = phoneShowing(DONE, EMPTY);
    const waiting = phone.call("waitFor", { id: "second", gone: true });
    await phone.looked(1);
    phone.timer.advance(500);
    expect((await waiting).outcome.structured).toMatchObject({ waitedMs: 500 });
  });

  it("leaves the device to others between two looks", async () => {
    const phone = phoneShowing(EMPTY, DONE);
    const waiting = phone.call("waitFor", { text: "Done" });
    await phone.looked(1);
    expect([...phone.queue.busy()]).toEqual([]);
    await phone.call("tapAt", { x: 1, y: 2 });
    phone.timer.advance(500);
    await waiting;
  });

  it("ends at its deadline with a refusal that allows a repeat", async () => {
    const phone = phoneShowing(EMPTY);
    const waiting = asyncRefusalOf(phone.call("waitFor", { text: "Done", timeoutMs: 700 }));
    await phone.looked(1);
    phone.timer.advance(700);
    expect(await waiting).toEqual({
      code: "timed_out",
      message: 'Nothing that fits came up on the screen of "A" within 700 ms.',
      hint: "Call observe to see what is on the screen, or waitFor again to go on waiting.",
      data: { deviceId: "A", timeoutMs: 700, effect: "did_not_run" },
    });
    expect(phone.timer.live()).toEqual([]);
  });

  it("looks at no other device when its own was replaced between two looks", async () => {
    const phone = phoneShowing(EMPTY, DONE);
    const waiting = asyncRefusalOf(phone.call("waitFor", { text: "Done" }));
    await phone.looked(1);
    phone.attach(fakeDevice("A", { identity: "another phone" }));
    phone.timer.advance(500);
    expect(await waiting).toMatchObject({
      code: "device_lost",
      message: '"A" went away or was replaced before the next look. waitFor looks at no other device in its place.',
    });
    expect(phone.looks()).toBe(1);
  });

  it("ends when its call is cancelled", async () => {
    const phone = phoneShowing(EMPTY);
    const waiting = phone.call("waitFor", { text: "Done" });
    await phone.looked(1);
    phone.abort.abort(new Error("cancelled"));
    await expect(waiting).rejects.toThrow("cancelled");
    expect(phone.timer.live()).toEqual([]);
  });

  it.each([{}, { text: "a", id: "b" }])("wants exactly one of text and id, not %j", async (args) => {
    expect(await asyncRefusalOf(phoneShowing(EMPTY).call("waitFor", args))).toMatchObject({
      code: "invalid_arguments",
      data: { problems: [{ problem: "give exactly one of text and id" }] },
    });
  });
});
