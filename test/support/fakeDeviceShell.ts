import type { DeviceShell, ShellRequest } from "../../src/devices/android/deviceShell.js";
import { shellText } from "../../src/devices/android/shellCommand.js";

/** What a scripted command gives; what is left out is empty, and the status 0. */
export interface ScriptedOutput {
  readonly stdout?: string | Uint8Array;
  readonly stderr?: string;
  readonly exitCode?: number;
}

/** A device's shell that answers from a script and notes what it was sent. */
export interface FakeDeviceShell extends DeviceShell {
  /** The text of every command, oldest first. */
  readonly commands: readonly string[];
  readonly requests: readonly ShellRequest[];
}

/** Makes a shell of the device `TESTPHONE01` that gives these outputs in this order, and fails when asked for more. */
export function fakeDeviceShell(...outputs: readonly ScriptedOutput[]): FakeDeviceShell {
  const left = [...outputs];
  const requests: ShellRequest[] = [];
  const commands: string[] = [];
  return {
    deviceId: "TESTPHONE01",
    commands,
    requests,
    async run(request, signal) {
      signal.throwIfAborted();
      requests.push(request);
      commands.push(shellText(request.command));
      const output = left.shift();
      if (output === undefined) throw new Error(`nothing is scripted for ${shellText(request.command)}`);
      return {
        stdout: Buffer.from(output.stdout ?? ""),
        stderr: output.stderr ?? "",
        exitCode: output.exitCode ?? 0,
      };
    },
  };
}

/** The output of several commands that were sent as one. */
export function sectionOutput(...pieces: readonly string[]): string {
  return pieces.join("\n--automobile-section--\n");
}
