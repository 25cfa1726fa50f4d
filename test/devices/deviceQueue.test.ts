import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDeviceQueue } from "../../src/devices/deviceQueue.js";
import { unaborted } from "../support/unaborted.js";

/** Work that ends when the test says so. */
function heldWork(): {
  readonly work: () => Promise<string>;
  readonly finish: () => void;
  readonly hasBegun: () => boolean;
} {
  let hasBegun = false;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    finish,
    hasBegun: () => hasBegun,
    async work() {
      hasBegun = true;
      await ended;
      return "done";
    },
  };
}

/** Lets every promise that can go on do so. */
async function allThatCan(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe("one device", () => {
  it("works on one thing at a time, in the order of asking", async () => {
    const queue = createDeviceQueue();
    const [first, second] = [heldWork(), heldWork()];
    const running = [queue.run("A", unaborted, first.work), queue.run("A", unaborted, second.work)];
    await allThatCan();
    expect([first.hasBegun(), second.hasBegun()]).toEqual([true, false]);
    first.finish();
    await allThatCan();
    expect(second.hasBegun()).toBe(true);
    second.finish();
    expect(await Promise.all(running)).toEqual(["done", "done"]);
  });

  it("goes on after work that failed", async () => {
    const queue = createDeviceQueue();
    const failing = queue.run("A", unaborted, () => Promise.reject(new Error("no")));
    const next = queue.run("A", unaborted, async () => "next");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
  });

  it("does not run what was given up while it waited, and lets the next one in", async () => {
    // case 110
    const queue = createDeviceQueue();
    const [first, given, last] = [heldWork(), heldWork(), heldWork()];
    const caller = new AbortController();
    const running = queue.run("A", unaborted, first.work);
    const waiting = queue.run("A", caller.signal, given.work);
    const after = queue.run("A", unaborted, last.work);
    caller.abort(new Error("gave up"));
    await expect(waiting).rejects.toThrow("gave up");
    first.finish();
    last.finish();
    expect(await Promise.all([running, after])).toEqual(["done", "done"]);
    expect(given.hasBegun()).toBe(false);
  });

  it("passes the turn on when it came at the moment of giving up", async () => {
    const queue = createDeviceQueue();
    const [first, given] = [heldWork(), heldWork()];
    const caller = new AbortController();
    const running = queue.run("A", unaborted, first.work);
    const waiting = queue.run("A", caller.signal, given.work);
    const after = queue.run("A", unaborted, async () => "after");
    void running.then(() => caller.abort(new Error("gave up")));
    first.finish();
    await expect(waiting).rejects.toThrow("gave up");
    expect(await after).toBe("after");
    expect(given.hasBegun()).toBe(false);
  });

  it("does not even wait for a caller who had given up before", async () => {
    const queue = createDeviceQueue();
    await expect(queue.run("A", AbortSignal.abort(new Error("before")), async () => "ran")).rejects.toThrow("before");
    expect(queue.busy()).toEqual(new Set());
  });
});

it("lets no device wait for another", async () => {
  // case 109
  const queue = createDeviceQueue();
  const slow = heldWork();
  const running = queue.run("A", unaborted, slow.work);
  expect(await queue.run("B", unaborted, async () => "B is free")).toBe("B is free");
  slow.finish();
  await running;
});

it("names the devices that are at work, and forgets the others", async () => {
  const queue = createDeviceQueue();
  const held = heldWork();
  const running = queue.run("A", unaborted, held.work);
  await queue.run("B", unaborted, async () => "done");
  expect(queue.busy()).toEqual(new Set(["A"]));
  held.finish();
  await running;
  expect(queue.busy()).toEqual(new Set());
});

it("keeps the order per device and never overlaps, whoever fails or gives up", async () => {
  const call = fc.record({
    device: fc.constantFrom("A", "B", "C"),
    fate: fc.constantFrom("succeeds", "fails", "is given up"),
    steps: fc.integer({ min: 0, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 25 }), async (calls) => {
      const queue = createDeviceQueue();
      const begun: Record<string, number[]> = { A: [], B: [], C: [] };
      const overlaps: number[] = [];
      const atWork = new Set<string>();
      const ends = calls.map(({ device, fate, steps }, index) => {
        const caller = new AbortController();
        const end = queue.run(device, caller.signal, async () => {
          if (atWork.has(device)) overlaps.push(index);
          atWork.add(device);
          begun[device]?.push(index);
          for (let step = 0; step < steps; step += 1) await Promise.resolve();
          atWork.delete(device);
          if (fate === "fails") throw new Error("failed");
        });
        if (fate === "is given up") caller.abort(new Error("gave up"));
        return end;
      });
      await Promise.allSettled(ends);
      expect(overlaps).toEqual([]);
      expect(Object.values(begun)).toEqual(Object.values(begun).map((order) => order.toSorted((a, b) => a - b)));
      expect(queue.busy()).toEqual(new Set());
    }),
  );
});
