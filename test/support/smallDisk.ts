import { execFile } from "node:child_process";
import { appendFile, mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const SIZE = "256k";
const BLOCK = new Uint8Array(4096);
const FILLER = "filler";

/** A disk of a test's own, which can be full or read-only as a real one: the system's own errors, for root as well. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves no block free. */
  fill(): Promise<void>;
  /** Makes room again. */
  free(): Promise<void>;
  /** Lets nobody write any more. */
  makeReadOnly(): Promise<void>;
  makeWritable(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Mounts one, as root or with a `sudo` that asks for no password.
 *
 * @throws Error when that is not allowed. There is no stand-in: a test that needs a disk and has none must fail.
 */
export async function smallDisk(): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), "automobile-disk-"));
  const options = `size=${SIZE},mode=0700,uid=${process.getuid?.() ?? 0}`;
  try {
    await asRoot(["mount", "-t", "tmpfs", "-o", options, "tmpfs", path]);
  } catch (cause) {
    await rmdir(path);
    const fix =
      "This test needs Linux, and root or a sudo without a password. To leave it out: -t '^(?!.*a small disk)'";
    throw new Error(`no disk can be mounted for the test. ${fix}`, { cause });
  }
  let isReadOnly = false;
  return {
    path,
    async fill() {
      for (;;) {
        try {
          await appendFile(join(path, FILLER), BLOCK);
        } catch {
          return;
        }
      }
    },
    free: () => rm(join(path, FILLER)),
    async makeReadOnly() {
      // The same disk once more, on top of itself: as it is, it stays writable while a process has a file open.
      await asRoot(["mount", "--bind", path, path]);
      await asRoot(["mount", "-o", "remount,bind,ro", path]);
      isReadOnly = true;
    },
    async makeWritable() {
      if (isReadOnly) await asRoot(["umount", path]);
      isReadOnly = false;
    },
    async remove() {
      await asRoot(["umount", path]);
      await rmdir(path);
    },
  };
}

async function asRoot([command = "", ...args]: readonly string[]): Promise<void> {
  await (process.getuid?.() === 0 ? execute(command, args) : execute("sudo", ["-n", command, ...args]));
}
