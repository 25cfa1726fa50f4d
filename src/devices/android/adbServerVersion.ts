import type { Timer } from "../../core/timer.js";
import { AdbFailure } from "./adbFailure.js";
import { openHostService } from "./serverConnection.js";
import type { ServerAddress } from "./serverSocket.js";
import { withDeadline } from "../../core/withDeadline.js";

/** What is found at the address of an adb server, without starting anything. `reason` is for a person. */
export type AdbServerReading =
  | { readonly is: "answering"; readonly version: number }
  | { readonly is: "down"; readonly reason: string }
  | { readonly is: "silent"; readonly waitedMs: number }
  | { readonly is: "not_adb"; readonly reason: string };

const TIMEOUT_MS = 3_000;

/** Asks an adb server for its protocol version (`host:version`: four hexadecimal digits), within three seconds. */
export async function readAdbServerVersion(
  address: ServerAddress,
  { timer, signal }: { readonly timer: Timer; readonly signal: AbortSignal },
): Promise<AdbServerReading> {
  try {
    const deadline = { timer, signal, timeoutMs: TIMEOUT_MS, label: "adb server's version" };
    const answer = await withDeadline(deadline, (aborted) => askVersion(address, aborted));
    return answer.is === "done" ? parseVersion(answer.value) : { is: "silent", waitedMs: TIMEOUT_MS };
  } catch (error) {
    if (!(error instanceof AdbFailure)) throw error;
    return { is: error.kind === "no_connection" ? "down" : "not_adb", reason: error.reason };
  }
}

async function askVersion(address: ServerAddress, signal: AbortSignal): Promise<string> {
  const connection = await openHostService(address, "host:version", signal);
  try {
    return await connection.readText();
  } finally {
    connection.close();
  }
}

function parseVersion(text: string): AdbServerReading {
  const isVersion = /^[0-9a-f]{4}$/i.test(text);
  if (!isVersion) return { is: "not_adb", reason: `it gives "${text}" as its version` };
  return { is: "answering", version: Number.parseInt(text, 16) };
}
