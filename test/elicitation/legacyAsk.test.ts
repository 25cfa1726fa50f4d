import { describe, expect, it } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { toRefusalResult } from "../../src/server/refusalWire.js";
import { ambiguousDeviceTarget } from "../../src/targeting/targetRefusals.js";
import { cites } from "../requirements.js";
import { SAMPLE_REFUSALS } from "../server/sampleRefusals.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { EMULATOR, GALAXY, ranOn, scriptedPhones } from "../support/scriptedPhones.js";
import { accept, legacyConnection } from "./legacyConnection.js";

const NEVER = new AbortController().signal;
const OTHER_REFUSALS = Object.entries(SAMPLE_REFUSALS).filter(([code]) => code !== "ambiguous_device_target");
const TWINS = toRefusalResult(
  ambiguousDeviceTarget("tapOn", [
    { deviceId: "A", platform: "android", name: "One", kind: "hardware" },
    { deviceId: "A", platform: "android", name: "Two", kind: "hardware" },
  ]).detail,
);

describe("a legacy call that is not ambiguous", () => {
  it.each([{ deviceId: GALAXY.id }, { deviceId: "nobody" }, { deviceId: "" }, { deviceId: null }])(
    cites("C1")`is never asked about when it has a deviceId, whatever it is: %o`,
    async (args) => {
      const connection = legacyConnection();

      await connection.call(args);

      expect(connection.phones.runs).toHaveLength(1);
      expect(connection.client.questions).toEqual([]);
      expect(connection.records).toEqual([]);
    },
  );

  it(cites("C1")`runs on the only device there is`, async () => {
    const connection = legacyConnection({ phones: scriptedPhones(EMULATOR) });

    expect(await connection.call()).toEqual(ranOn(EMULATOR.id, { arguments: { text: "Sign in" } }));
    expect(connection.client.questions).toEqual([]);
  });

  it.each(OTHER_REFUSALS)(cites("C1", "C7")`is not asked about when it is refused with %s`, async (_, refusal) => {
    const result = toRefusalResult(refusal);
    const connection = legacyConnection({ phones: { ...scriptedPhones(), backend: async () => result } });

    expect(await connection.call()).toBe(result);
    expect(connection.client.questions).toEqual([]);
    expect(connection.records).toEqual([]);
  });

  it(cites("C1")`is not asked about when its candidates share one id`, async () => {
    const connection = legacyConnection({ phones: { ...scriptedPhones(), backend: async () => TWINS } });

    expect(await connection.call()).toBe(TWINS);
    expect(connection.client.questions).toEqual([]);
  });
});

describe("an ambiguous legacy call", () => {
  // cases 38, 47
  it(cites("C2")`is asked about once, in a form with one entry per candidate in the refusal's order`, async () => {
    const connection = legacyConnection({ reply: () => ({ action: "cancel" }) });

    await connection.call();

    expect(connection.client.questions).toEqual([
      {
        mode: "form",
        message: [
          'Which device is "tapOn" meant for? The question stands for 20 seconds; without an answer nothing runs.',
          "- R3CN90ABCDE: Galaxy S23, SM-S911B, Android 14, hardware",
          "- emulator-5554: Pixel_8_API_35, Android 15, emulator",
        ].join("\n"),
        requestedSchema: {
          type: "object",
          properties: {
            deviceId: {
              type: "string",
              oneOf: [
                { const: "R3CN90ABCDE", title: "R3CN90ABCDE (android)" },
                { const: "emulator-5554", title: "emulator-5554 (android)" },
              ],
            },
          },
          required: ["deviceId"],
        },
      },
    ]);
  });

  it(cites("C3")`runs once more, on the device that was picked, with its own arguments and no others`, async () => {
    const connection = legacyConnection({ reply: () => accept(EMULATOR.id) });

    const result = await connection.call({ text: "Sign in", index: 2 });

    expect(result.structuredContent).toEqual({
      device: "emulator-5554",
      arguments: { text: "Sign in", index: 2, deviceId: "emulator-5554" },
    });
    expect(connection.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it(cites("C3")`is answered with the second run's result whatever it is, even with another ambiguity`, async () => {
    const phones = scriptedPhones(GALAXY, EMULATOR);
    const results: CallToolResult[] = [await phones.backend({ name: "tapOn", arguments: {} }, NEVER), TWINS];
    const backend = async (): Promise<CallToolResult> => results.shift() ?? ranOn("a third run", { arguments: {} });
    const connection = legacyConnection({ phones: { ...phones, backend }, reply: () => accept(GALAXY.id) });

    expect(await connection.call()).toBe(TWINS);
    expect(connection.client.questions).toHaveLength(1);
  });

  // case 37
  it(cites("S1")`is not asked about while the switch is off, and is again when it is on`, async () => {
    const connection = legacyConnection({ reply: () => accept(GALAXY.id) });

    connection.turn("off");
    await connection.call();
    connection.turn("on");
    await connection.call();

    expect(connection.records.map((record) => record.outcome)).toEqual(["disabled", "accept"]);
    expect(connection.client.questions).toHaveLength(1);
  });

  it(cites("T1")`is asked about as the client declares it at that call, not at an earlier one`, async () => {
    const connection = legacyConnection({ reply: () => accept(GALAXY.id) });
    const declared = ["none", "bare", "url", "form", "none"] as const;

    for (const now of declared) {
      connection.declares(now);
      await connection.call();
    }

    expect(connection.records.map((record) => `${record.declared}: ${record.outcome}`)).toEqual([
      "none: not_offered",
      "bare: accept",
      "url: not_offered",
      "form: accept",
      "none: not_offered",
    ]);
    expect(connection.client.questions).toHaveLength(2);
  });

  // case 39
  it(cites("U1")`takes the unchanged path when the client declares nothing: no question, no timer`, async () => {
    const connection = legacyConnection();
    connection.declares("none");

    const call = connection.call();
    const live = connection.timer.live();
    await call;

    expect(live).toEqual([]);
    expect(connection.timer.live()).toEqual([]);
    expect(connection.client.questions).toEqual([]);
    expect(connection.phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it(cites("T11")`is not asked about when no candidate says who it is: no answer could be used`, async () => {
    const { identity: _, ...galaxy } = fakeDevice("A");
    const { identity: __, ...pixel } = fakeDevice("B");
    const connection = legacyConnection({ phones: scriptedPhones(galaxy, pixel) });

    expect(await connection.call()).toHaveProperty("isError", true);
    expect(connection.client.questions).toEqual([]);
    expect(connection.records.map((record) => record.outcome)).toEqual(["error"]);
  });
});
