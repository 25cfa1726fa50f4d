import { afterEach, expect, it } from "vitest";
import type { DeviceSource, SourceReport } from "../../src/devices/inventory.js";
import { withPatience } from "../../src/devices/withPatience.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { fakeSource } from "../support/fakeSource.js";
import { manualTimer } from "../support/manualTimer.js";
import { recordingLog } from "../support/recordingLog.js";
import { unaborted } from "../support/unaborted.js";

const OVERDUE = failed("it has not answered in 2000 ms");
const COMPLETE: SourceReport = { source: "adb@farm:5037", outcome: "complete" };

const timer = manualTimer();
const log = recordingLog();

afterEach(() => expect(timer.live()).toEqual([]));

function failed(message: string): SourceReport {
  return {
    source: "adb@farm:5037",
    outcome: "failed",
    refusal: { code: "adb_unreachable", message, hint: "", data: { address: "farm:5037", cause: message } },
  };
}

/** A source whose discoveries end when the test says so, oldest first. */
function heldSource(): { readonly source: DeviceSource; readonly end: (report: SourceReport) => Promise<void> } {
  const held: ((report: SourceReport) => void)[] = [];
  const source: DeviceSource = {
    ...fakeSource("adb@farm:5037"),
    discover: () =>
      new Promise((resolve) => {
        held.push((report) => resolve({ devices: [fakeDevice("A")], report }));
      }),
  };
  return {
    source: withPatience(source, { timer, log, patienceMs: 2000, overdue: OVERDUE }),
    async end(report) {
      held.shift()?.(report);
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    },
  };
}

const reportOf = async (discovery: ReturnType<DeviceSource["discover"]>): Promise<SourceReport> =>
  (await discovery).report;

it("gives what a source finds in time", async () => {
  const { source, end } = heldSource();
  const discovery = source.discover(unaborted);
  timer.advance(1999);
  await end(COMPLETE);
  expect(await discovery).toEqual({ devices: [fakeDevice("A")], report: COMPLETE });
});

it("counts a silent one as failed after a while, and waits for it no second time until it has answered", async () => {
  const { source, end } = heldSource();
  const first = source.discover(unaborted);
  timer.advance(2000);
  expect(await reportOf(first)).toEqual(OVERDUE);
  expect(await reportOf(source.discover(unaborted))).toEqual(OVERDUE);
  await end(COMPLETE);
  const later = source.discover(unaborted);
  await end(COMPLETE);
  expect(await reportOf(later)).toEqual(COMPLETE);
});

it("tells at once why a slow one failed, and goes on looking", async () => {
  const { source, end } = heldSource();
  const first = source.discover(unaborted);
  timer.advance(5000);
  await end(failed("it said nothing for 5000 ms"));
  expect(await reportOf(first)).toEqual(OVERDUE);
  expect(await reportOf(source.discover(unaborted))).toEqual(failed("it said nothing for 5000 ms"));
  await end(COMPLETE);
  const back = source.discover(unaborted);
  await end(COMPLETE);
  expect(await reportOf(back)).toEqual(COMPLETE);
});

it("asks one that is plainly down each time, for that delays nobody", async () => {
  const { source, end } = heldSource();
  const first = source.discover(unaborted);
  await end(failed("refused"));
  const second = source.discover(unaborted);
  await end(COMPLETE);
  expect([await reportOf(first), await reportOf(second)]).toEqual([failed("refused"), COMPLETE]);
});

it("lets one caller leave without ending the look for the others", async () => {
  const { source, end } = heldSource();
  const caller = new AbortController();
  const given = source.discover(caller.signal);
  const staying = source.discover(unaborted);
  caller.abort(new Error("gave up"));
  await expect(given).rejects.toThrow("gave up");
  await end(COMPLETE);
  expect(await reportOf(staying)).toEqual(COMPLETE);
});
