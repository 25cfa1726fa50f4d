import { describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { EMULATOR, GALAXY, ranOn, scriptedPhones } from "../support/scriptedPhones.js";
import { modernBytesWhenSwitchedOff, type ModernServer, modernServer, picks } from "./modernServer.js";

const NOTHING_RAN = ["ambiguous_device_target"];
const STALE =
  '{"code":"stale_answer","message":"tapOn did not run: an answer came for a question that is not open any more.",' +
  '"hint":"Call tapOn again without an answer, or name the device with deviceId."}';

describe("a state", () => {
  it.each([
    ["keys in another order", { to: { y: 2, x: 1 }, from: { x: 3, y: [{ b: 1, a: 2 }] } }],
    ["keys in another order at a deeper place", { from: { y: [{ a: 2, b: 1 }], x: 3 }, to: { x: 1, y: 2 } }],
  ])(cites("T5")`fits its call with %s`, async (_, args) => {
    const server = modernServer();
    const state = await server.ask({ args: { from: { x: 3, y: [{ a: 2, b: 1 }] }, to: { x: 1, y: 2 } } });

    await server.call({ args, state, responses: picks(EMULATOR.id) });

    expect(server.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it.each([
    ["another tool", { tool: "inputText" }],
    ["a tool in another case", { tool: "tapon" }],
    ["another argument", { args: { text: "Sign out" } }],
    ["one argument more", { args: { text: "Sign in", index: 0 } }],
    ["an argument less", { args: {} }],
    ["another type of the same argument", { args: { text: ["Sign in"] } }],
    // case 44
  ])(cites("T5", "T6")`of one call does not fit %s`, async (_, request) => {
    const server = modernServer();

    const result = await server.call({ ...request, state: await server.ask(), responses: picks(EMULATOR.id) });

    expect(JSON.stringify(result)).toContain(String.raw`{\"code\":\"ambiguous_device_target\"`);
    expect(server.phones.runs).toEqual(NOTHING_RAN);
    expect(server.records.map((record) => record.outcome)).toEqual(["asked", "invalid"]);
  });

  it.each([
    ["a nested value", { from: { x: 3, y: [{ a: 2, b: 1 }] } }],
    ["the order of a list", { from: { x: 3, y: [{ b: 1 }, { a: 1 }] } }],
    ["a nested deviceId", { from: { x: 3, y: [{ a: 1 }, { b: 1 }], deviceId: "A" } }],
  ])(cites("T5", "T6")`does not fit when %s changed`, async (_, args) => {
    const server = modernServer();
    const state = await server.ask({ args: { from: { x: 3, y: [{ a: 1 }, { b: 1 }] } } });

    await server.call({ args, state, responses: picks(EMULATOR.id) });

    expect(server.phones.runs).toEqual(NOTHING_RAN);
  });

  it.each([599_000, 600_000])(cites("T5")`can be used for ten minutes of the injected clock: %i ms`, async (ms) => {
    const server = modernServer();
    const state = await server.ask();
    server.timer.advance(ms);

    await server.call({ state, responses: picks(EMULATOR.id) });

    expect(server.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it.each([
    ["ten minutes later", 601_000],
    ["once that clock was set back by more than ten minutes", -601_000],
  ])(cites("T5", "T6")`cannot be used on the injected clock %s`, async (_, ms) => {
    const server = modernServer();
    const state = await server.ask();
    server.timer.advance(ms);

    const result = await server.call({ state, responses: picks(EMULATOR.id) });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(server.phones.runs).toEqual(NOTHING_RAN);
  });
});

describe("an answer without a usable state", () => {
  it(cites("T6", "T10")`gives the refusal when the call is ambiguous, and asks nothing`, async () => {
    const server = modernServer();

    const result = await server.call({ responses: picks(EMULATOR.id) });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(server.phones.runs).toEqual([]);
  });

  it.each([
    ["one device", [EMULATOR]],
    ["no device", []],
  ])(cites("T10")`runs nothing when there is %s: it is a stale answer`, async (_, attached) => {
    const server = modernServer();
    server.phones.attach(...attached);

    const result = await server.call({ responses: picks(EMULATOR.id) });

    expect(result).toEqual({ content: [{ type: "text", text: STALE }], isError: true });
    expect(server.phones.runs).toEqual([]);
  });

  it(cites("T6")`gives the refusal also when the answer map is empty`, async () => {
    const server = modernServer();

    const result = await server.call({ responses: {} });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(server.phones.runs).toEqual([]);
  });
});

describe("when the attached devices changed since the question, a retry", () => {
  async function retryAfter(
    change: (phones: ModernServer["phones"]) => void,
  ): Promise<ModernServer & { bytes: string }> {
    const server = modernServer();
    const state = await server.ask();
    change(server.phones);
    const result = await server.call({ state, responses: picks(EMULATOR.id) });
    return { ...server, bytes: JSON.stringify(result) };
  }

  it.each([
    ["left and two others are there", [GALAXY, fakeDevice("0A1B2C3D")]],
    ["left and one other is there", [GALAXY]],
    ["left and nothing is there", []],
    ["is another device under the same id", [GALAXY, fakeDevice(EMULATOR.id, { identity: "another boot" })]],
    ["is another device under the same id and the only one", [fakeDevice(EMULATOR.id, { identity: "another boot" })]],
    ["is there under another id", [GALAXY, { ...EMULATOR, id: "emulator-5556" }]],
    ["is not ready any more", [GALAXY, { ...EMULATOR, state: { is: "not_ready", reason: "booting" } }]],
  ] as const)(
    cites("T6", "T10", "T11")`runs nothing and gives the first refusal byte for byte when the picked one %s`,
    async (_, attached) => {
      const { phones, records, bytes } = await retryAfter((now) => now.attach(...attached));

      expect(bytes).toBe(await modernBytesWhenSwitchedOff());
      expect(phones.runs).toEqual(NOTHING_RAN);
      expect(records.map((record) => record.outcome)).toEqual(["asked", "invalid"]);
    },
  );

  it.each([
    ["a third one joined", [GALAXY, EMULATOR, fakeDevice("0A1B2C3D")]],
    ["the other one left", [EMULATOR]],
    ["the picked one came back as the same device", [fakeDevice(EMULATOR.id, { identity: EMULATOR.identity ?? "" })]],
  ])(cites("T6", "T11")`still runs on the picked one when %s`, async (_, attached) => {
    const { phones, bytes } = await retryAfter((now) => now.attach(...attached));

    expect(bytes).toBe(JSON.stringify(ranOn(EMULATOR.id, { arguments: { text: "Sign in", deviceId: EMULATOR.id } })));
    expect(phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it(cites("T11")`runs nothing when the picked one never said who it is`, async () => {
    const { identity: _, ...nameless } = EMULATOR;
    const server = modernServer({ phones: scriptedPhones(GALAXY, nameless) });

    await server.call({ state: await server.ask(), responses: picks(EMULATOR.id) });

    expect(server.phones.runs).toEqual(NOTHING_RAN);
  });

  it(cites("T10")`runs nothing when what is attached cannot be found out`, async () => {
    const { phones } = modernServer();
    const failing = modernServer({
      phones: {
        ...phones,
        question: { ...phones.question, resolve: async () => Promise.reject(new Error("adb is gone")) },
      },
    });
    const state = await modernServer().ask();

    const result = await failing.call({ state, responses: picks(EMULATOR.id) });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(phones.runs).toEqual([]);
  });
});
