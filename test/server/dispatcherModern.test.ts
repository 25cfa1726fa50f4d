import { describe, expect, it } from "vitest";
import { z } from "zod";
import { VERSION } from "../../src/core/version.js";
import { cites } from "../requirements.js";
import type { Received } from "../support/scriptedClient.js";
import { accepting, envelope, modernTapOn, type ServedConnection, servedConnection } from "./servedConnection.js";

const ENVELOPE = z.looseObject({ "io.modelcontextprotocol/clientInfo": z.looseObject({}) });

interface AskedConnection extends ServedConnection {
  readonly question: Received;
  /** Sends the call again with this answer and the question's own state. */
  readonly retry: (answer: unknown, params?: object) => Promise<Received>;
}

async function askedConnection(): Promise<AskedConnection> {
  const served = servedConnection();
  const question = await modernTapOn(served.client).answer;
  const requestState = question.result?.["requestState"];
  const retry = async (answer: unknown, params: object = {}): Promise<Received> =>
    await modernTapOn(served.client, { inputResponses: { deviceChoice: answer }, requestState, ...params }).answer;
  return { ...served, question, retry };
}

/** The line that answers the second request of a connection when nobody may be asked. */
async function secondLineWhenSwitchedOff(): Promise<string> {
  const { client, turn } = servedConnection();
  turn("off");
  await modernTapOn(client).answer;
  return (await modernTapOn(client).answer).line;
}

describe("a modern question", () => {
  // case 46
  it(cites("T3", "T12")`is the call's own result, with no _meta but the SDK's name of the server`, async () => {
    const { question, client, timer } = await askedConnection();

    const { requestState, ...result } = question.result ?? {};

    expect(requestState).toMatch(/^v1\.[\w-]+\.[\w-]+$/);
    expect(result).toEqual({
      resultType: "input_required",
      inputRequests: {
        deviceChoice: {
          method: "elicitation/create",
          params: {
            mode: "form",
            message:
              'Which device is "tapOn" meant for?\n' +
              "- R3CN90ABCDE: Galaxy S23, SM-S911B, Android 14, hardware\n" +
              "- emulator-5554: Pixel_8_API_35, Android 15, emulator",
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
      _meta: {
        "io.modelcontextprotocol/serverInfo": { name: "automobile", title: "AutoMobile", version: VERSION },
      },
    });
    expect(client.received).toHaveLength(1);
    expect(timer.live()).toEqual([]);
  });

  it.each([
    ["bare", {}],
    ["form", { form: {} }],
    ["form", { form: {}, url: {} }],
  ])(cites("T3")`goes to a request that declares %s: %o`, async (declared, elicitation) => {
    const { client, records } = servedConnection();

    const { result } = await modernTapOn(client, {}, elicitation).answer;

    expect(result).toHaveProperty("resultType", "input_required");
    expect(records.items).toEqual([expect.objectContaining({ declared, outcome: "asked", clientName: "scripted" })]);
  });

  it.each([
    ["url", { url: {} }],
    ["none", { later: {} }],
  ])(
    cites("T3", "C4")`does not go to one that declares %s, whatever an earlier one did: %o`,
    async (declared, elicitation) => {
      const { client, records } = servedConnection();
      await modernTapOn(client).answer;

      const { line } = await modernTapOn(client, {}, elicitation).answer;

      expect(line).toBe(await secondLineWhenSwitchedOff());
      expect(records.items[1]).toMatchObject({ declared, outcome: "not_offered" });
    },
  );
});

describe("a modern client that does not say who it is", () => {
  it(cites("M1")`is asked all the same, and has neither a name nor a version in its record`, async () => {
    const { client, records } = servedConnection();
    const { "io.modelcontextprotocol/clientInfo": _, ..._meta } = ENVELOPE.parse(envelope({ elicitation: {} }));

    const { result } = await modernTapOn(client, { _meta }).answer;

    expect(result).toHaveProperty("resultType", "input_required");
    expect(records.items).toStrictEqual([
      {
        declared: "bare",
        era: "modern",
        outcome: "asked",
        tool: "tapOn",
        candidates: 2,
        topology: "direct",
        task: false,
      },
    ]);
  });
});

describe("a modern retry", () => {
  it(cites("T4", "T6")`with the state as it came and an offered device runs once, on that device`, async () => {
    const { retry, phones, records } = await askedConnection();

    const { result } = await retry(accepting("emulator-5554"));

    expect(result).toMatchObject({
      resultType: "complete",
      structuredContent: { device: "emulator-5554", arguments: { text: "Sign in", deviceId: "emulator-5554" } },
    });
    expect(phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
    expect(records.items.map(({ outcome }) => outcome)).toEqual(["asked", "accept"]);
  });

  it.each([
    ["a decline", { action: "decline" }],
    ["a cancel", { action: "cancel" }],
    ["an accept without content", { action: "accept" }],
    ["an id that was not offered", accepting("emulator-5556")],
    ["an answer in an envelope", { method: "elicitation/create", result: accepting("emulator-5554") }],
    ["an answer of null", null],
    ["an answer that is a list", [accepting("emulator-5554")]],
    ["an answer that is the id", "emulator-5554"],
  ])(cites("T6", "C4")`with %s gets the refusal byte for byte, and no second question`, async (_, answer) => {
    const { retry, phones } = await askedConnection();

    const { line } = await retry(answer);

    expect(line).toBe(await secondLineWhenSwitchedOff());
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it.each([[null], ["emulator-5554"], [[]], [{}], [7]])(
    cites("T6", "C4")`whose whole answer map is %o gets the refusal byte for byte`,
    async (inputResponses) => {
      const { retry, phones } = await askedConnection();

      const { line } = await retry(undefined, { inputResponses });

      expect(line).toBe(await secondLineWhenSwitchedOff());
      expect(phones.runs).toEqual(["ambiguous_device_target"]);
    },
  );

  it(cites("T6", "C4")`without its state gets the refusal byte for byte`, async () => {
    const { retry, phones } = await askedConnection();

    const { line } = await retry(accepting("emulator-5554"), { requestState: undefined });

    expect(line).toBe(await secondLineWhenSwitchedOff());
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it(cites("T5", "T6")`with other arguments runs nothing`, async () => {
    const { retry, phones } = await askedConnection();

    const { result } = await retry(accepting("emulator-5554"), { arguments: { text: "Delete account" } });

    expect(result).toHaveProperty("isError", true);
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it(cites("T10")`without its state runs nothing when one device is left`, async () => {
    const { retry, phones } = await askedConnection();
    phones.attach();

    const { line } = await retry(accepting("emulator-5554"), { requestState: undefined });

    expect(line).toContain(String.raw`"text":"{\"code\":\"stale_answer\"`);
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
  });
});
