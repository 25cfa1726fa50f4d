import { assertNever } from "../../core/assertNever.js";
import type { RunProcess } from "../../core/runProcess.js";

/** The programs of Xcode that are run. */
export type XcodeTool = "simctl" | "devicectl";

/** One run of one of them. `args` names its device by id, if it has one. */
export interface XcrunRequest {
  readonly tool: XcodeTool;
  readonly args: readonly string[];
  readonly timeoutMs: number;
}

/** How a run ended. */
export type XcrunEnd =
  | { readonly is: "done"; readonly stdout: string; readonly stderr: string }
  | { readonly is: "failed"; readonly exitCode: number; readonly output: string }
  /** This machine has no such program: no Xcode, or one too old for it. */
  | { readonly is: "absent"; readonly reason: string }
  | { readonly is: "timed_out"; readonly output: string };

/** Runs Xcode's programs. Rejects only with the abort reason. */
export type Xcrun = (request: XcrunRequest, signal: AbortSignal) => Promise<XcrunEnd>;

/** Words that mean "whichever there is" to simctl and devicectl. One device is always named by its id instead. */
const ANY_DEVICE: readonly string[] = ["booted", "all"];

/** How xcrun and xcode-select say that there is no such program, whatever they were asked for. */
const NO_PROGRAM =
  /unable to find utility|invalid active developer path|no developer tools were found|requires Xcode, but active developer directory/i;

/** How Node.js says that there is no such file on PATH. */
const NO_XCRUN = /\bENOENT$/;

/**
 * Runs whatever `xcrun` is first on PATH.
 *
 * The function given back throws Error for arguments that leave the choice of a device to the program.
 */
export function createXcrun(runProcess: RunProcess): Xcrun {
  return async ({ tool, args, timeoutMs }, signal) => {
    const vague = args.find((arg) => ANY_DEVICE.includes(arg));
    if (vague !== undefined) throw new Error(`xcrun ${tool} was about to be run on "${vague}", which names no device`);
    signal.throwIfAborted();
    const end = await runProcess({ file: "xcrun", args: [tool, ...args], timeoutMs, signal });
    switch (end.outcome) {
      case "exited": {
        if (end.exitCode === 0) return { is: "done", stdout: end.stdout, stderr: end.stderr };
        const output = `${end.stderr}\n${end.stdout}`.trim();
        return NO_PROGRAM.test(output)
          ? { is: "absent", reason: output }
          : { is: "failed", exitCode: end.exitCode, output };
      }
      case "not_started":
        return { is: "absent", reason: toAbsence(end.reason) };
      case "timed_out":
        return { is: "timed_out", output: `${end.stderr}\n${end.stdout}`.trim() };
      case "aborted":
        signal.throwIfAborted();
        throw new Error("a child process was aborted without an abort");
      default:
        return assertNever(end);
    }
  };
}

function toAbsence(reason: string): string {
  return NO_XCRUN.test(reason)
    ? "iOS devices need a Mac with Xcode, and this machine has no xcrun"
    : `xcrun could not be started: ${reason}`;
}
