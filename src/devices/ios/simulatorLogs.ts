import { parseJson } from "../../core/parseJson.js";
import { LOG_LEVELS, type LogLevel, type LogLine, type LogQuery } from "../deviceDriver.js";
import { requireBundleId } from "./bundleId.js";
import { asNumber, asText, propertyOf } from "./foreignJson.js";
import { commandFailed } from "../deviceRefusals.js";
import { requireInstalled } from "./simulatorApps.js";
import type { SimctlLine } from "./toolLine.js";

/** How far back is looked, a wider time only when a narrower one had too few lines: a busy simulator writes megabytes. */
const LOOK_BACK = ["20s", "3m", "30m"] as const;
const LOG_TIMEOUT_MS = 60_000;

/** The unified log's words. It has none for a warning: what is worth one is a default line. */
const LEVELS: Readonly<Record<string, LogLevel>> = {
  Debug: "debug",
  Info: "info",
  Default: "info",
  Error: "error",
  Fault: "error",
};

/** The newest lines of the simulator's log, oldest first. @throws Refusal `app_not_installed`, `command_failed`. */
export async function readSimulatorLogs(
  simulator: SimctlLine,
  query: LogQuery,
  signal: AbortSignal,
): Promise<readonly LogLine[]> {
  const filter = await toFilter(simulator, query, signal);
  let whole: readonly LogLine[] = [];
  for (const last of LOOK_BACK) {
    const rest = ["log", "show", "--style", "ndjson", "--last", last, ...filter];
    const command = { verb: "spawn", rest, what: "show its log", intent: "reads", timeoutMs: LOG_TIMEOUT_MS } as const;
    const reply = await simulator.ask(command, signal);
    if (reply.is === "failed") throw commandFailed(simulator.deviceId, { what: command.what, output: reply.output });
    const { lines, isCutOff } = parseLog(reply.given);
    // What is kept of too long an output is its beginning, which is the oldest.
    if (isCutOff && whole.length > 0) break;
    whole = lines.filter(({ level }) => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(query.level));
    if (isCutOff || whole.length >= query.lines) break;
  }
  return whole.slice(-query.lines);
}

async function toFilter(
  simulator: SimctlLine,
  { appId, level }: LogQuery,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const detail = level === "debug" ? ["--info", "--debug"] : level === "info" ? ["--info"] : [];
  if (appId === undefined) return detail;
  const bundle = await requireInstalled(simulator, requireBundleId(appId), signal);
  return [...detail, "--predicate", `processImagePath BEGINSWITH "${bundle.replace(/["\\]/g, (each) => `\\${each}`)}"`];
}

function parseLog(printed: string): { readonly lines: readonly LogLine[]; readonly isCutOff: boolean } {
  const rows = printed.split("\n").filter((row) => row.trim() !== "");
  return {
    lines: rows.flatMap((row) => toLogLine(parseJson(row))),
    isCutOff: rows.length > 0 && parseJson(rows.at(-1) ?? "") === undefined,
  };
}

/** Rows that are no messages, such as the count at the end, are left out. */
function toLogLine(row: unknown): readonly LogLine[] {
  const message = asText(propertyOf(row, "eventMessage"));
  const time = asText(propertyOf(row, "timestamp"));
  if (message === undefined || time === undefined) return [];
  const name = asText(propertyOf(row, "processImagePath"))?.split("/").at(-1) ?? "";
  const processId = asNumber(propertyOf(row, "processID"));
  return [
    {
      time,
      level: LEVELS[asText(propertyOf(row, "messageType")) ?? ""] ?? "info",
      process: processId === undefined ? name : `${name}[${processId}]`,
      message,
    },
  ];
}
