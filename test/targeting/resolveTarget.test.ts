import { describe, expect, it } from "vitest";
import { executionTarget } from "../../src/targeting/executionTarget.js";
import { readinessSelection } from "../../src/targeting/readinessSelection.js";
import { readTarget } from "../../src/targeting/readTarget.js";
import { fakeDevice, fakeSimulator, fakeUnready } from "../support/fakeDevice.js";
import { refusalOf } from "../support/refusalOf.js";
import { failure, found, request } from "./targetRequest.js";

const OPEN = { requiresDeviceId: false };
const STRICT = { requiresDeviceId: true };

const SITES = [
  { name: "executionTarget", choose: executionTarget },
  { name: "readTarget", choose: readTarget },
  { name: "readinessSelection", choose: readinessSelection },
];

describe.each(SITES)("$name", ({ choose }) => {
  it("takes the only ready device without being told", () => {
    const phone = fakeDevice("A");
    expect(choose(found(phone), request(), OPEN)).toEqual({ device: phone, origin: "only_one" });
  });

  it("takes the named device, whatever else is attached", () => {
    const snapshot = { devices: [fakeDevice("A"), fakeDevice("B"), fakeSimulator("C")], sources: [failure("adb")] };
    expect(choose(snapshot, request({ deviceId: "B" }), OPEN)).toMatchObject({
      device: { id: "B" },
      origin: "argument",
    });
  });

  it("takes the named device of the platform that the call asks for", () => {
    const snapshot = found(fakeDevice("A"), fakeSimulator("A"));
    expect(choose(snapshot, request({ deviceId: "A", platform: "ios" }), OPEN)).toMatchObject({
      device: { id: "A", platform: "ios" },
    });
  });

  it("takes a device that is named by another way in which it is attached", () => {
    const phone = fakeDevice("A", { aliases: [{ id: "192.0.2.10:5555", state: { is: "ready" } }] });
    expect(choose(found(phone), request({ deviceId: "192.0.2.10:5555" }), OPEN).device).toBe(phone);
  });

  // case 1: a platform alone decides nothing while two devices have it
  it.each([{ platform: undefined }, { platform: "android" as const }])(
    "refuses two devices of platform $platform, and lists both",
    ({ platform }) => {
      const refusal = refusalOf(() => choose(found(fakeDevice("B"), fakeDevice("A")), request({ platform }), OPEN));
      expect(refusal).toMatchObject({
        code: "ambiguous_device_target",
        data: { candidates: [{ deviceId: "A" }, { deviceId: "B" }] },
      });
    },
  );

  // case 31
  it("counts only devices that the tool can drive", () => {
    const snapshot = found(fakeDevice("A"), fakeSimulator("S"));
    expect(choose(snapshot, request({ platforms: ["ios"] }), OPEN)).toMatchObject({ device: { id: "S" } });
  });

  // case 6
  it("counts only devices of the platform that the call asks for", () => {
    const snapshot = found(fakeDevice("A"), fakeSimulator("S"));
    expect(choose(snapshot, request({ platform: "android" }), OPEN)).toMatchObject({ device: { id: "A" } });
  });

  // case 13
  it("refuses a named device of the other platform", () => {
    const call = request({ deviceId: "A", platform: "ios" });
    expect(refusalOf(() => choose(found(fakeDevice("A")), call, OPEN))).toMatchObject({
      code: "platform_conflict",
      data: { deviceId: "A", devicePlatform: "android", requestedPlatform: "ios" },
    });
  });

  it("refuses a named device of a platform that the tool does not know", () => {
    const call = request({ deviceId: "A", platforms: ["ios"] });
    expect(refusalOf(() => choose(found(fakeDevice("A")), call, OPEN))).toMatchObject({
      code: "unsupported_on_device",
      data: { deviceId: "A", platform: "android" },
    });
  });

  it.each(["emulator-555", "Emulator-5554", "emulator-5554 ", "emulator"])("never completes the id %j", (deviceId) => {
    const snapshot = found(fakeDevice("emulator-5554"));
    expect(refusalOf(() => choose(snapshot, request({ deviceId }), OPEN))).toMatchObject({
      code: "device_not_found",
      data: { deviceId, available: [{ deviceId: "emulator-5554" }] },
    });
  });

  // case 77
  it("does not take a device for the only one while a source could not be asked", () => {
    const snapshot = {
      devices: [fakeDevice("A")],
      sources: [{ source: "adb", outcome: "complete" as const }, failure("devicectl")],
    };
    expect(refusalOf(() => choose(snapshot, request(), OPEN))).toMatchObject({
      code: "discovery_incomplete",
      data: {
        failedSources: [{ source: "devicectl", reason: "devicectl does not answer. Start devicectl." }],
        candidates: [{ deviceId: "A" }],
      },
    });
  });

  it("does not mind a failed source that finds only the other platform", () => {
    const sources = [
      { source: "adb", outcome: "complete" as const },
      { ...failure("devicectl"), platform: "ios" as const },
    ];
    const snapshot = { devices: [fakeDevice("A")], sources };
    expect(choose(snapshot, request({ platform: "android" }), OPEN)).toMatchObject({ device: { id: "A" } });
  });

  it("minds a failed source that finds the platform which is asked for", () => {
    const sources = [
      { source: "simctl", outcome: "complete" as const },
      { ...failure("adb"), platform: "android" as const },
    ];
    const call = request({ platform: "android" });
    expect(refusalOf(() => choose({ devices: [fakeDevice("A")], sources }, call, OPEN)).code).toBe(
      "discovery_incomplete",
    );
  });

  it("does not report one failed source as all there is to say while another source answered", () => {
    const sources = [failure("devicectl"), { source: "adb", outcome: "complete" as const }];
    expect(refusalOf(() => choose({ devices: [], sources }, request(), OPEN)).code).toBe("discovery_incomplete");
  });

  it("does not find a named device on a host that has no platform at all", () => {
    const sources = [{ source: "simctl", outcome: "absent" as const, reason: "no Xcode" }];
    const call = request({ deviceId: "A" });
    expect(refusalOf(() => choose({ devices: [], sources }, call, OPEN)).code).toBe("device_not_found");
  });

  it("does not mind a platform that this host does not have", () => {
    const sources = [
      { source: "adb", outcome: "complete" as const },
      { source: "simctl", outcome: "absent" as const, reason: "no Xcode" },
    ];
    expect(choose({ devices: [fakeDevice("A")], sources }, request(), OPEN)).toMatchObject({ device: { id: "A" } });
  });

  // case 88
  it.each([{ deviceId: undefined }, { deviceId: "A" }])(
    "repeats what the only source said when it failed and nothing is there ($deviceId)",
    ({ deviceId }) => {
      const snapshot = {
        devices: [],
        sources: [failure("adb"), { source: "simctl", outcome: "absent" as const, reason: "no Xcode" }],
      };
      expect(refusalOf(() => choose(snapshot, request({ deviceId }), OPEN))).toEqual(failure("adb").refusal);
    },
  );

  it("never resolves when the operator wants every call to name its device", () => {
    expect(refusalOf(() => choose(found(fakeDevice("A")), request(), STRICT))).toMatchObject({
      code: "device_id_required",
      data: { candidates: [{ deviceId: "A" }] },
    });
    expect(choose(found(fakeDevice("A")), request({ deviceId: "A" }), STRICT)).toMatchObject({ origin: "argument" });
  });

  it("refuses an id that two devices share, named or not", () => {
    const snapshot = found(fakeDevice("X", { identity: "one" }), fakeDevice("X", { identity: "other" }));
    const shared = { code: "ambiguous_device_target", data: { candidates: [{ deviceId: "X" }, { deviceId: "X" }] } };
    expect(refusalOf(() => choose(snapshot, request({ deviceId: "X" }), OPEN))).toMatchObject(shared);
    expect(refusalOf(() => choose(snapshot, request(), OPEN))).toMatchObject(shared);
  });
});

