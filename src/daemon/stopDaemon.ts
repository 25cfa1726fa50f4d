import { pause } from "../core/pause.js";
import type { Timer } from "../core/timer.js";
import { DAEMON_PATHS, type DaemonReading, type DaemonSurroundings, readDaemon } from "./daemonReading.js";
import type { EndpointRecord } from "./endpointRecord.js";

/** How the wish that a daemon should end was met. */
export type DaemonStop =
  | { readonly is: "stopped"; readonly record: EndpointRecord }
  | { readonly is: "not_running" }
  /** It was told, and is still there. */
  | { readonly is: "still_there"; readonly record: EndpointRecord }
  /** It does not answer, so it cannot be told. Nobody ends it by force. */
  | { readonly is: "unresponsive"; readonly record: EndpointRecord };

const STOP_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 5000;
const LOOK_AGAIN_MS = 50;

/** Asks the daemon to finish and end, over its own port, and waits until it is gone. Sends no signal to any process. */
export async function stopDaemon(
  surroundings: DaemonSurroundings & { readonly timer: Timer },
  signal: AbortSignal,
): Promise<DaemonStop> {
  // Not a difference of times of day: a clock that is set meanwhile must not end the wait, nor prolong it.
  const late = new AbortController();
  const stopWaiting = surroundings.timer.after(STOP_TIMEOUT_MS, "daemon: it ends", () => late.abort());
  try {
    return await untilGone(surroundings, { signal, until: AbortSignal.any([signal, late.signal]) });
  } finally {
    stopWaiting();
  }
}

async function untilGone(
  surroundings: DaemonSurroundings & { readonly timer: Timer },
  { signal, until }: { readonly signal: AbortSignal; readonly until: AbortSignal },
): Promise<DaemonStop> {
  const { timer, exchange } = surroundings;
  let told: EndpointRecord | undefined;
  for (;;) {
    const reading = await readDaemon(surroundings, signal);
    if (reading.is === "unresponsive") return { is: "unresponsive", record: reading.record };
    const there = toEndpoint(reading);
    const isGone = there === undefined || (told !== undefined && there.record.instance !== told.instance);
    if (isGone) return told === undefined ? { is: "not_running" } : { is: "stopped", record: told };
    if (until.aborted) return { is: "still_there", record: there.record };
    if (told === undefined) {
      await exchange({
        ...{ method: "POST", body: {}, timeoutMs: REQUEST_TIMEOUT_MS, maxBytes: 4096, signal },
        url: new URL(DAEMON_PATHS.stop, there.origin),
        headers: { Authorization: `Bearer ${there.token}` },
      });
    }
    told = there.record;
    await pause({ timer, ms: LOOK_AGAIN_MS, label: "daemon: is it gone", signal: until });
  }
}

function toEndpoint(
  reading: Exclude<DaemonReading, { is: "unresponsive" }>,
): Extract<DaemonReading, { is: "running" }>["endpoint"] | undefined {
  return reading.is === "not_running" ? undefined : reading.endpoint;
}
