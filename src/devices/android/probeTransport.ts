import type { Timer } from "../../core/timer.js";
import { AdbFailure } from "./adbFailure.js";
import { deviceLost, timedOut } from "../deviceRefusals.js";
import type { ProbeAnswer } from "./attachedTransports.js";
import { createDeviceShell } from "./deviceShell.js";
import { parseProbe, PROBE_COMMAND } from "./probe.js";
import { openDeviceService, type TransportAddress } from "./serverConnection.js";
import type { ServerAddress } from "./serverSocket.js";
import { withDeadline } from "../../core/withDeadline.js";

/** Longest time for one question of a probe. */
export const PROBE_TIMEOUT_MS = 5_000;

const SHELL_PROTOCOL_FEATURE = "shell_v2";

/** Makes the function that asks one device what it is: the adb server for its features, then the device, once. */
export function createTransportProbe(
  server: ServerAddress,
  timer: Timer,
): (transport: TransportAddress, signal: AbortSignal) => Promise<ProbeAnswer> {
  return async (transport, signal) => {
    const features = await readFeatures({ server, timer, transport }, signal);
    const hasShellProtocol = features.includes(SHELL_PROTOCOL_FEATURE);
    const shell = createDeviceShell({
      address: server,
      transport,
      deviceId: transport.serial,
      hasShellProtocol,
      timer,
      onDoubt: () => undefined,
    });
    const { stdout } = await shell.run(
      { command: PROBE_COMMAND, what: "say what it is", intent: "reads", timeoutMs: PROBE_TIMEOUT_MS },
      signal,
    );
    return { facts: parseProbe(stdout), hasShellProtocol };
  };
}

interface FeatureQuestion {
  readonly server: ServerAddress;
  readonly timer: Timer;
  readonly transport: TransportAddress;
}

/** adb keeps the features of each device: the device itself is not asked. */
async function readFeatures(
  { server, timer, transport }: FeatureQuestion,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const bounds = { timer, timeoutMs: PROBE_TIMEOUT_MS, label: "adb: features", signal };
  try {
    const answer = await withDeadline(bounds, async (within) => {
      const connection = await openDeviceService(server, { transport, service: "host:features" }, within);
      const text = await connection.readText();
      connection.close();
      return text.split(",");
    });
    if (answer.is === "done") return answer.value;
  } catch (error) {
    if (!(error instanceof AdbFailure)) throw error;
    throw deviceLost(transport.serial, { effect: "did_not_run", why: error.reason });
  }
  throw timedOut(transport.serial, { effect: "did_not_run", timeoutMs: PROBE_TIMEOUT_MS });
}
