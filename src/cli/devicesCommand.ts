import { createDevices, type ServeOptions } from "../server/index.js";
import type { Snapshot } from "../devices/inventory.js";
import { listDevices } from "../tools/devices.js";
import { systemTimer } from "../system/systemTimer.js";
import type { CliContext } from "./cliContext.js";
import { createNoteLog } from "./noteLog.js";
import { EXIT, type ExitCode } from "./exitCode.js";
import { renderSnapshot } from "./snapshotText.js";
import { untilStopped } from "./untilStopped.js";

/** What `automobile devices` was given. */
export interface DevicesCommandOptions {
  readonly serve: ServeOptions;
  readonly asJson: boolean;
}

/** Shows what is attached. Failed when a source could not answer, because then the list may lack something. */
export async function runDevices({ serve, asJson }: DevicesCommandOptions, context: CliContext): Promise<ExitCode> {
  const { host, output } = context;
  return untilStopped(host, async (signal) => {
    const devices = await createDevices(serve, createNoteLog(output));
    try {
      const snapshot = await devices.inventory.snapshot(signal);
      if (asJson) output.json(await toListedDevices(snapshot, signal));
      else output.result(renderSnapshot(snapshot, output.resultPaint).join("\n"));
      return snapshot.sources.some(({ outcome }) => outcome === "failed") ? EXIT.failed : EXIT.done;
    } finally {
      await devices.close();
    }
  });
}

/** For a program, the very structure that the tool `listDevices` gives. No call runs in this process. */
async function toListedDevices(snapshot: Snapshot, signal: AbortSignal): Promise<unknown> {
  const prepared = listDevices.prepare({});
  if (prepared.kind === "invalid") throw new Error("listDevices does not take an empty set of arguments");
  const { structured } = await prepared.run({
    snapshot: () => Promise.resolve(snapshot),
    isInUse: () => false,
    virtual: [],
    timer: systemTimer,
    onProgress: () => undefined,
    signal,
  });
  return structured;
}
