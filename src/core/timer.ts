/** Stops a wait that has not fired yet; calling it again, or after the firing, does nothing. */
export type Cancel = () => void;

/**
 * The only clock below the composition root. The real one is `system/systemTimer.ts`; tests move time by hand with
 * `test/support/manualTimer.ts`, which also lists the waits that are still alive.
 */
export interface Timer {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `fire` once, `ms` milliseconds from now, unless cancelled. `label` names the wait in reports of live timers. */
  after(ms: number, label: string, fire: () => void): Cancel;
}
