import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { accepting, type LegacyClient, modernCall, resultBytes, startLegacyClient } from "../support/questionClient.js";
import { resultOf, type ServerProcess, startServerProcess, type WireMessage } from "../support/serverProcess.js";
import { startTwoPhones, type TwoPhones } from "../support/twoPhones.js";

const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };
const LIST = modernCall({ name: "listDevices" });
const OTHER_PHONE = {
  kind: "other_identity",
  serial: "LABPHONE09",
  bootId: "09090909-0000-4000-8000-000000000000",
} as const;

let phones: TwoPhones;
/** The phone that is picked, and to which things happen between question and answer. */
let picked: TwoPhones["lab"]["phones"][number];

beforeEach(async () => {
  phones = await startTwoPhones("the lab's own adb server", undefined);
  const [, second] = phones.lab.phones;
  if (second === undefined) throw new Error("the lab has fewer than two phones");
  picked = second;
});
afterEach(async () => {
  await phones.close();
});

const inputs = (): readonly number[] => phones.lab.phones.map((phone) => phone.received().length);

/** Asks for the list of devices until the server has noticed. */
type Until = (shows: (line: string) => boolean) => Promise<void>;

function untilListed(server: ServerProcess, call: object): Until {
  return async (shows) => {
    while (!shows((await server.request("tools/call", call)).line));
  };
}

const isListed = (line: string): boolean => line.includes(`"deviceId":"${picked.id}"`);
const isAway = (line: string): boolean => !isListed(line);

/** What can happen to a phone while the question stands. */
const CHANGES: readonly (readonly [string, (until: Until) => Promise<void>])[] = [
  [
    "has gone away",
    async (until) => {
      await picked.detach();
      await until(isAway);
    },
  ],
  [
    "has made room for another under its id",
    async (until) => {
      await picked.detach();
      await until(isAway);
      picked.order(OTHER_PHONE);
      await picked.attach();
      await until(isListed);
    },
  ],
];

describe("a picked phone of a modern client", () => {
  let server: ServerProcess;
  beforeEach(() => {
    server = startServerProcess({ env: phones.env });
  });
  afterEach(async () => {
    await server.end();
  });
  const ask = async (): Promise<Readonly<Record<string, unknown>>> =>
    resultOf(await server.request("tools/call", modernCall(TAP)));
  const pick = async (requestState: unknown): Promise<WireMessage> =>
    await server.request("tools/call", {
      ...modernCall(TAP),
      requestState,
      inputResponses: { deviceChoice: accepting(picked.id) },
    });

  it.each(CHANGES)(
    cites("T6", "T10", "T11")`that %s is not tapped, nor is any other: the first refusal comes again`,
    async (_, change) => {
      const refusal = resultBytes(await server.request("tools/call", modernCall(TAP, {})));
      const { requestState } = await ask();
      await change(untilListed(server, LIST));

      const answer = await pick(requestState);

      expect(resultBytes(answer)).toBe(refusal);
      expect(inputs()).toEqual([0, 0]);
    },
  );

  it(cites("T6", "T11")`is tapped although a third has come meanwhile, and although it was unplugged`, async () => {
    const { requestState } = await ask();
    const until = untilListed(server, LIST);
    await picked.detach();
    await until(isAway);
    await picked.attach();
    const third = await phones.lab.addPhone();
    await until((line) => isListed(line) && line.includes(third.id));

    const answer = await pick(requestState);

    expect(resultOf(answer)).toMatchObject({ structuredContent: { device: { deviceId: picked.id } } });
    expect(inputs()).toEqual([0, 1, 0]);
  });
});

describe("a picked phone of a legacy client", () => {
  let client: LegacyClient;
  beforeEach(async () => {
    client = await startLegacyClient({ env: phones.env });
  });
  afterEach(async () => {
    await client.end();
  });

  it.each(CHANGES)(cites("C4", "T11")`that %s is not tapped, nor is any other`, async (_, change) => {
    const id = client.post("tools/call", TAP);
    const question = await client.question(1);
    await change(untilListed(client, { name: "listDevices" }));

    client.sendLine(JSON.stringify({ jsonrpc: "2.0", id: question.body["id"], result: accepting(picked.id) }));
    const answer = await client.response(id);

    expect(answer.line).toContain("ambiguous_device_target");
    expect(inputs()).toEqual([0, 0]);
  });
});
