import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { cites } from "../requirements.js";
import { accepting, type LegacyClient, resultBytes, startLegacyClient } from "../support/questionClient.js";
import { resultOf } from "../support/serverProcess.js";
import { startTwoPhones, type TwoPhones } from "../support/twoPhones.js";

const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };

let phones: TwoPhones;
let client: LegacyClient;
let refusal: string;

beforeAll(async () => {
  phones = await startTwoPhones("the lab's own adb server", undefined);
  client = await startLegacyClient({ env: phones.env });
  const silent = await startLegacyClient({ env: { ...phones.env, AUTOMOBILE_ELICITATION: "off" } });
  refusal = resultBytes(await silent.request("tools/call", TAP));
  await silent.end();
});
afterAll(async () => {
  await client.end();
  await phones.close();
});

/** How many inputs have reached each phone. */
const inputs = (): readonly number[] => phones.ids.map((id) => phones.received(id).length);

describe("an answer of a legacy client to a real server", () => {
  it.each([
    ["without content", { result: { action: "accept" } }],
    ["with null for content", { result: { action: "accept", content: null } }],
    ["with empty content", { result: { action: "accept", content: {} } }],
    ["with a number for content", { result: { action: "accept", content: 5554 } }],
    ["with a number for the id", { result: { action: "accept", content: { deviceId: 5554 } } }],
    ["with an id that was not offered", { result: accepting("LABPHONE03") }],
    ["with a label in place of the id", { result: accepting("LABPHONE02 (android)") }],
    ["with the id in another case", { result: accepting("labphone02") }],
  ])(cites("C4")`that accepts %s gives the refusal byte for byte, and reaches no phone`, async (_, reply) => {
    const before = inputs();
    const asked = client.questions().length;
    client.answerWith(reply);

    const answer = await client.request("tools/call", TAP);

    expect(resultBytes(answer)).toBe(refusal);
    expect(client.questions()).toHaveLength(asked + 1);
    expect(inputs()).toEqual(before);
  });

  it.each([
    ["-32600, as a client without a handler", -32600],
    ["-32601, as one that declares and has none", -32601],
    ["-32602, as one that cannot read the form", -32602],
    ["-32603, as one with two calls in flight", -32603],
  ])(cites("C4")`that is the error %s gives the refusal byte for byte, and reaches no phone`, async (_, code) => {
    const before = inputs();
    client.answerWith({ error: { code, message: "no", data: { deviceId: "LABPHONE02" } } });

    const answer = await client.request("tools/call", TAP);

    expect(resultBytes(answer)).toBe(refusal);
    expect(inputs()).toEqual(before);
  });

  it.each([
    ["nothing else", accepting("LABPHONE02")],
    ["fields of its own", { ...accepting("LABPHONE02"), _meta: { "example.com/by": "hook" }, took: 42 }],
    ["more in its content", { action: "accept", content: { deviceId: "LABPHONE02", platform: "ios" } }],
  ])(cites("C3")`that picks a device, with %s, runs the call once, there and nowhere else`, async (_, result) => {
    const [first = 0, second = 0] = inputs();
    client.answerWith({ result });

    const answer = await client.request("tools/call", TAP);

    expect(resultOf(answer)).toMatchObject({ structuredContent: { device: { deviceId: "LABPHONE02" } } });
    expect(inputs()).toEqual([first, second + 1]);
    expect(phones.received("LABPHONE02").at(-1)).toMatchObject({ kind: "tap", x: 190, y: 564 });
  });

  it.each([
    ["decline", { action: "decline" }],
    ["decline with content", { action: "decline", content: { deviceId: "LABPHONE02" } }],
    ["cancel", { action: "cancel" }],
    ["cancel with content", { action: "cancel", content: { deviceId: "LABPHONE02" } }],
  ])(cites("C4", "S2")`that is a %s gives the refusal byte for byte, and is not asked for again`, async (_, result) => {
    const before = inputs();
    const decliner = await startLegacyClient({ env: phones.env });
    onTestFinished(async () => {
      await decliner.end();
    });
    decliner.answerWith({ result });

    const answers = [await decliner.request("tools/call", TAP), await decliner.request("tools/call", TAP)];

    expect(answers.map(resultBytes)).toEqual([refusal, refusal]);
    expect(decliner.questions()).toHaveLength(1);
    expect(inputs()).toEqual(before);
  });
});

describe("a legacy client of a real server that declared", () => {
  it.each([
    ["nothing", {}],
    ["only url", { elicitation: { url: {} } }],
    ["only keys that nobody knows", { elicitation: { later: {} } }],
  ])(cites("T1", "U1")`%s gets the refusal byte for byte and no other message`, async (_, capabilities) => {
    const before = inputs();
    const plain = await startLegacyClient({ env: phones.env, capabilities });
    onTestFinished(async () => {
      await plain.end();
    });
    plain.answerWith({ result: accepting("LABPHONE02") });

    const answer = await plain.request("tools/call", TAP);

    expect(resultBytes(answer)).toBe(refusal);
    expect(plain.received.map(({ body }) => body["id"])).toEqual([1, 2]);
    expect(inputs()).toEqual(before);
  });
});
