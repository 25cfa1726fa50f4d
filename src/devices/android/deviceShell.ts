import type { Effect } from "../../core/refusal.js";
import type { Timer } from "../../core/timer.js";
import { AdbFailure } from "./adbFailure.js";
import { deviceLost, timedOut } from "../deviceRefusals.js";
import { adbUnreachable, shellFailed } from "./androidRefusals.js";
import { openDeviceService, type TransportAddress } from "./serverConnection.js";
import type { ServerAddress } from "./serverSocket.js";
import { shellText, type ShellCommand } from "./shellCommand.js";
import {
  OutputTooLong,
  readShellProtocol,
  readWithExitTrailer,
  withExitTrailer,
  type ShellOutput,
} from "./shellOutput.js";
import { withDeadline } from "../../core/withDeadline.js";

/** Longest time for one command, unless its caller says otherwise. */
export const COMMAND_TIMEOUT_MS = 15_000;

/** Most that one command may print: a large UI dump or screenshot, with room to spare. */
export const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;

/** One command on one device. */
export interface ShellRequest {
  readonly command: ShellCommand;
  /** What it does, as in "could not …". */
  readonly what: string;
  /** Whether a repeat is harmless: a command that only `reads` never has an effect that could be lost or doubled. */
  readonly intent: "reads" | "acts";
  readonly timeoutMs?: number;
}

/** Runs commands on one device and no other. */
export interface DeviceShell {
  /** The id that refusals name. */
  readonly deviceId: string;
  /**
   * Runs one command in one round trip. Any exit status is an answer.
   *
   * @throws Refusal `timed_out`, `device_lost`, `adb_unreachable`, `command_failed` (more output than is allowed); the abort reason.
   */
  run(request: ShellRequest, signal: AbortSignal): Promise<ShellOutput>;
}

/** What a shell on one device needs. */
export interface DeviceShellOptions {
  readonly address: ServerAddress;
  readonly transport: TransportAddress;
  readonly deviceId: string;
  /** From the device's feature list; without it, `exec:` and a status that the command prints itself. */
  readonly hasShellProtocol: boolean;
  readonly timer: Timer;
  /** Told when the device was lost or silent, so that what is known of it is not trusted any longer. */
  readonly onDoubt: () => void;
}

/** A shell on one attached device, reached by its exact serial and transport. */
export function createDeviceShell(options: DeviceShellOptions): DeviceShell {
  const { address, deviceId, timer, onDoubt } = options;
  return {
    deviceId,
    async run({ command, what, intent, timeoutMs = COMMAND_TIMEOUT_MS }, signal) {
      let wasSent = false;
      const effect = (): Effect => (intent === "acts" && wasSent ? "may_have_run" : "did_not_run");
      const onSend = () => {
        wasSent = true;
      };
      try {
        const bounded = await withDeadline({ timer, timeoutMs, label: `adb: ${what}`, signal }, (within) =>
          exchange(options, { text: shellText(command), onSend }, within),
        );
        if (bounded.is === "done") return bounded.value;
      } catch (error) {
        if (error instanceof OutputTooLong) {
          throw shellFailed(deviceId, { what, output: `more than ${OUTPUT_LIMIT_BYTES} bytes of output` });
        }
        if (!(error instanceof AdbFailure)) throw error;
        onDoubt();
        if (error.kind === "no_connection" || error.kind === "not_adb") {
          throw adbUnreachable(address, { cause: error.reason });
        }
        throw deviceLost(deviceId, { effect: effect(), why: error.reason });
      }
      onDoubt();
      throw timedOut(deviceId, { effect: effect(), timeoutMs });
    },
  };
}

async function exchange(
  { address, transport, hasShellProtocol }: DeviceShellOptions,
  { text, onSend }: { readonly text: string; readonly onSend: () => void },
  signal: AbortSignal,
): Promise<ShellOutput> {
  const service = hasShellProtocol ? `shell,v2,raw:${text}` : `exec:${withExitTrailer(text)}`;
  const connection = await openDeviceService(address, { transport, service, onSend }, signal);
  try {
    return hasShellProtocol
      ? await readShellProtocol(connection, OUTPUT_LIMIT_BYTES)
      : await readWithExitTrailer(connection, OUTPUT_LIMIT_BYTES);
  } finally {
    connection.close();
  }
}
