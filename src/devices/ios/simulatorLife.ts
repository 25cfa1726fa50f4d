import { commandFailed } from "../deviceRefusals.js";
import type { SimctlLine } from "./toolLine.js";

/** A first boot migrates data and takes minutes on a slow machine. */
const BOOT_TIMEOUT_MS = 300_000;
const SHUTDOWN_TIMEOUT_MS = 60_000;

/** Starts a simulator, and waits until its home screen can be used; one that runs or starts already is no error. */
export async function bootSimulator(simulator: SimctlLine, signal: AbortSignal): Promise<void> {
  const command = { what: "start", intent: "acts", on: "any", timeoutMs: BOOT_TIMEOUT_MS } as const;
  const boot = await simulator.ask({ ...command, verb: "boot" }, signal);
  if (boot.is === "failed" && !/current state: Boot/i.test(boot.output)) {
    const hint = "Call `listDevices` for its state, or open it in Xcode to see what is wrong with it.";
    throw commandFailed(simulator.deviceId, { what: command.what, output: boot.output, hint });
  }
  await simulator.run({ ...command, verb: "bootstatus" }, signal);
}

/** Shuts a simulator down; one that does not run is no error. */
export async function shutDownSimulator(simulator: SimctlLine, signal: AbortSignal): Promise<void> {
  const command = { what: "shut down", intent: "acts", on: "any", timeoutMs: SHUTDOWN_TIMEOUT_MS } as const;
  const reply = await simulator.ask({ ...command, verb: "shutdown" }, signal);
  if (reply.is === "failed" && !/current state: Shut/i.test(reply.output)) {
    throw commandFailed(simulator.deviceId, { what: command.what, output: reply.output });
  }
}
