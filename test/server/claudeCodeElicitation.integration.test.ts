import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CLAUDE_CODE } from "../clients/driver/claudeCode.js";
import type { ClientScenario } from "../clients/driver/clientDriver.js";
import { type ClientRun, type CommandLine, runClient } from "../clients/driver/clientRun.js";
import {
  directServer,
  dispatcherStub,
  proxyServer,
  refusalWithoutAsking,
  type TestedServer,
} from "../clients/testedServers.js";
import type { Exchange } from "../clients/wire/exchange.js";
import { namedClient } from "../../scripts/clients/pinnedClients.js";
import { cites } from "../requirements.js";

/** Only a program that was named: a Claude Code that lies on PATH belongs to a person. */
const CLAUDE = namedClient({ variable: "AUTOMOBILE_CLAUDE_BIN" }, process.env);
const FIRST_SUPPORTED = "2.1.311";
/** One run takes about four seconds on an idle machine. */
const RUNS_TIMEOUT_MS = 300_000;

const SERVERS = [
  { name: "the production dispatcher", start: dispatcherStub, lastDevice: "emulator-5554" },
  { name: "automobile serve", start: directServer, lastDevice: "LABPHONE02" },
  { name: "automobile proxy", start: proxyServer, lastDevice: "LABPHONE02" },
];
/** How often the tool call is sent: a modern answer comes with a call of its own. */
const CALLS = { modern: 2, legacy: 1 };
const FINISHED = z.object({ structuredContent: z.unknown() });
const RECORD = z.object({
  clientName: z.string().optional(),
  declared: z.string(),
  era: z.string(),
  outcome: z.string(),
});

describe.skipIf(CLAUDE === undefined)("a real Claude Code", () => {
  describe.each(SERVERS)("in front of $name", ({ start, lastDevice }) => {
    const runs: ClientRun[] = [];
    let server: TestedServer | undefined;
    let refusal = "";

    beforeAll(async () => {
      server = await start();
      refusal = await refusalWithoutAsking(server.command);
      for (const scenario of CLAUDE_CODE.scenarios) runs.push(await runClaude(scenario, server.command));
    }, RUNS_TIMEOUT_MS);

    afterAll(async () => {
      await server?.stop();
    });

    it(cites("R1")`is new enough, and declares forms and links in whichever era it takes`, () => {
      const ages = runs.map((run) => compareVersions(exchangeOf(run).client.version, FIRST_SUPPORTED));
      const declared = runs.map((run) => exchangeOf(run).declared);

      expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
      expect(declared).toEqual(runs.map(() => ({ form: {}, url: {} })));
    });

    it(cites("R3")`takes the modern era by itself, and the legacy one when it is told to`, () => {
      expect(runs.map((run) => exchangeOf(run).era)).toEqual(["modern", "modern", "legacy", "legacy"]);
    });

    it(cites("R1", "R3")`with nobody there cancels, and its model reads the refusal to the byte`, () => {
      const headless = runs.filter((_, index) => CLAUDE_CODE.scenarios[index]?.answerer === "nobody");

      expect(headless.map(answersOf)).toEqual([[{ action: "cancel" }], [{ action: "cancel" }]]);
      expect(headless.map(callsOf)).toEqual(headless.map((run) => CALLS[exchangeOf(run).era]));
      expect(headless.map((run) => run.toolResults)).toEqual([[refusal], [refusal]]);
    });

    it(
      cites("R1", "R3")`accepts through its own hook, and its model reads the chosen device's result to the byte`,
      () => {
        const accepted = runs.filter((_, index) => CLAUDE_CODE.scenarios[index]?.answerer === "accept");
        const answer = { action: "accept", content: { deviceId: lastDevice } };

        expect(accepted.map(answersOf)).toEqual([[answer], [answer]]);
        expect(accepted.map(callsOf)).toEqual(accepted.map((run) => CALLS[exchangeOf(run).era]));
        expect(accepted.map((run) => run.toolResults)).toEqual(accepted.map((run) => [structuredTextOf(run)]));
        expect(accepted.map(structuredTextOf).filter((text) => text.includes(lastDevice))).toHaveLength(2);
      },
    );

    it(cites("T2", "R3")`is asked once per call, and recorded once per answer, by whichever process`, async () => {
      const logged = (await server?.readRecords?.()) ?? runs.flatMap((run) => exchangeOf(run).records);
      const records = logged
        .map((record) => RECORD.parse(record))
        .filter(({ clientName }) => clientName === "claude-code");

      expect(runs.map((run) => exchangeOf(run).questions.length)).toEqual([1, 1, 1, 1]);
      expect(records.map(({ era, outcome }) => `${era}: ${outcome}`)).toEqual([
        "modern: asked",
        "modern: cancel",
        "modern: asked",
        "modern: accept",
        "legacy: cancel",
        "legacy: accept",
      ]);
    });

    it("asks its model twice a run, and nothing else of anybody", () => {
      expect(runs.map((run) => run.modelTurns)).toEqual([2, 2, 2, 2]);
      expect(runs.flatMap((run) => [...run.unknownRequests, ...run.refusedAttempts])).toEqual([]);
    });
  });

  it(
    cites("R1")`takes a server for a legacy peer that does not answer server/discover, and cannot be asked there`,
    { timeout: RUNS_TIMEOUT_MS },
    async () => {
      const { command } = await dispatcherStub("--undiscoverable");

      const run = await runClaude({ era: "default", answerer: "nobody", how: "" }, command);

      expect(exchangeOf(run)).toMatchObject({ era: "legacy", declared: { form: {}, url: {} }, questions: [] });
      expect(exchangeOf(run).records.map((record) => RECORD.parse(record))).toEqual([
        { outcome: "not_offered", era: "modern", declared: "none" },
      ]);
      expect(run.toolResults).toEqual([await refusalWithoutAsking((await dispatcherStub()).command)]);
    },
  );
});

async function runClaude(scenario: ClientScenario, server: CommandLine): Promise<ClientRun> {
  if (CLAUDE === undefined) throw new Error("no Claude Code was named");
  return await runClient({ driver: CLAUDE_CODE, scenario, program: CLAUDE, server });
}

function exchangeOf({ exchange, programs }: ClientRun): Exchange {
  if (exchange === undefined) throw new Error(`the tool was never called: ${JSON.stringify(programs)}`);
  return exchange;
}

function answersOf(run: ClientRun): readonly unknown[] {
  return exchangeOf(run).questions.map(({ answer }) => answer);
}

function callsOf(run: ClientRun): number {
  return exchangeOf(run).calls;
}

function structuredTextOf(run: ClientRun): string {
  return JSON.stringify(FINISHED.parse(exchangeOf(run).result).structuredContent);
}

/** Below, at or above zero, as `sort` wants it; numbers in versions count as numbers. */
function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}
