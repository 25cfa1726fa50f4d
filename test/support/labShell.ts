import { createByteReader } from "../../src/lab/channel.js";
import type { Phone } from "../../src/lab/phone/phone.js";
import { createPhone } from "../../src/lab/phone/phone.js";
import { completeProfile } from "../../src/lab/phone/profile.js";
import { runScript } from "../../src/lab/shell/runScript.js";
import type { LabPhoneProfile } from "../../src/lab/lab.js";
import type { Timer } from "../../src/core/timer.js";
import { manualTimer } from "./manualTimer.js";
import { unaborted } from "./unaborted.js";

/** A lab phone without its cable: the first of a lab, or the one at this place. */
export function looseLabPhone(profile: LabPhoneProfile = {}, timer: Timer = manualTimer(), place = 0): Phone {
  return createPhone(completeProfile(profile, place, 0), timer);
}

/** What a script printed on a phone, and its exit code. */
export interface ShellEnd {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs a script in a phone's shell, without any wire. */
export async function runOnPhone(phone: Phone, script: string, stdin: string | Uint8Array = ""): Promise<ShellEnd> {
  const input = [Buffer.from(stdin)];
  const stdout: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  const exitCode = await runScript(script, {
    phone,
    stdin: createByteReader(async () => input.shift()),
    stdout: async (bytes) => void stdout.push(bytes),
    stderr: async (bytes) => void stderr.push(bytes),
    signal: unaborted,
  });
  return { stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString(), exitCode };
}
