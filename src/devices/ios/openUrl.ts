import { requireUrl } from "./urlArgument.js";
import { type WdaLine, runOnWda } from "./wda/wdaCommand.js";
import { commandFailed } from "../deviceRefusals.js";
import type { SimctlLine } from "./toolLine.js";

const OPEN_TIMEOUT_MS = 60_000;
/** kLSApplicationNotFoundErr. */
const NO_APP = "-10814";

/** Opens a URL in the app that it belongs to. @throws Refusal `command_failed` when there is no such app. */
export async function openUrlOnSimulator(simulator: SimctlLine, url: string, signal: AbortSignal): Promise<void> {
  const what = "open the URL";
  const command = {
    verb: "openurl",
    rest: [requireUrl(url)],
    what,
    intent: "acts",
    timeoutMs: OPEN_TIMEOUT_MS,
  } as const;
  const reply = await simulator.ask(command, signal);
  if (reply.is === "done") return;
  const output = reply.output.includes(NO_APP) ? "no app on it opens such a URL" : reply.output;
  throw commandFailed(simulator.deviceId, { what, output });
}

/** The same on a phone, which devicectl cannot ask. */
export async function openUrlThroughWda(line: WdaLine, url: string, signal: AbortSignal): Promise<void> {
  const body = { url: requireUrl(url) };
  const command = { method: "POST", path: "/url", body, what: "open the URL", intent: "acts" } as const;
  await runOnWda(line, { ...command, timeoutMs: OPEN_TIMEOUT_MS }, signal);
}
