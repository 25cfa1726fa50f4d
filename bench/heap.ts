import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What this process's heap holds after everything that nobody needs was collected, in bytes. */
export function heldBytes(): number {
  // Only a context that is made after the flag was set has the function.
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}
