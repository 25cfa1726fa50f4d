import { describe, expect, it } from "vitest";
import { cites } from "../../requirements.js";
import { EMULATOR, GALAXY } from "../../support/scriptedPhones.js";
import { fakeDevice } from "../../support/fakeDevice.js";
import { KNOWS_TASKS, picking, type TaskConnection, taskConnection } from "./taskConnection.js";

interface Waiting extends TaskConnection {
  readonly taskId: string;
}

/** A task that has come upon two phones and waits to be told which. */
async function waitingTask(): Promise<Waiting> {
  const connection = taskConnection();
  const taskId = await connection.start();
  await connection.until(taskId, "input_required");
  return { ...connection, taskId };
}

/** The result of the same call when nobody may be asked. */
async function refusalWhenSwitchedOff(): Promise<unknown> {
  const connection = taskConnection();
  connection.turn("off");
  return (await connection.until(await connection.start(), "completed"))["result"];
}

describe("a call that is ambiguous inside its task", () => {
  it(cites("K1")`has its handle before anything has run, and then waits with the question`, async () => {
    const { call, until, phones } = taskConnection();

    const { result } = await call();

    expect(result).toMatchObject({ resultType: "task", status: "working", ttlMs: null });
    expect(result).not.toHaveProperty("inputRequests");
    expect(await until(String(result?.["taskId"]), "input_required")).toMatchObject({
      resultType: "complete",
      ttlMs: null,
      inputRequests: {
        deviceChoice: {
          method: "elicitation/create",
          params: {
            mode: "form",
            requestedSchema: {
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
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it(cites("K4", "M1")`runs once on the device that was picked, and completes with its result`, async () => {
    const { taskId, update, until, phones, records, timer } = await waitingTask();
    timer.advance(1500);

    const ack = await update(taskId, picking("emulator-5554"));

    expect(ack.result).toMatchObject({ resultType: "complete" });
    expect(await until(taskId, "completed")).toMatchObject({
      result: { resultType: "complete", content: [{ type: "text", text: "ran on emulator-5554" }] },
    });
    expect(phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
    expect(records.items).toEqual([
      expect.objectContaining({ tool: "waitFor", task: true, era: "modern", outcome: "asked", candidates: 2 }),
      expect.objectContaining({ tool: "waitFor", task: true, era: "modern", outcome: "accept", latencyMs: 1500 }),
    ]);
  });

  it.each([
    ["decline", { action: "decline" }],
    ["cancel", { action: "cancel" }],
    ["invalid", { action: "accept" }],
    ["invalid", { action: "accept", content: null }],
    ["invalid", { action: "accept", content: {} }],
    ["invalid", { action: "accept", content: { deviceId: "emulator-5556" } }],
    ["invalid", { action: "accept", content: { deviceId: ["emulator-5554"] } }],
    ["invalid", {}],
    ["invalid", null],
    ["invalid", 7],
    ["invalid", { method: "elicitation/create", result: { action: "accept", content: { deviceId: "emulator-5554" } } }],
  ])(
    cites("K4", "M1")`completes with the same refusal as unasked, and asks no more: %s by %j`,
    async (outcome, answer) => {
      const { taskId, update, until, phones, records } = await waitingTask();

      await update(taskId, { deviceChoice: answer });

      expect(JSON.stringify((await until(taskId, "completed"))["result"])).toBe(
        JSON.stringify(await refusalWhenSwitchedOff()),
      );
      expect(phones.runs).toEqual(["ambiguous_device_target"]);
      expect(records.items.map((record) => record.outcome)).toEqual(["asked", outcome]);
    },
  );

  it.each([
    ["is gone", [GALAXY]],
    ["belongs to another device now", [GALAXY, { ...EMULATOR, identity: "emulator:Pixel_9:another boot" }]],
    ["was not offered", [GALAXY, fakeDevice("emulator-5556"), fakeDevice("emulator-5558")]],
  ])(cites("K4")`does not run on a device whose id %s`, async (_, attached) => {
    const { taskId, update, until, phones, records } = await waitingTask();
    phones.attach(...attached);

    await update(taskId, picking("emulator-5554"));

    expect(JSON.stringify((await until(taskId, "completed"))["result"])).toBe(
      JSON.stringify(await refusalWhenSwitchedOff()),
    );
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
    expect(records.items.at(-1)).toMatchObject({ outcome: "invalid", task: true });
  });

  it(cites("K4")`goes on waiting after an update that leaves the question out, with the same bytes`, async () => {
    const { taskId, update, get } = await waitingTask();
    const before = (await get(taskId)).result;

    const ack = await update(taskId, { somethingElse: { action: "accept", content: {} } });

    expect(ack.result).toHaveProperty("resultType", "complete");
    expect(JSON.stringify((await get(taskId)).result)).toBe(JSON.stringify(before));
  });

  it(cites("K6")`takes one answer; what comes later is acknowledged and nothing`, async () => {
    const { taskId, update, until, phones } = await waitingTask();
    await update(taskId, picking("emulator-5554"));
    await until(taskId, "completed");

    const late = await update(taskId, picking("R3CN90ABCDE"));

    expect(late.result).toHaveProperty("resultType", "complete");
    expect(phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it(cites("K4", "M1")`is cancelled where it waits, and an answer after that runs nothing`, async () => {
    const { taskId, cancel, update, until, phones, records, timer } = await waitingTask();
    timer.advance(700);

    expect((await cancel(taskId)).result).toMatchObject({ resultType: "complete" });
    await update(taskId, picking("emulator-5554"));

    expect(await until(taskId, "cancelled")).toMatchObject({
      statusMessage: "Cancelled. Nothing was done to a device (did_not_run).",
    });
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
    expect(records.items.map(({ outcome, latencyMs }) => ({ outcome, latencyMs }))).toEqual([
      { outcome: "asked", latencyMs: undefined },
      { outcome: "error", latencyMs: 700 },
    ]);
  });

  it(cites("K5")`waits on no timer, for a day`, async () => {
    const { taskId, get, update, until, timer } = await waitingTask();

    expect(timer.live()).toEqual([]);
    timer.advance(86_400_000);

    expect((await get(taskId)).result).toMatchObject({ status: "input_required", ttlMs: null });
    await update(taskId, picking("emulator-5554"));
    await until(taskId, "completed");
  });
});

describe("a call that is ambiguous inside its task is not asked about", () => {
  it.each([
    ["none", "not_offered", { extensions: KNOWS_TASKS.extensions }],
    ["url", "not_offered", { elicitation: { url: {} }, extensions: KNOWS_TASKS.extensions }],
  ])(cites("K3", "M1")`when its request declares no form: %s`, async (declared, outcome, capabilities) => {
    const { start, until, records } = taskConnection();

    const { result } = await until(await start({}, capabilities), "completed");

    expect(JSON.stringify(result)).toBe(JSON.stringify(await refusalWhenSwitchedOff()));
    expect(records.items).toEqual([expect.objectContaining({ declared, outcome, task: true })]);
  });

  it(cites("K3")`when it names a device, whatever that comes to`, async () => {
    const { start, until, phones, records } = taskConnection();

    await until(await start({ arguments: { text: "Inbox", deviceId: "emulator-5554" } }), "completed");

    expect(phones.runs).toEqual(["ran on emulator-5554"]);
    expect(records.items).toEqual([]);
  });

  it(cites("S1", "M1")`when questions are switched off, and none is answered that was open before`, async () => {
    const { taskId, start, turn, update, until, phones, records } = await waitingTask();
    turn("off");

    const { result } = await until(await start(), "completed");
    await update(taskId, picking("emulator-5554"));

    expect(JSON.stringify((await until(taskId, "completed"))["result"])).toBe(JSON.stringify(result));
    expect(phones.runs).toEqual(["ambiguous_device_target", "ambiguous_device_target"]);
    expect(records.items.map((record) => record.outcome)).toEqual(["asked", "disabled", "disabled"]);
  });
});
