import { describe, expect, it } from "vitest";
import type { Device } from "../../src/devices/device.js";
import { executionTarget } from "../../src/targeting/executionTarget.js";
import { targetCandidates } from "../../src/targeting/resolveTarget.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { found, request } from "./targetRequest.js";

/** One phone as one source shows it. Records that are otherwise alike sort by their name. */
function record(name: string, state: "ready" | "booting"): Device {
  const device = fakeDevice("A", { name });
  return state === "ready" ? device : { ...device, state: { is: "not_ready", reason: state } };
}

describe("a phone that is listed twice", () => {
  it.each([
    ["first", record("1", "ready"), record("2", "booting")],
    ["last", record("1", "booting"), record("2", "ready")],
  ])("is ready when one of its records says so, the %s", (_, first, last) => {
    const call = request({ deviceId: "A" });

    expect(executionTarget(found(first, last), call, { requiresDeviceId: false }).device.state.is).toBe("ready");
  });

  it.each(["ready", "booting"] as const)("is shown as its first record has it when both are %s", (state) => {
    const candidates = targetCandidates(found(record("1", state), record("2", state)), request(), "readiness");

    expect(candidates).toEqual([record("1", state)]);
  });
});
