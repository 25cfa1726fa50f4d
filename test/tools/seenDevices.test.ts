import { expect, it } from "vitest";
import { createSeenDevices } from "../../src/tools/seenDevices.js";
import { fakeDevice } from "../support/fakeDevice.js";

it("knows a device by each id that it had, as it was when it last had it", () => {
  const seen = createSeenDevices();
  const before = fakeDevice("A", { name: "before", aliases: [{ id: "192.0.2.10:5555", state: { is: "ready" } }] });
  const after = fakeDevice("A", { name: "after" });
  seen.remember([before]);
  seen.remember([after]);
  expect(seen.lastSeen("A")).toBe(after);
  expect(seen.lastSeen("192.0.2.10:5555")).toBe(before);
  expect(seen.lastSeen("B")).toBeUndefined();
});

it("keeps 256 ids, and drops those first that were not seen for longest", () => {
  const seen = createSeenDevices();
  const kept = fakeDevice("kept");
  seen.remember([kept, fakeDevice("dropped")]);
  seen.remember([kept]);
  seen.remember(Array.from({ length: 255 }, (_, index) => fakeDevice(`new ${index}`)));
  expect(seen.lastSeen("kept")).toBe(kept);
  expect(seen.lastSeen("dropped")).toBeUndefined();
  expect(seen.lastSeen("new 0")).toBeDefined();
});
