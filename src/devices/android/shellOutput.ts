import { AdbFailure } from "./adbFailure.js";
import type { ServerConnection } from "./serverConnection.js";

/** What one command on a device gave. */
export interface ShellOutput {
  readonly stdout: Buffer;
  /** Empty on devices that cannot keep it apart from stdout. */
  readonly stderr: string;
  readonly exitCode: number;
}

/** A command printed more than was allowed for it; the rest was not read. */
export class OutputTooLong extends Error {
  override readonly name = "OutputTooLong";
}

// https://android.googlesource.com/platform/packages/modules/adb/+/refs/heads/main/shell_protocol.h
const PACKET_STDOUT = 1;
const PACKET_STDERR = 2;
const PACKET_EXIT = 3;
const PACKET_HEADER_BYTES = 5;

/** Enough for any message that is worth quoting. */
const STDERR_LIMIT_BYTES = 64 * 1024;

/** Stands before the exit status that a device without the shell protocol is asked to print last. */
const TRAILER = "\nautomobile-exit-status:";

/**
 * Reads the answer of `shell,v2,raw:` up to its exit packet. Packets of kinds that are not known are skipped, as adb does.
 *
 * @throws AdbFailure `broke_off`, OutputTooLong.
 */
export async function readShellProtocol(connection: ServerConnection, maxBytes: number): Promise<ShellOutput> {
  const stdout: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  let stdoutBytes = 0;
  let stderrBytes = 0;
  for (;;) {
    const header = Buffer.from(await connection.readExactly(PACKET_HEADER_BYTES));
    const kind = header.readUInt8(0);
    const length = header.readUInt32LE(1);
    if (kind === PACKET_STDOUT) stdoutBytes += length;
    if (stdoutBytes > maxBytes || length > maxBytes + STDERR_LIMIT_BYTES) throw new OutputTooLong();
    const data = await connection.readExactly(length);
    if (kind === PACKET_STDOUT) {
      stdout.push(data);
    } else if (kind === PACKET_STDERR && stderrBytes < STDERR_LIMIT_BYTES) {
      stderrBytes += length;
      stderr.push(data);
    } else if (kind === PACKET_EXIT) {
      return { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString("utf8"), exitCode: data[0] ?? 0 };
    }
  }
}

/** The command for `exec:`, which tells no exit status of its own: it prints that status last. */
export function withExitTrailer(command: string): string {
  return `${command}\nprintf '${TRAILER.replace("\n", String.raw`\n`)}%s' "$?"`;
}

/**
 * Reads the answer of `exec:` to a command from `withExitTrailer`, up to the end of the connection.
 *
 * @throws AdbFailure `broke_off` when the trailer is missing; OutputTooLong.
 */
export async function readWithExitTrailer(connection: ServerConnection, maxBytes: number): Promise<ShellOutput> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of connection.chunks()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new OutputTooLong();
  }
  const all = Buffer.concat(chunks);
  const start = all.lastIndexOf(TRAILER);
  const status = /^\d{1,3}$/.exec(start === -1 ? "" : all.subarray(start + TRAILER.length).toString("latin1"));
  if (status === null) throw new AdbFailure("broke_off", "the connection to the device ended before the command did");
  return { stdout: all.subarray(0, start), stderr: "", exitCode: Number(status[0]) };
}
