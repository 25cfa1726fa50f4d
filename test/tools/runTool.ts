import { z } from "zod";
import { createDeviceQueue } from "../../src/devices/deviceQueue.js";
import { CATALOGUE } from "../../src/tools/catalogue.js";
import { createToolRunner, type ToolRun, type ToolRunner, type ToolRunnerParts } from "../../src/tools/toolRunner.js";
import { breathe } from "../../src/system/breathe.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { type FakeDriver, fakeDriver, type FakeScreen } from "../support/fakeDriver.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { manualTimer } from "../support/manualTimer.js";
import { recordingLog } from "../support/recordingLog.js";

/** A runner over the real tools and the real queue; whatever `parts` does not bring is a fake. */
export function fakeRunner(parts: Partial<ToolRunnerParts> = {}): ToolRunner {
  return createToolRunner({
    inventory: fakeInventory(),
    policy: { requiresDeviceId: false },
    queue: createDeviceQueue(),
    resolveAppPath: async (path) => ({ is: "found", path }),
    timer: manualTimer(),
    breathe,
    log: recordingLog(),
    loadCatalogue: async () => CATALOGUE,
    ...parts,
  });
}

/** One call to one ready phone, `A`, that shows this screen. Fails when the result is not what `tools/list` says. */
export async function runTool(
  name: string,
  args: unknown,
  screen: FakeScreen = {},
): Promise<ToolRun & { readonly received: FakeDriver["received"] }> {
  const inventory = fakeInventory(fakeDevice("A"));
  const driver = fakeDriver(screen);
  inventory.drive("A", driver);
  const run = await fakeRunner({ inventory }).run({ name, args, signal: new AbortController().signal });
  requirePublishedShape(run);
  return { ...run, received: driver.received };
}

/** What the tool said, as one call to one phone gives it. */
export async function structuredOf(name: string, args: unknown, screen: FakeScreen = {}): Promise<unknown> {
  return (await runTool(name, args, screen)).outcome.structured;
}

/** Fails when a structured result does not have the shape that its tool publishes. */
export function requirePublishedShape({ tool, outcome }: ToolRun): void {
  const { outputSchema } = CATALOGUE.find((each) => each.name === tool)?.published() ?? {};
  z.fromJSONSchema({ ...outputSchema }).parse(outcome.structured);
}
