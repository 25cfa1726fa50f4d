/** What many measurements of one thing came to, in the unit that they were made in. */
export interface Spread {
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly runs: number;
}

/** The quartiles of some measurements. @throws Error when there are none. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((left, right) => left - right);
  return {
    median: quantile(sorted, 0.5),
    lowerQuartile: quantile(sorted, 0.25),
    upperQuartile: quantile(sorted, 0.75),
    runs: sorted.length,
  };
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new Error("nothing was measured");
  return below + (above - below) * (at - Math.floor(at));
}
