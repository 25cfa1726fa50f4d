import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { accepting, type LegacyClient, resultBytes, startLegacyClient } from "../support/questionClient.js";
import { resultOf, type WireMessage } from "../support/serverProcess.js";
import { startTwoPhones, type TwoPhones } from "../support/twoPhones.js";

const CANCELLED = "notifications/cancelled";

let phones: TwoPhones;
let client: LegacyClient;
let silent: LegacyClient;
/** A call whose question nobody answers: its 20 seconds pass beside the other tests of this file. */
let unanswered: { readonly id: number; readonly askedAt: number };

beforeAll(async () => {
  phones = await startTwoPhones("the lab's own adb server", undefined);
  silent = await startLegacyClient({ env: phones.env });
  const id = silent.post("tools/call", tapAt(20));
  await silent.question(1);
  unanswered = { id, askedAt: performance.now() };
  client = await startLegacyClient({ env: phones.env });
});
afterAll(async () => {
  await Promise.all([client.end(), silent.end()]);
  await phones.close();
});

/** A call that can be told from the others by where it taps. */
function tapAt(x: number): object {
  return { name: "tapAt", arguments: { x, y: 564 } };
}

/** Which phones have been tapped there, once per tap. */
function tappedAt(x: number): readonly string[] {
  return phones.ids.flatMap((id) =>
    phones
      .received(id)
      .filter((input) => input.kind === "tap" && input.x === x)
      .map(() => id),
  );
}

function reply(question: WireMessage, result: object): void {
  client.sendLine(JSON.stringify({ jsonrpc: "2.0", id: question.body["id"], result }));
}

const withdrawals = (of: LegacyClient): readonly unknown[] =>
  of.received.filter(({ body }) => body["method"] === CANCELLED).map(({ body }) => body["params"]);

const answersTo = (id: number): readonly WireMessage[] =>
  client.received.filter(({ body }) => body["id"] === id && !("method" in body));

describe("a call that its client cancels", () => {
  it(cites("U2", "C4")`before its question is answered with nothing, and reaches no phone`, async () => {
    const asked = client.questions().length;

    const id = client.post("tools/call", tapAt(30));
    client.notify(CANCELLED, { requestId: id });
    await client.request("tools/call", { name: "listDevices" });

    expect(answersTo(id)).toEqual([]);
    expect(client.questions()).toHaveLength(asked);
    expect(tappedAt(30)).toEqual([]);
  });

  it(cites("U2", "C4")`during its question has that taken back once; an answer after that runs nothing`, async () => {
    const asked = client.questions().length;
    const withdrawn = withdrawals(client).length;
    const id = client.post("tools/call", tapAt(31));
    const question = await client.question(asked + 1);

    client.notify(CANCELLED, { requestId: id, reason: "stop" });
    await client.next(({ body }) => body["method"] === CANCELLED);
    reply(question, accepting("LABPHONE02"));
    await client.request("tools/call", { name: "listDevices" });

    expect(withdrawals(client).slice(withdrawn)).toEqual([
      { requestId: question.body["id"], reason: "The tool call was cancelled" },
    ]);
    expect(answersTo(id)).toEqual([]);
    expect(tappedAt(31)).toEqual([]);
  });

  it(cites("C4")`right behind the answer runs on the picked phone or on none`, async () => {
    const asked = client.questions().length;
    const id = client.post("tools/call", tapAt(32));
    const question = await client.question(asked + 1);

    reply(question, accepting("LABPHONE02"));
    client.notify(CANCELLED, { requestId: id });
    await client.request("tools/call", { name: "observe", arguments: { deviceId: "LABPHONE02" } });

    expect(answersTo(id)).toEqual([]);
    expect([[], ["LABPHONE02"]]).toContainEqual(tappedAt(32));
  });

  it(cites("C3")`after it has run changes nothing`, async () => {
    const asked = client.questions().length;
    const id = client.post("tools/call", tapAt(33));
    reply(await client.question(asked + 1), accepting("LABPHONE02"));
    const answer = await client.response(id);

    client.notify(CANCELLED, { requestId: id });
    await client.caughtUp();

    expect(resultOf(answer)).toMatchObject({ structuredContent: { device: { deviceId: "LABPHONE02" } } });
    expect(answersTo(id)).toHaveLength(1);
    expect(tappedAt(33)).toEqual(["LABPHONE02"]);
  });
});

describe("calls in flight together", () => {
  it(cites("C2", "C3", "C4")`have a question and an answer each, whatever the order of the answers`, async () => {
    const asked = client.questions().length;
    const ids = [
      client.post("tools/call", tapAt(41)),
      client.post("tools/call", { name: "pressButton", arguments: { button: "home" } }),
      client.post("tools/call", { name: "inputText", arguments: { text: "nobody picked" } }),
    ] as const;
    await client.question(asked + 3);
    const about = (tool: string): WireMessage | undefined =>
      client.questions().findLast(({ line }) => line.includes(`"${tool}\\"`));
    const questions = [about("tapAt"), about("pressButton"), about("inputText")];

    const answers = [{ action: "accept" }, accepting("LABPHONE01"), accepting("LABPHONE02")];
    questions.toReversed().forEach((question, index) => {
      reply(question ?? { line: "", body: {} }, answers[index] ?? {});
    });
    const [tapped, pressed, typed] = await Promise.all(ids.map((id) => client.response(id)));

    expect(new Set(questions.map((question) => question?.body["id"])).size).toBe(3);
    expect(tapped?.line).toContain('"deviceId":"LABPHONE02"');
    expect(pressed?.line).toContain('"deviceId":"LABPHONE01"');
    expect(typed?.line).toContain("ambiguous_device_target");
    expect(tappedAt(41)).toEqual(["LABPHONE02"]);
    expect(phones.received("LABPHONE01")).toEqual([{ kind: "key", keycode: "KEYCODE_HOME" }]);
    expect(phones.received("LABPHONE02").filter(({ kind }) => kind === "text")).toEqual([]);
  });
});

describe("a client that closes its connection", () => {
  it(cites("C4", "U2")`while its question is open leaves no process and no tap behind`, async () => {
    const leaving = await startLegacyClient({ env: phones.env });
    leaving.post("tools/call", tapAt(51));
    await leaving.question(1);

    const end = await leaving.end();

    expect(end).toEqual({ code: 0, signal: null });
    expect(tappedAt(51)).toEqual([]);
  });
});

describe("a question that nobody answers in time", () => {
  it(cites("C4", "U2")`is taken back once after 20 seconds, and an answer after that runs nothing`, async () => {
    const answer = await silent.response(unanswered.id);
    const waitedMs = performance.now() - unanswered.askedAt;
    const [question] = silent.questions();
    silent.sendLine(JSON.stringify({ jsonrpc: "2.0", id: question?.body["id"], result: accepting(phones.ids[1]) }));
    await silent.request("tools/call", { name: "listDevices" });

    expect(resultBytes(answer)).toContain("ambiguous_device_target");
    expect(waitedMs).toBeGreaterThan(19_500);
    expect(waitedMs).toBeLessThan(30_000);
    expect(withdrawals(silent)).toEqual([{ requestId: question?.body["id"], reason: "No answer within 20 seconds" }]);
    expect(tappedAt(20)).toEqual([]);
  });
});
