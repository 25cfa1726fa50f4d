import { expect, it } from "vitest";
import { fakeDevice, fakeUnready } from "../support/fakeDevice.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { failure } from "../targeting/targetRequest.js";
import { fakeRunner, requirePublishedShape } from "./runTool.js";

it("listDevices shows each device with its state, and what each source came to", async () => {
  const aliases = [{ id: "192.0.2.10:5555", state: { is: "not_ready", reason: "offline" } as const }];
  const inventory = fakeInventory(
    fakeDevice("A", { name: "Ada's\nphone", model: "Pixel 8", osVersion: "15", aliases }),
    fakeUnready("B", "unauthorized"),
    fakeDevice("C", { state: { is: "unknown", text: "flux" } }),
  );
  inventory.report({ source: "adb", outcome: "complete" }, failure("devicectl"), {
    source: "simctl",
    outcome: "absent",
    reason: "no Xcode on this host",
  });
  const run = await fakeRunner({ inventory }).run({
    name: "listDevices",
    args: {},
    signal: new AbortController().signal,
  });

  requirePublishedShape(run);
  expect(run.outcome.structured).toEqual({
    devices: [
      {
        deviceId: "A",
        platform: "android",
        name: "Ada's phone",
        model: "Pixel 8",
        osVersion: "15",
        kind: "hardware",
        state: "ready",
        inUse: false,
        aliases: [{ deviceId: "192.0.2.10:5555", state: "offline" }],
      },
      {
        deviceId: "B",
        platform: "android",
        name: "Phone B",
        kind: "hardware",
        state: "unauthorized",
        meaning: "it has not allowed this computer to debug it",
        remedy:
          'Unlock the phone and accept the prompt "Allow USB debugging?" on it; if there is no prompt, unplug it and plug it in again.',
        inUse: false,
      },
      {
        deviceId: "C",
        platform: "android",
        name: "Phone C",
        kind: "hardware",
        state: "unknown:flux",
        meaning: 'it is in a state that is not known here, "flux"',
        remedy: "Look at its screen and reconnect it.",
        inUse: false,
      },
    ],
    sources: [
      { source: "adb", outcome: "complete" },
      { source: "devicectl", outcome: "failed", reason: "devicectl does not answer.", remedy: "Start devicectl." },
      { source: "simctl", outcome: "absent", reason: "no Xcode on this host" },
    ],
    complete: false,
  });
});

it("listDevices is complete when no source failed, even with nothing attached", async () => {
  const call = { name: "listDevices", args: {}, signal: new AbortController().signal };
  expect((await fakeRunner({ inventory: fakeInventory() }).run(call)).outcome.structured).toEqual({
    devices: [],
    sources: [{ source: "adb", outcome: "complete" }],
    complete: true,
  });
});
