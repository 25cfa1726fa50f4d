import { assertNever } from "../../../core/assertNever.js";
import type { Effect } from "../../../core/refusal.js";
import { commandFailed, deviceLost, timedOut } from "../../deviceRefusals.js";
import type { WdaEnd } from "./wdaClient.js";
import { type WdaLink, sessionPath } from "./wdaLink.js";

/** One command to a device's WDA. */
export interface WdaCommand {
  readonly method: "GET" | "POST";
  /** Below the session, with a leading slash. */
  readonly path: string;
  readonly body?: unknown;
  /** What it does, as in "could not …". */
  readonly what: string;
  /** Whether a repeat is harmless: what only `reads` has no effect that could be lost or doubled. */
  readonly intent: "reads" | "acts";
  readonly timeoutMs?: number;
}

/** What a WDA said to a command: its value, or its own word for why not. */
export type WdaReply =
  | { readonly is: "value"; readonly value: unknown }
  | { readonly is: "refused"; readonly error: string; readonly message: string };

/** One device's WDA, by the device's id. */
export interface WdaLine {
  readonly deviceId: string;
  readonly link: WdaLink;
}

/** Longest time for one command, unless its caller says otherwise. WebDriverAgent waits up to 10 s for a still screen. */
export const WDA_TIMEOUT_MS = 30_000;

/** A WDA that was started anew, or another one at the same address, does not know the session and runs nothing. */
const UNKNOWN_SESSION: readonly string[] = ["invalid session id", "status 6"];

/**
 * Sends one command to the device's own WDA. A command that surely did not reach it is sent once more, to a WDA that
 * was looked for and proven anew.
 *
 * @throws Refusal `unsupported_on_device` without a WDA; `timed_out`, `device_lost`; the abort reason.
 */
export async function askWda(line: WdaLine, command: WdaCommand, signal: AbortSignal): Promise<WdaReply> {
  const first = await attempt(line, command, signal);
  const end = isUnheard(first) ? await attempt(line, command, signal) : first;
  const effect: Effect = command.intent === "acts" ? "may_have_run" : "did_not_run";
  switch (end.is) {
    case "value":
    case "refused":
      return end;
    case "timed_out":
      throw timedOut(line.deviceId, { effect, timeoutMs: command.timeoutMs ?? WDA_TIMEOUT_MS });
    case "broke_off":
      throw deviceLost(line.deviceId, { effect, why: end.reason });
    case "no_connection":
    case "not_wda":
      throw deviceLost(line.deviceId, { effect: "did_not_run", why: end.reason });
    default:
      return assertNever(end);
  }
}

/**
 * `askWda` for a command whose refusal is the end of it.
 *
 * @throws Refusal `command_failed` quoting the WDA; what `askWda` throws.
 */
export async function runOnWda(line: WdaLine, command: WdaCommand, signal: AbortSignal): Promise<unknown> {
  const reply = await askWda(line, command, signal);
  if (reply.is === "value") return reply.value;
  throw commandFailed(line.deviceId, { what: command.what, output: reply.message || reply.error });
}

async function attempt({ link }: WdaLine, command: WdaCommand, signal: AbortSignal): Promise<WdaEnd> {
  const session = await link.session(signal);
  const { method, path, body, timeoutMs = WDA_TIMEOUT_MS } = command;
  const end = await session.client.send(
    { method, path: `${sessionPath(session.sessionId)}${path}`, body, timeoutMs },
    signal,
  );
  if (isUnheard(end) || end.is === "broke_off") link.forget(session);
  return end;
}

function isUnheard(end: WdaEnd): boolean {
  if (end.is === "refused") return UNKNOWN_SESSION.includes(end.error);
  return end.is === "no_connection" || end.is === "not_wda";
}
