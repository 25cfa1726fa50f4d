import { assertNever } from "../core/assertNever.js";
import { settleOnce } from "../core/settleOnce.js";
import type { Device } from "../devices/device.js";
import type { Snapshot } from "../devices/inventory.js";
import type { ReadinessToolContext } from "./defineTool.js";
import { pause } from "./pause.js";
import { notReadyInTime } from "./toolRefusals.js";

const POLL_MS = 1_000;

/** How one look at what is attached ended. */
type Look =
  | { readonly is: "seen"; readonly snapshot: Snapshot }
  | { readonly is: "failed"; readonly error: unknown }
  | { readonly is: "ended" };

/**
 * The context's device once it is ready, looked for in one snapshot after the other. It may vanish in between, as a
 * restarting phone does, and come back under another id if its identity is the same.
 *
 * @throws Refusal `timed_out` after `timeoutMs`; the signal's reason when the call is cancelled.
 */
export async function untilReady(context: ReadinessToolContext, timeoutMs: number): Promise<Device> {
  const { timer, signal } = context;
  const deadline = new AbortController();
  const cancelDeadline = timer.after(timeoutMs, "waitForDevice deadline", () => {
    deadline.abort();
  });
  const ended = AbortSignal.any([signal, deadline.signal]);
  try {
    let seen: Device | undefined = context.device;
    while (!ended.aborted) {
      if (seen?.state.is === "ready") return seen;
      await pause({ timer, ms: POLL_MS, label: "waitForDevice poll" }, ended);
      seen = await lookAgain(context, ended, seen);
    }
    signal.throwIfAborted();
    throw notReadyInTime(context.device.id, { lastState: seen?.state, timeoutMs });
  } finally {
    cancelDeadline();
  }
}

/** The device as it is now: `undefined` when it is not there, `before` when the wait ended first. */
async function lookAgain(
  context: ReadinessToolContext,
  ended: AbortSignal,
  before: Device | undefined,
): Promise<Device | undefined> {
  const look = await lookUntil(context, ended);
  switch (look.is) {
    case "seen":
      return findAgain(context.device, look.snapshot.devices);
    case "failed":
      throw look.error;
    case "ended":
      return before;
    default:
      return assertNever(look);
  }
}

/** A look that hangs does not outlast the wait. */
async function lookUntil(context: ReadinessToolContext, ended: AbortSignal): Promise<Look> {
  if (ended.aborted) return { is: "ended" };
  const first = settleOnce<Look>();
  const end = () => {
    first.settle({ is: "ended" });
  };
  ended.addEventListener("abort", end);
  context.snapshot(ended).then(
    (snapshot) => first.settle({ is: "seen", snapshot }),
    (error: unknown) => first.settle({ is: "failed", error }),
  );
  const look = await first.settled;
  ended.removeEventListener("abort", end);
  return look;
}

function findAgain(device: Device, devices: readonly Device[]): Device | undefined {
  return (
    devices.find(({ id, platform }) => id === device.id && platform === device.platform) ??
    devices.find(({ identity }) => identity !== undefined && identity === device.identity)
  );
}