const AWAITED = [
  ...(["booting", "offline", "unauthorized", "authorizing", "connecting", "unresponsive"] as const),
  ...(["unpaired", "developer_mode_off"] as const),
];
const HOPELESS = [
  ...(["recovery", "rescue", "sideload", "bootloader", "host", "no_permissions"] as const),
  ...(["detached", "shutdown", "unreachable", "unsupported", "runtime_missing"] as const),
];

describe.each([
  { name: "executionTarget", choose: executionTarget },
  { name: "readTarget", choose: readTarget },
])("$name of a device that is not ready", ({ choose }) => {
  // cases 27, 74
  it.each([...AWAITED, ...HOPELESS])("refuses a named one that is %s although another is ready", (reason) => {
    const snapshot = found(fakeUnready("A", reason), fakeDevice("B"));
    expect(refusalOf(() => choose(snapshot, request({ deviceId: "A" }), OPEN))).toMatchObject({
      code: "device_not_ready",
      data: { deviceId: "A", platform: "android", state: reason },
    });
  });

  // cases 69, 70
  it("does not count it beside a ready one", () => {
    const snapshot = found(fakeUnready("A", "offline"), fakeDevice("B"));
    expect(choose(snapshot, request(), OPEN)).toMatchObject({ device: { id: "B" }, origin: "only_one" });
  });

  it("never takes it for want of another", () => {
    expect(refusalOf(() => choose(found(fakeUnready("A", "unauthorized")), request(), OPEN))).toMatchObject({
      code: "no_device",
      data: { excluded: [{ deviceId: "A", reason: "it has not allowed this computer to debug it" }] },
    });
  });

  it("refuses a state that nobody has seen before", () => {
    const odd = fakeDevice("A", { state: { is: "unknown", text: "flux\u0007 capacitor" } });
    expect(refusalOf(() => choose(found(odd), request({ deviceId: "A" }), OPEN))).toMatchObject({
      code: "device_not_ready",
      data: { state: "unknown:flux capacitor" },
    });
  });
});

describe("readinessSelection of a device that is not ready", () => {
  it.each(AWAITED)("takes the only one while it is %s", (reason) => {
    expect(readinessSelection(found(fakeUnready("A", reason)), request(), OPEN)).toMatchObject({ device: { id: "A" } });
  });

  it.each(HOPELESS)("does not wait for one that is %s", (reason) => {
    const snapshot = found(fakeUnready("A", reason));
    expect(refusalOf(() => readinessSelection(snapshot, request(), OPEN)).code).toBe("no_device");
    expect(refusalOf(() => readinessSelection(snapshot, request({ deviceId: "A" }), OPEN)).code).toBe(
      "device_not_ready",
    );
  });

  it("refuses to choose between a ready one and one that is starting", () => {
    const snapshot = found(fakeDevice("A"), fakeUnready("B", "booting"));
    expect(refusalOf(() => readinessSelection(snapshot, request(), OPEN))).toMatchObject({
      code: "ambiguous_device_target",
      data: { candidates: [{ deviceId: "A" }, { deviceId: "B" }] },
    });
  });
});
