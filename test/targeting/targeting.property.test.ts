import fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal, type RefusalDetail } from "../../src/core/refusal.js";
import type { Device, DeviceState } from "../../src/devices/device.js";
import type { Snapshot } from "../../src/devices/inventory.js";
import { executionTarget } from "../../src/targeting/executionTarget.js";
import { readinessSelection } from "../../src/targeting/readinessSelection.js";
import { readTarget } from "../../src/targeting/readTarget.js";
import type { Target } from "../../src/targeting/target.js";
import { targetCandidates } from "../../src/targeting/resolveTarget.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { failure, request } from "./targetRequest.js";

const STATES: readonly DeviceState[] = [
  { is: "ready" },
  { is: "not_ready", reason: "booting" },
  { is: "not_ready", reason: "unauthorized" },
  { is: "not_ready", reason: "shutdown" },
  { is: "unknown", text: "odd" },
];

const platforms = fc.constantFrom("android" as const, "ios" as const);
// Few letters, so that ids meet; any character, so that none of them is special.
const ids = fc.oneof(
  fc.constantFrom("a", "A", "ａ", "a ", "é", "e\u0301"),
  fc.string({ unit: "binary", minLength: 1 }),
);
const devices: fc.Arbitrary<Device> = fc
  .record({
    id: ids,
    platform: platforms,
    state: fc.constantFrom(...STATES),
    identity: fc.constantFrom("one", "two"),
    aliases: fc.array(fc.record({ id: ids, state: fc.constantFrom(...STATES) }), { maxLength: 2 }),
  })
  .map(({ id, ...changes }) => fakeDevice(id, changes));
const snapshots: fc.Arbitrary<Snapshot> = fc.record({
  devices: fc.array(devices, { maxLength: 5 }),
  sources: fc.constantFrom([{ source: "adb", outcome: "complete" as const }], [failure("adb")]),
});
const calls = fc.record({
  call: fc
    .record({ deviceId: fc.option(ids, { nil: undefined }), platform: fc.option(platforms, { nil: undefined }) })
    .map(request),
  choose: fc.constantFrom(executionTarget, readTarget, readinessSelection),
  policy: fc.record({ requiresDeviceId: fc.boolean() }),
});

/** The target or the refusal, as one value that can be compared. */
function outcomeOf(choose: () => Target): Target | RefusalDetail {
  try {
    return choose();
  } catch (error) {
    if (error instanceof Refusal) return error.detail;
    throw error;
  }
}

function chosenBy(choose: () => Target): Device | undefined {
  const outcome = outcomeOf(choose);
  return "code" in outcome ? undefined : outcome.device;
}

test("the order of discovery and a device that is listed twice change nothing", () => {
  const cases = snapshots.chain((snapshot) =>
    fc.record({
      snapshot: fc.constant(snapshot),
      shuffled: fc.shuffledSubarray([...snapshot.devices, ...snapshot.devices], {
        minLength: snapshot.devices.length * 2,
      }),
    }),
  );
  fc.assert(
    fc.property(cases, calls, ({ snapshot, shuffled }, { call, choose, policy }) => {
      const again = outcomeOf(() => choose({ ...snapshot, devices: shuffled }, call, policy));
      expect(again).toEqual(outcomeOf(() => choose(snapshot, call, policy)));
    }),
  );
});

test("a target is always a listed device, and the named one where one was named", () => {
  fc.assert(
    fc.property(snapshots, calls, (snapshot, { call, choose, policy }) => {
      const chosen = chosenBy(() => choose(snapshot, call, policy));
      const fitting = snapshot.devices.filter(
        ({ id, aliases }) =>
          call.deviceId === undefined || [id, ...aliases.map((alias) => alias.id)].includes(call.deviceId),
      );
      expect(chosen === undefined || fitting.includes(chosen)).toBe(true);
    }),
  );
});

test("without a name there is a target exactly when there is one candidate and nothing failed", () => {
  fc.assert(
    fc.property(snapshots, platforms, (snapshot, platform) => {
      const call = request({ platform });
      const candidates = targetCandidates(snapshot, call, "execution");
      const isProven = candidates.length === 1 && snapshot.sources.every((report) => report.outcome === "complete");
      const chosen = chosenBy(() => executionTarget(snapshot, call, { requiresDeviceId: false }));
      expect(chosen).toBe(isProven ? candidates[0] : undefined);
    }),
  );
});
