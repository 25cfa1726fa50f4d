import type { Answerer, ClientDriver, WantedEra } from "../../test/clients/driver/clientDriver.js";
import type { AskedQuestion, Exchange } from "../../test/clients/wire/exchange.js";
import type { MeasuredClient, Measurement } from "./measuredClient.js";

const ERAS: readonly WantedEra[] = ["default", "modern", "legacy"];
const TEN_SECONDS_MS = 10_000;

/** The rows of one client: one per era that it was held to, in the columns of `CLIENT_COLUMNS`. */
export function clientRows(client: MeasuredClient): readonly (readonly string[])[] {
  const name = [client.driver.title, client.version].filter((part) => part !== undefined).join(" ");
  if (client.measurements.length === 0) return [[name, "was not installed for this run", "", "", "", ""]];
  return ERAS.flatMap((era) => {
    const nobody = measured(client, era, "nobody");
    return nobody === undefined ? [] : [[name, ...toCells(client.driver, nobody, measured(client, era, "accept"))]];
  });
}

/** The heads of the matrix. */
export const CLIENT_COLUMNS = [
  "client",
  "speaks",
  "declares `elicitation`",
  "with nobody there",
  "an accept without a person",
  "outside",
] as const;

function measured(client: MeasuredClient, era: WantedEra, answerer: Answerer): Measurement | undefined {
  return client.measurements.find(({ scenario }) => scenario.era === era && scenario.answerer === answerer);
}

function toCells(driver: ClientDriver, nobody: Measurement, accept: Measurement | undefined): readonly string[] {
  const outside = [nobody, accept].reduce((sum, each) => sum + (each?.run.refusedAttempts.length ?? 0), 0);
  const { exchange } = nobody.run;
  if (exchange === undefined) return [`never called the tool: ${nobody.scenario.how}`, "", "", "", String(outside)];
  return [
    `${exchange.era}, ${exchange.revision}`,
    exchange.declared === undefined ? "no" : `\`${JSON.stringify(exchange.declared)}\``,
    `${nobody.scenario.how}: ${toStory(exchange)}`,
    accept === undefined ? `no: ${driver.whyNoAccept ?? "not in this era"}` : toAccept(accept),
    String(outside),
  ];
}

function toAccept({ scenario, run }: Measurement): string {
  return `${scenario.how}: ${toStory(run.exchange)}`;
}

/** How the call went, in half a sentence. */
function toStory(exchange: Exchange | undefined): string {
  if (exchange === undefined) return "never called the tool";
  const [question] = exchange.questions;
  return `${question === undefined ? "not asked" : toAnswer(question)}, ${toEnd(exchange)}`;
}

function toAnswer({ answer, afterMs }: AskedQuestion): string {
  if (answer === undefined) return "no answer";
  const action = typeof answer === "object" && answer !== null && "action" in answer ? answer.action : "error";
  return `\`${String(action)}\` after ${toTime(afterMs)}`;
}

function toEnd({ result, returnedAfterMs, cancelledAfterMs }: Exchange): string {
  if (cancelledAfterMs !== undefined) return `the client gives the call up after ${toTime(cancelledAfterMs)}`;
  if (typeof result !== "object" || result === null) return "the call stays open at the client";
  return `${"isError" in result ? "the refusal" : "the device's result"} after ${toTime(returnedAfterMs)}`;
}

function toTime(ms: number | undefined): string {
  if (ms === undefined) return "an unknown time";
  return ms < TEN_SECONDS_MS ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
