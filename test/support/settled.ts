import { setImmediate } from "node:timers/promises";

/** Resolves when everything that could go on without time passing has gone on. */
export async function settled(): Promise<void> {
  await setImmediate();
}
