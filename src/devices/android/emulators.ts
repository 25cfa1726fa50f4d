import { quoteText } from "../../core/quoteText.js";
import { Refusal } from "../../core/refusal.js";
import type { RunProcess } from "../../core/runProcess.js";
import type { FindProgram, StartProcess } from "../../core/startProcess.js";
import type { Timer } from "../../core/timer.js";
import type { VirtualDevice, VirtualDevices } from "../virtualDevices.js";
import { listenForConsolePort } from "./consolePort.js";
import { withDeadline } from "../../core/withDeadline.js";

/** What starting emulators takes from outside. */
export interface EmulatorPrograms {
  readonly findEmulator: FindProgram;
  readonly runProcess: RunProcess;
  readonly startProcess: StartProcess;
}

const LIST_TIMEOUT_MS = 20_000;
/** Until the emulator opens its console; its Android goes on booting after that. */
const START_TIMEOUT_MS = 90_000;

/** What the emulator lets an AVD be called; a name of its own cannot be an option of the program either. */
const AVD_NAME = /^[A-Za-z0-9._][A-Za-z0-9._-]*$/;

/** The user's own virtual Android devices, through the user's own `emulator` program. */
export function createEmulators(programs: EmulatorPrograms, timer: Timer): VirtualDevices {
  return {
    platform: "android",
    async list(signal) {
      const file = await programs.findEmulator();
      if (file === undefined) return [];
      const end = await programs.runProcess({ file, args: ["-list-avds"], timeoutMs: LIST_TIMEOUT_MS, signal });
      signal.throwIfAborted();
      if (end.outcome !== "exited" || end.exitCode !== 0) return [];
      // Some versions print notes between the names.
      const names = end.stdout.split(/\r?\n/).filter((line) => AVD_NAME.test(line));
      return names.map((name): VirtualDevice => ({ platform: "android", name }));
    },
    async start({ name }, signal, onProgress) {
      const file = await programs.findEmulator();
      if (file === undefined || !AVD_NAME.test(name)) throw startFailed(name, "there is no such virtual device");
      onProgress({ done: 0, message: `starting ${name}` });
      return { deviceId: await startOne({ file, name, timer, startProcess: programs.startProcess }, signal) };
    },
  };
}

interface EmulatorStart extends Pick<EmulatorPrograms, "startProcess"> {
  readonly file: string;
  readonly name: string;
  readonly timer: Timer;
}

/**
 * The emulator picks its ports itself, so two that start at once never want the same, and reports its console's; adb names
 * an emulator of this machine after that port. One that did not report is ended: it could not be told from others.
 */
async function startOne({ file, name, timer, startProcess }: EmulatorStart, signal: AbortSignal): Promise<string> {
  const report = await listenForConsolePort();
  const emulator = startProcess({ file, args: ["-avd", name, "-report-console", `tcp:${report.port}`] });
  let isStarted = false;
  try {
    const deadline = { timer, timeoutMs: START_TIMEOUT_MS, label: `emulator: start ${name}`, signal };
    const bounded = await withDeadline(deadline, (within) =>
      Promise.race([
        report.consolePort.then((consolePort) => ({ is: "started", consolePort }) as const),
        emulator.ended.then((words) => ({ is: "ended", words }) as const),
        rejectedOn(within),
      ]),
    );
    if (bounded.is === "timed_out") throw startTimedOut(name);
    if (bounded.value.is === "ended") throw startFailed(name, bounded.value.words);
    isStarted = true;
    return `emulator-${bounded.value.consolePort}`;
  } finally {
    report.close();
    if (!isStarted) emulator.end();
  }
}

function rejectedOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener(
      "abort",
      () => {
        reject(new Error("the start was given up", { cause: signal.reason }));
      },
      { once: true },
    );
  });
}

function startFailed(name: string, output: string): Refusal {
  const quoted = quoteText(output);
  return new Refusal({
    code: "command_failed",
    message: `The emulator "${quoteText(name)}" did not start: ${quoted}.`,
    hint: "Call listDevices: an emulator of that name may run already. Start it once in Android Studio to see what is wrong with it.",
    data: { deviceId: name, output: quoted },
  });
}

function startTimedOut(name: string): Refusal {
  return new Refusal({
    code: "timed_out",
    message: `The emulator "${quoteText(name)}" did not open its console within ${START_TIMEOUT_MS} ms, and was ended again.`,
    hint: "Repeat startDevice once; if that fails too, start it in Android Studio to see what is wrong with it.",
    data: { deviceId: name, timeoutMs: START_TIMEOUT_MS, effect: "did_not_run" },
  });
}
