import { describe, expect, it } from "vitest";
import { toRefusalResult } from "../../src/server/refusalWire.js";
import { cites } from "../requirements.js";
import { SAMPLE_REFUSALS } from "../server/sampleRefusals.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { EMULATOR, ranOn, scriptedPhones } from "../support/scriptedPhones.js";
import { modernBytesWhenSwitchedOff, modernServer } from "./modernServer.js";

const OTHER_REFUSALS = Object.entries(SAMPLE_REFUSALS).filter(([code]) => code !== "ambiguous_device_target");

describe("an ambiguous modern call", () => {
  // case 45
  it(cites("T3", "U3")`is answered with its question at once, and nothing waits`, async () => {
    const server = modernServer();

    const { requestState, ...question } = await server.call();

    expect(question).toEqual({
      resultType: "input_required",
      inputRequests: {
        deviceChoice: {
          method: "elicitation/create",
          params: {
            mode: "form",
            message: [
              'Which device is "tapOn" meant for?',
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
        },
      },
    });
    expect(requestState).toBeTypeOf("string");
    expect(server.timer.live()).toEqual([]);
    expect(server.phones.runs).toEqual(["ambiguous_device_target"]);
  });

  // case 40
  it.each(["form", "bare"] as const)(cites("T3")`is asked about when its envelope declares %s`, async (declared) => {
    expect(await modernServer().call({ declared })).toMatchObject({ resultType: "input_required" });
  });

  it.each(["none", "url"] as const)(
    cites("T3", "U1")`is refused when its envelope declares %s, byte for byte as with the switch off`,
    async (declared) => {
      const server = modernServer();

      const result = await server.call({ declared });

      expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
      expect(server.records.map((record) => record.outcome)).toEqual(["not_offered"]);
    },
  );

  it(cites("T3")`is asked about as that request declares it, not as an earlier one did`, async () => {
    const server = modernServer();

    await server.call({ declared: "form" });
    await server.call({ declared: "none" });
    await server.call({ declared: "bare" });

    expect(server.records.map((record) => record.outcome)).toEqual(["asked", "not_offered", "asked"]);
  });

  it(cites("S1")`is not asked about while the switch is off`, async () => {
    const server = modernServer();
    server.turn("off");

    const result = await server.call();

    expect(result).not.toHaveProperty("resultType");
    expect(server.records.map((record) => record.outcome)).toEqual(["disabled"]);
  });

  it(cites("S2")`is asked about again however often it was declined: nothing is remembered`, async () => {
    const server = modernServer();
    const responses = { deviceChoice: { action: "decline" } };

    await server.call({ responses, state: await server.ask() });

    expect(await server.call()).toMatchObject({ resultType: "input_required" });
  });

  it(cites("T11")`is not asked about when no candidate says who it is: no answer could be used`, async () => {
    const { identity: _, ...galaxy } = fakeDevice("A");
    const { identity: __, ...pixel } = fakeDevice("B");
    const server = modernServer({ phones: scriptedPhones(galaxy, pixel) });

    expect(await server.call()).toHaveProperty("isError", true);
    expect(server.records.map((record) => record.outcome)).toEqual(["error"]);
  });

  it(cites("C4")`is not asked about when it was cancelled meanwhile`, async () => {
    const server = modernServer();

    const result = await server.call({ signal: AbortSignal.abort("stop") });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(server.records.map((record) => record.outcome)).toEqual(["error"]);
  });
});

describe("a modern call that is not ambiguous", () => {
  it(cites("C1")`runs on the only device there is`, async () => {
    const server = modernServer({ phones: scriptedPhones(EMULATOR) });

    expect(await server.call()).toEqual(ranOn(EMULATOR.id, { arguments: { text: "Sign in" } }));
    expect(server.records).toEqual([]);
  });

  it.each([{ deviceId: EMULATOR.id }, { deviceId: "nobody" }, { deviceId: "" }, { deviceId: null }])(
    cites("C1")`is never asked about when it has a deviceId, whatever it is: %o`,
    async (args) => {
      const server = modernServer();

      expect(await server.call({ args })).not.toHaveProperty("resultType");
      expect(server.phones.runs).toHaveLength(1);
      expect(server.records).toEqual([]);
    },
  );

  it.each(OTHER_REFUSALS)(cites("C1", "C7")`is not asked about when it is refused with %s`, async (_, refusal) => {
    const result = toRefusalResult(refusal);
    const server = modernServer({ phones: { ...scriptedPhones(), backend: async () => result } });

    expect(await server.call()).toBe(result);
    expect(server.records).toEqual([]);
  });
});
