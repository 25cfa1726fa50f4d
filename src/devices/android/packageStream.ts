import type { OpenFile } from "../../core/appFile.js";
import type { Timer } from "../../core/timer.js";
import { AdbFailure } from "./adbFailure.js";
import { openDeviceService, type TransportAddress } from "./serverConnection.js";
import type { ServerAddress } from "./serverSocket.js";
import { shell, shellText } from "./shellCommand.js";
import { withDeadline } from "../../core/withDeadline.js";

/** How sending an app to a device's package manager came out. */
export type StreamEnd =
  | { readonly is: "answered"; readonly output: string }
  /** Nothing of it had reached the device. */
  | { readonly is: "not_sent"; readonly reason: string }
  /** It broke off before all of it was on its way, so that nothing can have been installed. */
  | { readonly is: "cut_short"; readonly reason: string }
  /** The device may have had all of it, and did not say what came of it. */
  | { readonly is: "unknown"; readonly reason: string };

/** Streams one file to one device's package manager. Rejects only with the abort reason. */
export type StreamPackage = (
  file: OpenFile,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
) => Promise<StreamEnd>;

/** Whom to stream to. */
export interface PackageStreamOptions {
  readonly address: ServerAddress;
  readonly transport: TransportAddress;
  readonly timer: Timer;
}

/** Copying a large app over a slow link and verifying it take minutes. */
const INSTALL_TIMEOUT_MS = 600_000;

/** An answer longer than this is none. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/**
 * Streams to `cmd package install -S`, which takes the size first and then the bytes: nothing is left on the device, and
 * nothing is installed unless all bytes came.
 */
export function createPackageStream({ address, transport, timer }: PackageStreamOptions): StreamPackage {
  return async (file, onSent, signal) => {
    let reached: "nothing" | "some" | "all" = "nothing";
    const service = `exec:${shellText(shell`cmd package install -r -S ${file.sizeBytes}`)}`;
    const deadline = { timer, signal, timeoutMs: INSTALL_TIMEOUT_MS, label: "adb: install an app" };
    try {
      const bounded = await withDeadline(deadline, async (within) => {
        const connection = await openDeviceService(address, { transport, service }, within);
        try {
          reached = "some";
          let sent = 0;
          for await (const chunk of file.chunks()) {
            // A write that fails may have arrived all the same.
            if (sent + chunk.length >= file.sizeBytes) reached = "all";
            await connection.write(chunk);
            sent += chunk.length;
            onSent(sent);
          }
          return await readAnswer(connection.chunks());
        } finally {
          connection.close();
        }
      });
      if (bounded.is === "done" && bounded.value.trim() !== "") return { is: "answered", output: bounded.value };
      if (bounded.is === "done") return toEnd(reached, "the connection to the device ended without an answer");
    } catch (error) {
      if (!(error instanceof AdbFailure)) throw error;
      return toEnd(reached, error.reason);
    }
    return toEnd(reached, `it did not end within ${INSTALL_TIMEOUT_MS} ms`);
  };
}

function toEnd(reached: "nothing" | "some" | "all", reason: string): StreamEnd {
  if (reached === "all") return { is: "unknown", reason };
  return { is: reached === "some" ? "cut_short" : "not_sent", reason };
}

async function readAnswer(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > ANSWER_LIMIT_BYTES) break;
    all.push(chunk);
  }
  return Buffer.concat(all).toString("utf8");
}
