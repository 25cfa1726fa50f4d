import type { Timer } from "../core/timer.js";

/** The real clock. Its waits keep the process alive until they fire or are cancelled. */
export const systemTimer: Timer = {
  now: () => Date.now(),
  after(ms, _label, fire) {
    const handle = setTimeout(fire, ms);
    return () => {
      clearTimeout(handle);
    };
  },
};
