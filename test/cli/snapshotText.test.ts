import { expect, test } from "vitest";
import { PLAIN } from "../../src/cli/output.js";
import { renderSnapshot } from "../../src/cli/snapshotText.js";
import { fakeDevice, fakeUnready } from "../support/fakeDevice.js";

test("shows each device, what keeps it from being used, and how each source ended", () => {
  const lines = renderSnapshot(
    {
      devices: [
        fakeDevice("A", {
          name: "Pixel\u001b[2J",
          osVersion: "15",
          aliases: [{ id: "10.0.0.1:5555", state: { is: "ready" } }],
        }),
        fakeUnready("B", "booting"),
      ],
      sources: [
        { source: "adb", outcome: "complete" },
        { source: "simctl", outcome: "absent", reason: "this is no Mac" },
        {
          ...{ source: "other", outcome: "failed" },
          refusal: { code: "adb_not_found", message: "No adb.", hint: "Install it.", data: { tried: [] } },
        },
      ],
    },
    PLAIN,
  );
  expect(lines).toEqual([
    "DEVICE  PLATFORM  NAME     MODEL  OS  KIND      STATE",
    "A       android   Pixel           15  hardware  ready",
    "  the same device is also attached as 10.0.0.1:5555 (ready)",
    "B       android   Phone B             hardware  booting",
    "  → it is still starting. It needs nothing but time.",
    "",
    "✓ adb: the list is complete",
    "- simctl: not on this machine (this is no Mac)",
    "✗ other: No adb. (adb_not_found)",
    "  → Install it.",
  ]);
});

test("says of a device that is ready what it cannot do for now", () => {
  const limits = [{ meaning: "without a WebDriverAgent it cannot be touched", remedy: "Start one." }];
  const lines = renderSnapshot({ devices: [fakeDevice("A", { limits })], sources: [] }, PLAIN);
  expect(lines).toContain("  → without a WebDriverAgent it cannot be touched. Start one.");
});

test("an empty list says what to do next", () => {
  const lines = renderSnapshot({ devices: [], sources: [{ source: "adb", outcome: "complete" }] }, PLAIN);
  expect(lines.join("\n")).toContain("No device is attached.");
  expect(lines.join("\n")).toContain("automobile demo");
});

test("an empty list of a failed source does not claim that nothing is attached", () => {
  const refusal = { code: "adb_not_found", message: "No adb.", hint: "Install it.", data: { tried: [] } } as const;
  const lines = renderSnapshot({ devices: [], sources: [{ source: "adb", outcome: "failed", refusal }] }, PLAIN);
  expect(lines[0]).toBe("No device was found, but not every place could be looked at:");
});
