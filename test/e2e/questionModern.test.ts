import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { accepting, modernCall, resultBytes } from "../support/questionClient.js";
import { resultOf, type ServerProcess, startServerProcess, type WireMessage } from "../support/serverProcess.js";
import { startTwoPhones, type TwoPhones } from "../support/twoPhones.js";

const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };
const SWIPE = { name: "swipe", arguments: { from: { x: 190, y: 700 }, to: { x: 190, y: 300 }, durationMs: 200 } };
const INVALID_STATE = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};

let phones: TwoPhones;
let server: ServerProcess;
let silent: ServerProcess;

beforeAll(async () => {
  phones = await startTwoPhones("the lab's own adb server", undefined);
  server = startServerProcess({ env: phones.env });
  silent = startServerProcess({ env: { ...phones.env, AUTOMOBILE_ELICITATION: "off" } });
});
afterAll(async () => {
  await Promise.all([server.end(), silent.end()]);
  await phones.close();
});

const inputs = (): readonly number[] => phones.ids.map((id) => phones.received(id).length);

/** Makes an ambiguous call and gives the state that came with the question. */
async function ask(call: object): Promise<unknown> {
  return resultOf(await server.request("tools/call", modernCall(call)))["requestState"];
}

async function retry(call: object, fields: object): Promise<WireMessage> {
  return await server.request("tools/call", { ...modernCall(call), ...fields });
}

/** The bytes that the call gives while asking is switched off. */
async function refusalOf(call: object): Promise<string> {
  return resultBytes(await silent.request("tools/call", modernCall(call)));
}

const answering = (deviceChoice: unknown): object => ({ inputResponses: { deviceChoice } });

describe("a modern answer to a real server", () => {
  it.each<readonly [string, object]>([
    ["accepts without content", answering({ action: "accept" })],
    ["accepts with null for content", answering({ action: "accept", content: null })],
    ["accepts with empty content", answering({ action: "accept", content: {} })],
    ["accepts with a number for content", answering({ action: "accept", content: 2 })],
    ["accepts with a number for the id", answering({ action: "accept", content: { deviceId: 2 } })],
    ["accepts an id that was not offered", answering(accepting("LABPHONE03"))],
    ["accepts a label in place of the id", answering(accepting("LABPHONE02 (android)"))],
    ["declines", answering({ action: "decline" })],
    ["declines with content", answering({ action: "decline", content: { deviceId: "LABPHONE02" } })],
    ["cancels", answering({ action: "cancel" })],
    ["cancels with content", answering({ action: "cancel", content: { deviceId: "LABPHONE02" } })],
    ["is an error in place of an answer", answering({ code: -32603, message: "two calls in flight" })],
    ["is null", answering(null)],
    ["is an id", answering("LABPHONE02")],
    ["has no entry for the question", { inputResponses: {} }],
    ["has an entry for another question only", { inputResponses: { other: accepting("LABPHONE02") } }],
    ["is dropped altogether, the state is not", {}],
  ])(cites("C4", "T6")`that %s gives the refusal byte for byte, and reaches no phone`, async (_, fields) => {
    const before = inputs();
    const requestState = await ask(TAP);

    const answer = await retry(TAP, { requestState, ...fields });

    expect(resultBytes(answer)).toBe(await refusalOf(TAP));
    expect(inputs()).toEqual(before);
  });

  it(
    cites("T4", "T6")`that picks a device runs the call there, and again when the same retry comes again`,
    async () => {
      const [first = 0, second = 0] = inputs();
      const fields = { requestState: await ask(TAP), ...answering(accepting("LABPHONE02")) };

      const answers = [await retry(TAP, fields), await retry(TAP, fields)];

      expect(answers.map(({ line }) => line.includes('"deviceId":"LABPHONE02"'))).toEqual([true, true]);
      expect(inputs()).toEqual([first, second + 2]);
    },
  );

  it(cites("T5")`fits a call whose keys come in another order, at every depth`, async () => {
    const requestState = await ask(SWIPE);
    const reordered = { durationMs: 200, to: { y: 300, x: 190 }, from: { y: 700, x: 190 } };

    const answer = await retry(
      { ...SWIPE, arguments: reordered },
      { requestState, ...answering(accepting("LABPHONE02")) },
    );

    expect(resultOf(answer)).toMatchObject({ structuredContent: { device: { deviceId: "LABPHONE02" } } });
    expect(phones.received("LABPHONE02").at(-1)).toMatchObject({ kind: "swipe", from: [190, 700], to: [190, 300] });
  });
});

