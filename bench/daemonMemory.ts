import { daemonHome } from "../test/support/daemonHome.js";
import { atMost } from "./aim.js";
import { type Comparison, toComparison } from "./comparison.js";
import type { Effort } from "./effort.js";
import { createHttpCaller } from "./httpCaller.js";
import { memoryOf } from "./processMemory.js";

const AIM = atMost(1.1);
const FIRST_CALLS = 1000;
const CALLERS = 8;
/** Memory is looked at several times, that many calls apart: it goes up and down between two collections. */
const LOOKS = 10;
const CALLS_PER_LOOK = 100;

/** A daemon's memory after many calls, beside that after the first thousand. */
export async function measureDaemonMemory({ longRun }: Effort): Promise<readonly Comparison[]> {
  const home = await daemonHome();
  const { port, pid } = await home.start();
  const daemon = createHttpCaller({ port, token: await home.token() });
  const callOften = async (times: number): Promise<void> => {
    let left = times;
    const callOn = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await daemon.call("listDevices", {});
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, callOn));
  };
  const look = async (): Promise<readonly number[]> => {
    const samples: number[] = [];
    for (let count = 0; count < LOOKS; count += 1) {
      await callOften(CALLS_PER_LOOK);
      samples.push((await memoryOf(pid)).residentMb);
    }
    return samples;
  };
  try {
    await callOften(FIRST_CALLS);
    const reference = await look();
    await callOften(longRun - FIRST_CALLS - 2 * LOOKS * CALLS_PER_LOOK);
    const measured = await look();
    const name = `daemon's memory after ${longRun} calls`;
    const baseline = `after ${FIRST_CALLS} calls`;
    return [toComparison({ name, baseline, aim: AIM, unit: "MB" }, { measured, reference })];
  } finally {
    daemon.close();
    await home.remove();
  }
}
