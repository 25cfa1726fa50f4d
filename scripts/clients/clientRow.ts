import { z } from "zod";
import type { Answerer, ClientDriver, WantedEra } from "../../test/clients/driver/clientDriver.js";
import type { ClientRun } from "../../test/clients/driver/clientRun.js";
import type { AskedQuestion, Exchange } from "../../test/clients/wire/exchange.js";
import type { MeasuredClient, Measurement } from "./measuredClient.js";

const ERAS: readonly WantedEra[] = ["default", "modern", "legacy"];
const TEN_SECONDS_MS = 10_000;
const MAX_NESTING = 4;
const TEXT_RESULT = z.object({ content: z.tuple([z.object({ text: z.string() })]) });

/** The rows of one client: one per era that it was held to, in the columns of `CLIENT_COLUMNS`. */
export function clientRows(client: MeasuredClient): readonly (readonly string[])[] {
  const name = [client.driver.title, client.version].filter((part) => part !== undefined).join(" ");
  if (client.measurements.length === 0) return [[name, "was not installed for this run", "", "", "", "", ""]];
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
  "its model reads the refusal",
  "an accept without a person",
  "outside",
] as const;

function measured(client: MeasuredClient, era: WantedEra, answerer: Answerer): Measurement | undefined {
  return client.measurements.find(({ scenario }) => scenario.era === era && scenario.answerer === answerer);
}

function toCells(driver: ClientDriver, nobody: Measurement, accept: Measurement | undefined): readonly string[] {
  const outside = [nobody, accept].reduce((sum, each) => sum + (each?.run.refusedAttempts.length ?? 0), 0);
  const { exchange } = nobody.run;
  if (exchange === undefined) return [`never called the tool: ${nobody.scenario.how}`, "", "", "", "", String(outside)];
  return [
    `${exchange.era}, ${exchange.revision}`,
    toDeclared(exchange, accept?.run.exchange),
    `${nobody.scenario.how}: ${toStory(exchange)}`,
    toReading(nobody.run),
    accept === undefined ? `no: ${driver.whyNoAccept ?? "not in this era"}` : toAccept(accept),
    String(outside),
  ];
}

/** What is declared while nobody could answer, and what else while a program can. */
function toDeclared(...exchanges: readonly (Exchange | undefined)[]): string {
  const declared = exchanges.flatMap((exchange) => {
    if (exchange === undefined) return [];
    return exchange.declared === undefined ? "no" : `\`${JSON.stringify(exchange.declared)}\``;
  });
  return [...new Set(declared)].join(", or ");
}

/** Whether the text of the result came to the model as it was, or as a part of what the client says about it. */
function toReading({ exchange, toolResults }: ClientRun): string {
  const text = TEXT_RESULT.safeParse(exchange?.result).data?.content[0].text;
  const [read] = toolResults;
  if (text === undefined || read === undefined) return "–";
  if (read === text) return "to the byte";
  return nestings(text).some((nested) => read.includes(nested))
    ? "whole, within words of the client's"
    : "lost: the client puts its own words in its place";
}

/** A text, and how it looks inside a JSON string, inside a JSON string inside a JSON string, and so on. */
function nestings(text: string): readonly string[] {
  const nested = [text];
  for (let depth = 0; depth < MAX_NESTING; depth += 1) nested.push(JSON.stringify(nested.at(-1)).slice(1, -1));
  return nested;
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

function toEnd({ result, failure, returnedAfterMs, cancelledAfterMs }: Exchange): string {
  if (failure !== undefined) return `a JSON-RPC error after ${toTime(returnedAfterMs)}`;
  if (cancelledAfterMs !== undefined) return `the client gives the call up after ${toTime(cancelledAfterMs)}`;
  if (typeof result !== "object" || result === null) return "the call stays open at the client";
  return `${"isError" in result ? "the refusal" : "the device's result"} after ${toTime(returnedAfterMs)}`;
}

function toTime(ms: number | undefined): string {
  if (ms === undefined) return "an unknown time";
  return ms < TEN_SECONDS_MS ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
