import { createDevices } from "../server/index.js";
import type { CliContext } from "./cliContext.js";
import { EXIT, type ExitCode } from "./exitCode.js";
import type { ServeOptions } from "./serverFlags.js";
import { renderSnapshot, toSnapshotJson } from "./snapshotText.js";
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
    const devices = await createDevices(serve);
    try {
      const snapshot = await devices.inventory.snapshot(signal);
      if (asJson) output.json(toSnapshotJson(snapshot));
      else output.result(renderSnapshot(snapshot, output.resultPaint).join("\n"));
      return snapshot.sources.some(({ outcome }) => outcome === "failed") ? EXIT.failed : EXIT.done;
    } finally {
      await devices.close();
    }
  });
}
