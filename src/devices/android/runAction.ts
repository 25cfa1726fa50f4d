import { shellFailed } from "./androidRefusals.js";
import type { DeviceShell, ShellRequest } from "./deviceShell.js";

/** Android's tools report some failures with status 0, as the text of an exception. */
const FAILURE_TEXT = /\b[A-Za-z.]+(?:Exception|Error)\b|^Error|can't find service/im;

/**
 * Runs a command that acts and, when it worked, prints nothing that matters.
 *
 * @throws Refusal `command_failed` quoting what it printed, and what `DeviceShell.run` throws.
 */
export async function runAction(
  shell: DeviceShell,
  request: Omit<ShellRequest, "intent">,
  signal: AbortSignal,
): Promise<void> {
  const { stdout, stderr, exitCode } = await shell.run({ ...request, intent: "acts" }, signal);
  const output = `${stderr}\n${stdout.toString("utf8")}`.trim();
  if (exitCode !== 0 || FAILURE_TEXT.test(output)) {
    throw shellFailed(shell.deviceId, { what: request.what, output: output || `exit status ${exitCode}` });
  }
}
