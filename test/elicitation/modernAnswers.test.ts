import { describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { EMULATOR, GALAXY, ranOn } from "../support/scriptedPhones.js";
import { modernBytesWhenSwitchedOff, modernServer, picks } from "./modernServer.js";

const ACCEPTED = { action: "accept", content: { deviceId: EMULATOR.id } };

describe("a retry that picks an offered device", () => {
  it(cites("T6", "C3")`runs once, on that device, with the call's own arguments and no others`, async () => {
    const server = modernServer();
    const args = { text: "Sign in", index: 2 };

    const result = await server.call({ args, state: await server.ask({ args }), responses: picks(EMULATOR.id) });

    expect(result).toEqual(ranOn(EMULATOR.id, { arguments: { ...args, deviceId: EMULATOR.id } }));
    expect(server.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it.each([
    ["other keys beside the answer", { deviceChoice: ACCEPTED, other: { action: "decline" } }],
    ["fields beside the content", { deviceChoice: { ...ACCEPTED, _meta: { a: { b: 1 } }, note: "x" } }],
    ["fields beside the id", { deviceChoice: { ...ACCEPTED, content: { ...ACCEPTED.content, why: { deep: [1] } } } }],
  ])(cites("T6")`may have %s`, async (_, responses) => {
    const server = modernServer();

    await server.call({ state: await server.ask(), responses });

    expect(server.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it.each(["none", "url"] as const)(
    cites("T6")`need not declare again what its question needed: it declares %s`,
    async (declared) => {
      const server = modernServer();

      await server.call({ declared, state: await server.ask(), responses: picks(EMULATOR.id) });

      expect(server.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
    },
  );

  it("runs again when it is sent again: it is a new request, and a state is not used up", async () => {
    const server = modernServer();
    const retry = { state: await server.ask(), responses: picks(EMULATOR.id) };

    await server.call(retry);
    await server.call(retry);

    expect(server.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554", "ran on emulator-5554"]);
  });

  it(cites("C1")`but names a device itself runs on the one that it names`, async () => {
    const server = modernServer();
    const state = await server.ask();

    await server.call({ args: { text: "Sign in", deviceId: GALAXY.id }, state, responses: picks(EMULATOR.id) });

    expect(server.phones.runs).toEqual(["ambiguous_device_target", "ran on R3CN90ABCDE"]);
  });
});

describe("a retry that is no choice", () => {
  it.each([
    ["a decline", { deviceChoice: { action: "decline" } }],
    ["a decline that names a device", { deviceChoice: { ...ACCEPTED, action: "decline" } }],
    ["a cancel", { deviceChoice: { action: "cancel" } }],
    ["a cancel that names a device", { deviceChoice: { ...ACCEPTED, action: "cancel" } }],
    ["a device that was not offered", picks("emulator-5556")],
    ["a title in place of the id", picks("emulator-5554 (android)")],
    ["a number", { deviceChoice: { action: "accept", content: { deviceId: 5554 } } }],
    ["content that is null", { deviceChoice: { action: "accept", content: null } }],
    ["empty content", { deviceChoice: { action: "accept", content: {} } }],
    ["no content", { deviceChoice: { action: "accept" } }],
    ["the id in place of the content", { deviceChoice: { action: "accept", deviceId: EMULATOR.id } }],
    ["the content in place of the answer", { deviceChoice: { deviceId: EMULATOR.id } }],
    ["an answer under another key", { deviceId: ACCEPTED }],
    ["an answer of null", { deviceChoice: null }],
    ["an answer that is a string", { deviceChoice: EMULATOR.id }],
    ["an error in place of the answer", { deviceChoice: { code: -32603, message: "no handler" } }],
    ["no answer at all", {}],
  ])(
    // case 43
    cites("T6", "C4", "U3")`gives the refusal byte for byte, asks nothing and runs nothing: %s`,
    async (_, responses) => {
      const server = modernServer();

      const result = await server.call({ state: await server.ask(), responses });

      expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
      expect(server.phones.runs).toEqual(["ambiguous_device_target"]);
      expect(server.timer.live()).toEqual([]);
    },
  );

  it(cites("T6")`gives the refusal also when it has its state alone`, async () => {
    const server = modernServer();

    const result = await server.call({ state: await server.ask() });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(server.phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it(cites("S1", "C4")`gives the refusal when the switch was turned off since the question`, async () => {
    const server = modernServer();
    const state = await server.ask();
    server.turn("off");

    const result = await server.call({ state, responses: picks(EMULATOR.id) });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(server.phones.runs).toEqual(["ambiguous_device_target"]);
    expect(server.records.map((record) => record.outcome)).toEqual(["asked", "disabled"]);
  });

  it(cites("C4")`gives the refusal when it was cancelled`, async () => {
    const server = modernServer();
    const state = await server.ask();

    const result = await server.call({ state, responses: picks(EMULATOR.id), signal: AbortSignal.abort("stop") });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(server.phones.runs).toEqual(["ambiguous_device_target"]);
    expect(server.records.map((record) => record.outcome)).toEqual(["asked", "error"]);
  });
});
