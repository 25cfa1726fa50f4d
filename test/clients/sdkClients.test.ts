import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { cites } from "../requirements.js";
import { SDK_CLIENTS } from "./driver/allClients.js";
import type { Answerer, ClientDriver, ClientScenario } from "./driver/clientDriver.js";
import { type CommandLine, runClient } from "./driver/clientRun.js";
import { dispatcherStub, refusalWithoutAsking } from "./testedServers.js";
import type { Exchange } from "./wire/exchange.js";

/** Each run starts two processes, on a machine that runs other tests at the same time. */
const RUN_TIMEOUT_MS = 60_000;

/** The question as every revision gets it, but for how long it stands. */
const FORM = {
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
};
const DEVICES = [
  "- R3CN90ABCDE: Galaxy S23, SM-S911B, Android 14, hardware",
  "- emulator-5554: Pixel_8_API_35, Android 15, emulator",
];
const TEXT_RESULT = z.object({ content: z.tuple([z.object({ text: z.string() })]) });
const QUESTION = z.object({ message: z.string(), requestedSchema: z.unknown() });

let server: CommandLine = [process.execPath];
let refusal = "";

beforeAll(async () => {
  server = (await dispatcherStub()).command;
  refusal = await refusalWithoutAsking(server);
}, RUN_TIMEOUT_MS);

describe("a client of the official SDK", () => {
  it.each(runsWith("nobody"))(
    cites("T12")`that declares nothing is not asked, and reads the refusal to the byte: $driver.id, $scenario.era`,
    { timeout: RUN_TIMEOUT_MS },
    async ({ driver, scenario, revision }) => {
      const exchange = await exchangeOf(driver, scenario);

      expect(exchange).toMatchObject({ revision, questions: [], declared: undefined, calls: 1 });
      expect(textOf(exchange)).toBe(refusal);
    },
  );

  it.each(runsWith("accept"))(
    cites("T12")`is asked the same in each revision, and its answer decides: $driver.id, $scenario.era`,
    { timeout: RUN_TIMEOUT_MS },
    async ({ driver, scenario, revision }) => {
      const exchange = await exchangeOf(driver, scenario);
      const questions = exchange.questions.map(({ params }) => QUESTION.parse(params));

      expect(exchange.revision).toBe(revision);
      expect(questions.map(({ requestedSchema }) => requestedSchema)).toEqual([FORM]);
      expect(questions.map(({ message }) => message.split("\n").slice(1))).toEqual([DEVICES]);
      expect(exchange.questions).toMatchObject([
        { answer: { action: "accept", content: { deviceId: "emulator-5554" } } },
      ]);
      expect(textOf(exchange)).toBe("ran on emulator-5554");
    },
  );
});

interface SdkRun {
  readonly driver: ClientDriver;
  readonly scenario: ClientScenario;
  readonly revision: string;
}

/** The runs in which this party answers, with the revision that each must come to. */
function runsWith(answerer: Answerer): readonly SdkRun[] {
  const revisions = ["2025-06-18", "2025-11-25", "2025-11-25", "2026-07-28"];
  return SDK_CLIENTS.flatMap((driver) => driver.scenarios.map((scenario) => ({ driver, scenario })))
    .filter(({ scenario }) => scenario.answerer === answerer)
    .map((run, index) => ({ ...run, revision: revisions[index] ?? "" }));
}

async function exchangeOf(driver: ClientDriver, scenario: ClientScenario): Promise<Exchange> {
  const { exchange } = await runClient({ driver, scenario, program: [process.execPath], server });
  if (exchange === undefined) throw new Error("the tool was never called");
  return exchange;
}

function textOf({ result }: Exchange): string {
  return TEXT_RESULT.parse(result).content[0].text;
}
