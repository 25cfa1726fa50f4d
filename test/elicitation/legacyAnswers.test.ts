import { describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { EMULATOR, GALAXY, scriptedPhones } from "../support/scriptedPhones.js";
import { accept, bytesWhenSwitchedOff, legacyConnection } from "./legacyConnection.js";

describe("a legacy answer that is no choice", () => {
  // cases 35, 36, 48
  it.each([
    ["a decline", { action: "decline" }],
    ["a decline that names a device", { action: "decline", content: { deviceId: GALAXY.id } }],
    ["a cancel", { action: "cancel" }],
    ["a cancel that names a device", { action: "cancel", content: { deviceId: GALAXY.id } }],
    ["a device that was not offered", accept("emulator-5556")],
    ["an id in another case", accept("EMULATOR-5554")],
    ["an id with a blank", accept("emulator-5554 ")],
    ["a title in place of the id", accept("emulator-5554 (android)")],
    ["an empty id", accept("")],
    ["a number", { action: "accept", content: { deviceId: 5554 } }],
    ["a list with an offered id", { action: "accept", content: { deviceId: [GALAXY.id] } }],
    ["empty content", { action: "accept", content: {} }],
    ["content that is null", { action: "accept", content: null }],
    ["no content", { action: "accept" }],
    ["content that is a string", { action: "accept", content: GALAXY.id }],
    ["an id beside the content", { action: "accept", deviceId: GALAXY.id, content: {} }],
    ["an unknown action", { action: "ok", content: { deviceId: GALAXY.id } }],
    ["no action", { content: { deviceId: GALAXY.id } }],
    ["nothing at all", null],
  ])(cites("C4")`gives the refusal byte for byte and runs nothing: %s`, async (_, answer) => {
    const connection = legacyConnection({ reply: () => answer });

    const result = await connection.call();

    expect(JSON.stringify(result)).toBe(await bytesWhenSwitchedOff());
    expect(connection.phones.runs).toEqual(["ambiguous_device_target"]);
    expect(connection.timer.live()).toEqual([]);
  });

  it(cites("C4")`is a failed ask too`, async () => {
    const connection = legacyConnection();

    const call = connection.call();
    await connection.client.asked(1);
    connection.client.fail(new Error("Method not found"));

    expect(JSON.stringify(await call)).toBe(await bytesWhenSwitchedOff());
    expect(connection.phones.runs).toEqual(["ambiguous_device_target"]);
    expect(connection.timer.live()).toEqual([]);
  });
});

describe("a device that was picked", () => {
  it.each([
    ["has left", [GALAXY]],
    ["is another device under the same id", [GALAXY, fakeDevice(EMULATOR.id, { identity: "another boot" })]],
    ["is there under another id", [GALAXY, { ...EMULATOR, id: "emulator-5556" }]],
    ["does not say any more who it is", [GALAXY, withoutIdentity(EMULATOR.id)]],
  ])(cites("T11", "C4")`is not run on when it %s, and no other one is in its place`, async (_, attached) => {
    const connection = legacyConnection();

    const call = connection.call();
    await connection.client.asked(1);
    connection.phones.attach(...attached);
    connection.client.answer(accept(EMULATOR.id));

    expect(JSON.stringify(await call)).toBe(await bytesWhenSwitchedOff());
    expect(connection.phones.runs).toEqual(["ambiguous_device_target"]);
    expect(connection.records.map((record) => record.outcome)).toEqual(["invalid"]);
  });

  it(cites("T11")`is not run on when it never said who it is`, async () => {
    const phones = scriptedPhones(GALAXY, withoutIdentity(EMULATOR.id));
    const connection = legacyConnection({ phones, reply: () => accept(EMULATOR.id) });

    expect(await connection.call()).toHaveProperty("isError", true);
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
    expect(connection.records.map((record) => record.outcome)).toEqual(["invalid"]);
  });

  it(cites("T11", "C4")`is not run on when it had left before the question came up, although it is back`, async () => {
    const { phones } = legacyConnection();
    const resolve: typeof phones.question.resolve = async (call, signal) => {
      const targets = await phones.question.resolve(call, signal);
      return targets.filter(({ id }) => id === GALAXY.id || connection.client.questions.length > 0);
    };
    const question = { ...phones.question, resolve };
    const connection = legacyConnection({ phones: { ...phones, question }, reply: () => accept(EMULATOR.id) });

    expect(JSON.stringify(await connection.call())).toBe(await bytesWhenSwitchedOff());
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
    expect(connection.records.map((record) => record.outcome)).toEqual(["invalid"]);
  });

  it(cites("T11")`is not run on when another takes its id between the last look and the run`, async () => {
    const { phones } = legacyConnection();
    const resolve: typeof phones.question.resolve = async (call, signal) => {
      const targets = await phones.question.resolve(call, signal);
      if (connection.client.questions.length > 0)
        phones.attach(GALAXY, fakeDevice(EMULATOR.id, { identity: "another" }));
      return targets;
    };
    const question = { ...phones.question, resolve };
    const connection = legacyConnection({ phones: { ...phones, question }, reply: () => accept(EMULATOR.id) });

    await connection.call();

    expect(phones.runs).toEqual(["ambiguous_device_target", "device_lost"]);
  });

  it(cites("T11")`is run on when it is the same one, whoever else came or left`, async () => {
    const connection = legacyConnection();

    const call = connection.call();
    await connection.client.asked(1);
    connection.phones.attach(fakeDevice("0A1B2C3D"), fakeDevice(EMULATOR.id, { identity: EMULATOR.identity ?? "" }));
    connection.client.answer(accept(EMULATOR.id));

    expect((await call).structuredContent).toMatchObject({ device: EMULATOR.id });
  });
});

function withoutIdentity(id: string): typeof GALAXY {
  const { identity: _, ...device } = fakeDevice(id);
  return device;
}
