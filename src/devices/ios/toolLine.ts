import { parseJson } from "../../core/parseJson.js";
import { Refusal } from "../../core/refusal.js";
import type { WithScratchFile } from "../../core/scratchFile.js";
import { propertyOf } from "./foreignJson.js";
import { commandFailed, deviceLost, timedOut } from "../deviceRefusals.js";
import { xcodeUnusable } from "./iosRefusals.js";
import type { XcodeTool, Xcrun, XcrunEnd } from "./xcrun.js";

/** One command of one of Xcode's programs to one device. */
export interface ToolCommand {
  /** What it does, as in "could not …". */
  readonly what: string;
  /** Whether a repeat is harmless: what only `reads` has no effect that could be lost or doubled. */
  readonly intent: "reads" | "acts";
  /** Devices on which it makes sense: those that run, unless it says `any`. */
  readonly on?: "running" | "any";
  readonly timeoutMs?: number;
}

/** A command of simctl: the verb, and what comes behind the device's UDID. */
export interface SimctlCommand extends ToolCommand {
  readonly verb: string;
  readonly rest?: readonly string[];
}

/** A command of devicectl: its words, and what comes behind the device's id. */
export interface DevicectlCommand extends ToolCommand {
  readonly words: readonly string[];
  readonly rest?: readonly string[];
}

/** The program's own answer: what it gave, or the words with which it failed. */
export type ToolReply<Given> =
  { readonly is: "done"; readonly given: Given } | { readonly is: "failed"; readonly output: string };

/** Runs one program on one device and no other. */
export interface ToolLine<Command extends ToolCommand, Given> {
  /** The id that the program is given, and that refusals name. */
  readonly deviceId: string;
  /**
   * @throws Refusal `timed_out`; `device_lost` when the program says that the device is not there or not running;
   * `xcode_unusable`; the abort reason.
   */
  ask(command: Command, signal: AbortSignal): Promise<ToolReply<Given>>;
  /** `ask` for a command whose failure is the end of it. @throws Refusal `command_failed` quoting the program. */
  run(command: Command, signal: AbortSignal): Promise<Given>;
}

/** Runs simctl on one simulator; gives what it printed. */
export type SimctlLine = ToolLine<SimctlCommand, string>;
/** Runs devicectl on one phone or tablet; gives the `result` that it wrote. */
export type DevicectlLine = ToolLine<DevicectlCommand, unknown>;

/** Longest time for one command, unless its caller says otherwise. The first call after a start of the host is slow. */
export const TOOL_TIMEOUT_MS = 30_000;

const NOT_THERE = /Invalid device|device was not found|Unable to find a device matching/i;
const NOT_RUNNING = /current state: (?!Booted)/i;

/** A line to one simulator. */
export function createSimctlLine(xcrun: Xcrun, udid: string): SimctlLine {
  return createLine("simctl", udid, async ({ verb, rest = [], timeoutMs = TOOL_TIMEOUT_MS }, signal) => {
    const end = await xcrun({ tool: "simctl", args: [verb, udid, ...rest], timeoutMs }, signal);
    return { end, given: end.is === "done" ? end.stdout : "" };
  });
}

/** A line to one phone or tablet. What devicectl prints is for people; its answer is read from a file. */
export function createDevicectlLine(
  { xcrun, withScratchFile }: { readonly xcrun: Xcrun; readonly withScratchFile: WithScratchFile },
  udid: string,
): DevicectlLine {
  return createLine("devicectl", udid, async ({ words, rest = [], timeoutMs = TOOL_TIMEOUT_MS }, signal) =>
    withScratchFile("answer.json", async (file) => {
      const args = [...words, "--device", udid, ...rest, "--json-output", file.path];
      const end = await xcrun({ tool: "devicectl", args, timeoutMs }, signal);
      const answer = end.is === "done" ? await file.read() : undefined;
      return { end, given: propertyOf(parseJson(answer?.toString("utf8") ?? ""), "result") };
    }),
  );
}

function createLine<Command extends ToolCommand, Given>(
  tool: XcodeTool,
  deviceId: string,
  execute: (command: Command, signal: AbortSignal) => Promise<{ readonly end: XcrunEnd; readonly given: Given }>,
): ToolLine<Command, Given> {
  const ask = async (command: Command, signal: AbortSignal): Promise<ToolReply<Given>> => {
    const { end, given } = await execute(command, signal);
    switch (end.is) {
      case "done":
        return { is: "done", given };
      case "failed":
        if (NOT_THERE.test(end.output) || (command.on !== "any" && NOT_RUNNING.test(end.output))) {
          throw deviceLost(deviceId, { effect: "did_not_run", why: end.output });
        }
        return { is: "failed", output: end.output === "" ? `exit status ${end.exitCode}` : end.output };
      case "timed_out":
        throw timedOut(deviceId, {
          effect: command.intent === "acts" ? "may_have_run" : "did_not_run",
          timeoutMs: command.timeoutMs ?? TOOL_TIMEOUT_MS,
        });
      case "absent":
        throw new Refusal(xcodeUnusable(tool, { cause: end.reason }));
    }
  };
  return {
    deviceId,
    ask,
    async run(command, signal) {
      const reply = await ask(command, signal);
      if (reply.is === "done") return reply.given;
      throw commandFailed(deviceId, { what: command.what, output: reply.output });
    },
  };
}
