/** How much is measured of everything: enough for a table, or just enough to notice a cliff. */
export interface Effort {
  /** Starts of a process. */
  readonly starts: number;
  /** Calls, one after the other. */
  readonly calls: number;
  /** Calls of which one takes seconds on the other server. */
  readonly slowCalls: number;
  /** Bursts of calls in parallel. */
  readonly bursts: number;
  /** How long one burst lasts, in milliseconds. */
  readonly burstMs: number;
  /** Processes whose memory is looked at. */
  readonly processes: number;
  /** Calls after which a daemon's memory is compared with that after the first thousand. */
  readonly longRun: number;
  readonly idleProxies: number;
  /** Of asks, in milliseconds of a clock that is moved by hand. */
  readonly simulatedMs: number;
}

/** For the table. */
export const FULL_EFFORT: Effort = {
  starts: 15,
  calls: 60,
  slowCalls: 12,
  bursts: 10,
  burstMs: 1500,
  processes: 10,
  longRun: 100_000,
  idleProxies: 200,
  simulatedMs: 3_600_000,
};

/** For every change. */
export const SMOKE_EFFORT: Effort = {
  starts: 3,
  calls: 8,
  slowCalls: 2,
  bursts: 2,
  burstMs: 200,
  processes: 1,
  longRun: 3500,
  idleProxies: 8,
  simulatedMs: 300_000,
};
