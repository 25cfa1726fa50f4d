import { pause } from "../../src/core/pause.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { unaborted } from "./unaborted.js";

/** Lets real time pass, for what only a program outside of the test does by its own clock. */
export async function letPass(ms: number): Promise<void> {
  await pause({ timer: systemTimer, ms, label: "test", signal: unaborted });
}
