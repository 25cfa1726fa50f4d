import { afterEach, expect, it, vi } from "vitest";
import { createHttpExchange } from "../../../src/system/httpExchange.js";
import { createInventory } from "../../../src/devices/inventory.js";
import { createIosSources, PATIENCE_MS } from "../../../src/devices/ios/iosSources.js";
import { withScratchFile } from "../../../src/system/scratchFile.js";
import { systemTimer } from "../../../src/system/systemTimer.js";
import { fakeXcrun, SIMULATOR_A, worldSimulator, type FakeXcrun } from "../../support/fakeXcrun.js";
import { manualTimer } from "../../support/manualTimer.js";
import { recordingLog } from "../../support/recordingLog.js";
import { unaborted } from "../../support/unaborted.js";

let xcrun: FakeXcrun;
afterEach(async () => xcrun.remove());

it("a devicectl that hangs holds up the simulators once, for eight seconds, and from then on nobody", async () => {
  xcrun = await fakeXcrun({ simulators: [worldSimulator(SIMULATOR_A)] });
  const timer = manualTimer();
  const inventory = createInventory({
    sources: createIosSources({
      runProcess: (request) =>
        request.args.includes("devicectl")
          ? new Promise((resolve) => {
              request.signal.addEventListener("abort", () => resolve({ outcome: "aborted" }), { once: true });
            })
          : xcrun.runInProcess(request),
      ...{ withScratchFile, exchange: createHttpExchange(systemTimer), wdaAddresses: [], timer, log: recordingLog() },
    }),
  });

  const first = inventory.snapshot(unaborted);
  await vi.waitFor(() => expect(timer.live()).toEqual(["devicectl: patience"]));
  timer.advance(PATIENCE_MS);
  const { devices } = await first;
  const second = await inventory.snapshot(unaborted);

  expect(devices.map(({ id }) => id)).toEqual([SIMULATOR_A]);
  expect(second.sources).toMatchObject([
    { source: "simctl", outcome: "complete" },
    { source: "devicectl", outcome: "failed", platform: "ios", refusal: { code: "xcode_unusable" } },
  ]);
  await inventory.close();
  expect(timer.live()).toEqual([]);
});
