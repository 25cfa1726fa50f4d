import { setImmediate } from "node:timers/promises";
import type { Breathe } from "../core/breathe.js";

/** Goes on when every message and timer that was due has been served. */
export const breathe: Breathe = async () => {
  await setImmediate();
};
