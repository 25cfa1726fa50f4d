import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/tools/catalogue.js";
import { cites } from "../requirements.js";
import { SHOP_APK, SHOP_APP_ID } from "../support/labApk.js";
import { accepting, type LegacyClient, modernCall, resultBytes, startLegacyClient } from "../support/questionClient.js";
import { resultOf, type ServerProcess, startServerProcess, type WireMessage } from "../support/serverProcess.js";
import { startTwoPhones, type TwoPhones } from "../support/twoPhones.js";

let folder: string;
let phones: TwoPhones;
let client: LegacyClient;
let server: ServerProcess;
let silent: ServerProcess;
let declined: Declined;

/** What came of every tool's call by a client that declines each. */
interface Declined {
  /** The bytes of each tool's result, by its name. */
  readonly results: Readonly<Record<string, string>>;
  readonly questions: readonly WireMessage[];
  readonly servicesBefore: readonly number[];
  readonly servicesAfter: readonly number[];
}

/** Arguments with which each tool that has a device runs on a fresh lab phone, in the order of the catalogue. */
const ARGUMENTS: Readonly<Record<string, () => object>> = {
  deviceInfo: () => ({}),
  observe: () => ({}),
  captureScreenshot: () => ({}),
  listApps: () => ({}),
  getLogs: () => ({}),
  waitFor: () => ({ text: "Say hello" }),
  tapOn: () => ({ text: "Say hello" }),
  tapAt: () => ({ x: 190, y: 564 }),
  swipe: () => ({ direction: "up" }),
  inputText: () => ({ text: "hi" }),
  pressButton: () => ({ button: "home" }),
  openUrl: () => ({ url: "https://example.com/" }),
  launchApp: () => ({ appId: "org.automobile.lab.notes" }),
  terminateApp: () => ({ appId: "org.automobile.lab.notes" }),
  installApp: () => ({ path: join(folder, "shop.apk") }),
  uninstallApp: () => ({ appId: SHOP_APP_ID }),
  clearAppData: () => ({ appId: "org.automobile.lab.notes" }),
  setOrientation: () => ({ orientation: "portrait" }),
  waitForDevice: () => ({}),
  killDevice: () => ({}),
};
const TOOLS = Object.keys(ARGUMENTS);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "automobile-every-tool-"));
  await writeFile(join(folder, "shop.apk"), SHOP_APK);
  phones = await startTwoPhones("the lab's own adb server", undefined);
  server = startServerProcess({ env: phones.env });
  silent = startServerProcess({ env: { ...phones.env, AUTOMOBILE_ELICITATION: "off" } });
  client = await startLegacyClient({ env: phones.env });
  client.answerWith({ result: accepting("LABPHONE02") });
  const warmUp = { name: "listDevices" };
  await Promise.all([
    client.request("tools/call", warmUp),
    ...[server, silent].map((each) => each.request("tools/call", modernCall(warmUp))),
  ]);
  declined = await declineEveryTool();
});
afterAll(async () => {
  await Promise.all([client.end(), server.end(), silent.end()]);
  await phones.close();
  await rm(folder, { recursive: true });
});

const callOf = (name: string): object => ({ name, arguments: ARGUMENTS[name]?.() });

/** Everything that was ever opened on a phone, looks included. */
const services = (): readonly number[] => phones.lab.phones.map((phone) => phone.services().length);

/** Every question is open before the first is declined: from then on the connection would not be asked again. */
async function declineEveryTool(): Promise<Declined> {
  const decliner = await startLegacyClient({ env: phones.env });
  await decliner.request("tools/call", { name: "listDevices" });
  const servicesBefore = services();
  const ids = TOOLS.map((name) => decliner.post("tools/call", callOf(name)));
  await decliner.question(TOOLS.length);
  for (const { body } of decliner.questions()) {
    decliner.sendLine(JSON.stringify({ jsonrpc: "2.0", id: body["id"], result: { action: "decline" } }));
  }
  const answers = await Promise.all(ids.map((id) => decliner.response(id)));
  const results = Object.fromEntries(answers.map((answer, index) => [TOOLS[index] ?? "", resultBytes(answer)]));
  await decliner.end();
  return { results, questions: decliner.questions(), servicesBefore, servicesAfter: services() };
}

/** A result as the legacy era has it: without what the modern one adds. */
function inLegacyForm(modern: WireMessage): string {
  const { resultType: _type, _meta, ...result } = resultOf(modern);
  return JSON.stringify(result);
}

/** What only a result of this phone has in it. Only emulators are shut down, so that there a refusal is the answer. */
const ownTo = (deviceId: string, name: string): string =>
  name === "killDevice"
    ? String.raw`\"unsupported_on_device\",\"message\":\"\\\"${deviceId}`
    : `"structuredContent":{"device":{"deviceId":"${deviceId}"`;

it("knows arguments for every tool that has a device", () => {
  const deviceTools = CATALOGUE.filter(({ target }) => target !== "none").map(({ name }) => name);

  expect(TOOLS).toEqual(deviceTools);
});

describe.each(TOOLS)("%s without a device", (name) => {
  it(cites("C3", "C5")`runs on the phone that a legacy client accepts, and does not look at the other`, async () => {
    const [first] = services();

    const answer = await client.request("tools/call", callOf(name));

    expect(answer.line).toContain(ownTo("LABPHONE02", name));
    expect(client.questions().at(-1)?.line).toContain(`"${name}\\"`);
    expect(services()[0]).toBe(first);
  });

  it(
    cites("C4", "C5")`gives the refusal byte for byte when a legacy client declines, and looks at neither`,
    async () => {
      const unasked = await silent.request("tools/call", modernCall(callOf(name)));

      expect(declined.results[name]).toBe(inLegacyForm(unasked));
      expect(declined.questions.filter(({ line }) => line.includes(`"${name}\\"`))).toHaveLength(1);
      expect(declined.servicesAfter).toEqual(declined.servicesBefore);
    },
  );

  it(cites("C5", "T6")`runs on the phone that a modern client accepts, and does not look at the other`, async () => {
    const [, second] = services();
    const { requestState } = resultOf(await server.request("tools/call", modernCall(callOf(name))));

    const answer = await server.request("tools/call", {
      ...modernCall(callOf(name)),
      requestState,
      inputResponses: { deviceChoice: accepting("LABPHONE01") },
    });

    expect(answer.line).toContain(ownTo("LABPHONE01", name));
    expect(services()[1]).toBe(second);
  });

  it(
    cites("C4", "C5")`gives the refusal byte for byte when a modern client declines, and looks at neither`,
    async () => {
      const before = services();
      const { requestState } = resultOf(await server.request("tools/call", modernCall(callOf(name))));

      const answer = await server.request("tools/call", {
        ...modernCall(callOf(name)),
        requestState,
        inputResponses: { deviceChoice: { action: "decline" } },
      });

      expect(resultBytes(answer)).toBe(resultBytes(await silent.request("tools/call", modernCall(callOf(name)))));
      expect(services()).toEqual(before);
    },
  );
});