describe("a modern state on a real server", () => {
  it.each<readonly [string, object]>([
    ["another tool", { name: "pressButton", arguments: { button: "home" } }],
    ["another value", { ...SWIPE, arguments: { ...SWIPE.arguments, durationMs: 201 } }],
    ["another value inside", { ...SWIPE, arguments: { ...SWIPE.arguments, to: { x: 190, y: 301 } } }],
    ["one argument less", { ...SWIPE, arguments: { from: SWIPE.arguments.from, to: SWIPE.arguments.to } }],
  ])(cites("T5", "T6")`of a call does not fit %s: it is refused and reaches no phone`, async (_, call) => {
    const before = inputs();
    const requestState = await ask(SWIPE);

    const answer = await retry(call, { requestState, ...answering(accepting("LABPHONE02")) });

    expect(resultBytes(answer)).toBe(await refusalOf(call));
    expect(inputs()).toEqual(before);
  });

  it(cites("T6")`that is missing makes the answer worth nothing`, async () => {
    const before = inputs();

    const answer = await retry(TAP, answering(accepting("LABPHONE02")));

    expect(resultBytes(answer)).toBe(await refusalOf(TAP));
    expect(inputs()).toEqual(before);
  });

  it.each<readonly [string, (state: string) => unknown]>([
    ["has a changed body", (state) => state.replace(/^v1\.eyJ/, "v1.eyK")],
    [
      "has a changed signature",
      (state) => state.replace(/\.(?<mac>[\w-])(?=[\w-]*$)/, (mac) => (mac === ".A" ? ".B" : ".A")),
    ],
    ["has no signature", (state) => state.slice(0, state.lastIndexOf("."))],
    ["is a number", () => 7],
    ["is an object", () => ({ v: 1 })],
    ["is null", () => null],
  ])(cites("T7")`that %s is a protocol error, and reaches no phone`, async (_, change) => {
    const before = inputs();
    const state = String(await ask(TAP));

    const { body } = await retry(TAP, { requestState: change(state), ...answering(accepting("LABPHONE02")) });

    expect(change(state)).not.toBe(state);
    expect(body["error"]).toEqual(INVALID_STATE);
    expect(inputs()).toEqual(before);
  });

  it(cites("T7", "T8")`of a server that was started again since is a protocol error`, async () => {
    const before = inputs();
    const requestState = await ask(TAP);
    await silent.end();
    silent = startServerProcess({ env: { ...phones.env, AUTOMOBILE_ELICITATION: "off" } });

    const { body } = await silent.request("tools/call", {
      ...modernCall(TAP),
      requestState,
      ...answering(accepting("LABPHONE02")),
    });

    expect(body["error"]).toEqual(INVALID_STATE);
    expect(inputs()).toEqual(before);
  });
});

describe("a modern request to a real server that declares", () => {
  it.each([
    ["nothing", {}],
    ["only url", { elicitation: { url: {} } }],
    ["only keys that nobody knows", { elicitation: { later: {} } }],
  ])(
    cites("T3", "U1")`%s gets the refusal byte for byte, whatever the request before declared`,
    async (_, capabilities) => {
      await ask(TAP);

      const answer = await server.request("tools/call", modernCall(TAP, capabilities));

      expect(resultBytes(answer)).toBe(await refusalOf(TAP));
    },
  );
});
