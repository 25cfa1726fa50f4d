import type { LabPhone } from "../lab/lab.js";
import { startLab } from "../lab/startLab.js";
import { systemTimer } from "../system/systemTimer.js";
import type { CliContext } from "./cliContext.js";
import { EXIT, type ExitCode } from "./exitCode.js";
import { renderTable } from "./table.js";
import { untilStopped } from "./untilStopped.js";

/** What `automobile lab` was given. */
export interface LabCommandOptions {
  readonly phones: number;
  readonly latencyMs: number;
  readonly asJson: boolean;
}

/** Runs virtual phones until Ctrl-C or SIGTERM. What is printed is true when it is printed: every phone listens by then. */
export async function runLab(options: LabCommandOptions, { host, output }: CliContext): Promise<ExitCode> {
  const { phones, latencyMs, asJson } = options;
  return untilStopped(host, async (signal) => {
    const lab = await startLab({ phones, latencyMs, timer: systemTimer });
    try {
      if (asJson) output.json({ phones: lab.phones.map(toJson) });
      else for (const line of describePhones(lab.phones, output)) output.result(line);
      await aborted(signal);
    } finally {
      await lab.close();
    }
    return EXIT.done;
  });
}

function toJson(phone: LabPhone): Readonly<Record<string, string>> {
  return { serial: phone.serial, model: phone.model, osVersion: phone.osVersion, address: toAddress(phone) };
}

function describePhones(phones: readonly LabPhone[], { resultPaint: paint }: CliContext["output"]): readonly string[] {
  const rows = phones.map((phone) => [
    { text: phone.serial, paint: paint.name },
    { text: `${phone.manufacturer} ${phone.model}` },
    { text: `Android ${phone.osVersion}` },
    { text: `adb connect ${toAddress(phone)}`, paint: paint.bold },
  ]);
  return [...renderTable(rows), paint.dim("Connect the ones you want to any adb server. Ctrl-C ends them all.")];
}

function toAddress({ port }: LabPhone): string {
  return `127.0.0.1:${port}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
