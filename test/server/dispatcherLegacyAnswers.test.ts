import { expect, it } from "vitest";
import { cites } from "../requirements.js";
import { accepting, legacyConnectionOnWire, tapOn } from "./servedConnection.js";

/** The line that answers the call when nobody may be asked. */
async function lineWhenSwitchedOff(): Promise<string> {
  const { client, turn } = await legacyConnectionOnWire();
  turn("off");
  return (await tapOn(client).answer).line;
}

it.each([
  ["decline", { result: { action: "decline" } }],
  ["decline", { result: { action: "decline", content: { deviceId: "emulator-5554" } } }],
  ["cancel", { result: { action: "cancel" } }],
  ["invalid", { result: { action: "accept" } }],
  ["invalid", { result: { action: "accept", content: null } }],
  ["invalid", { result: { action: "accept", content: {} } }],
  ["invalid", { result: { action: "accept", content: { deviceId: 5554 } } }],
  ["invalid", { result: { action: "accept", content: 5554 } }],
  ["invalid", { result: accepting("emulator-5556") }],
  ["invalid", { result: accepting("emulator-5554 (android)") }],
  ["invalid", { result: { deviceId: "emulator-5554" } }],
  ["invalid", { result: {} }],
  ["invalid", { result: { action: "accepted", content: { deviceId: "emulator-5554" } } }],
  ["error", { error: { code: -32600, message: "Elicitation not supported" } }],
  ["error", { error: { code: -32601, message: "Method not found" } }],
  ["error", { error: { code: -32602, message: "Invalid params", data: { deviceId: "emulator-5554" } } }],
  ["error", { error: { code: -32603, message: "two calls are in flight" } }],
])(cites("C4")`an answer that ends as %s gives the refusal byte for byte: %o`, async (outcome, answer) => {
  const { client, phones, records, timer } = await legacyConnectionOnWire();

  const call = tapOn(client);
  const { id } = await client.asked();
  client.send({ id, ...answer });

  expect((await call.answer).line).toBe(await lineWhenSwitchedOff());
  expect(phones.runs).toEqual(["ambiguous_device_target"]);
  expect(records.items.map((record) => record.outcome)).toEqual([outcome]);
  expect(timer.live()).toEqual([]);
});

it.each([
  ["nothing else", accepting("emulator-5554")],
  ["fields of its own", { ...accepting("emulator-5554"), _meta: { "example.com/by": { hook: [1] } }, took: 42 }],
  [
    "nested fields in its content",
    { action: "accept", content: { deviceId: "emulator-5554", why: { because: [{}] } } },
  ],
])(cites("C3")`an accept with %s runs the call on the device that it names`, async (_, result) => {
  const { client, phones } = await legacyConnectionOnWire();

  const call = tapOn(client);
  const { id } = await client.asked();
  client.send({ id, result });

  expect((await call.answer).result).toMatchObject({ structuredContent: { device: "emulator-5554" } });
  expect(phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
});

it(cites("C4")`a result that is no object is no answer: the question stands until its time is over`, async () => {
  const { client, phones, timer, records } = await legacyConnectionOnWire();

  const call = tapOn(client);
  const { id } = await client.asked();
  client.send({ id, result: "emulator-5554" });
  client.send({ id, result: null });
  await client.request("ping").answer;
  timer.advance(20_000);

  expect((await call.answer).line).toBe(await lineWhenSwitchedOff());
  expect(phones.runs).toEqual(["ambiguous_device_target"]);
  expect(records.items.map((record) => record.outcome)).toEqual(["timeout"]);
});

it(cites("C4")`an answer to another id than the question's is none`, async () => {
  const { client, phones } = await legacyConnectionOnWire();

  tapOn(client);
  await client.asked();
  client.send({ id: 99, result: accepting("emulator-5554") });
  await client.request("ping").answer;

  expect(phones.runs).toEqual(["ambiguous_device_target"]);
});
