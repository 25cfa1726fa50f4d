import { performance } from "node:perf_hooks";
import type { Aim } from "./aim.js";
import { type Spread, spreadOf } from "./statistics.js";

/** What is measured, what it is measured beside, and where the ratio of the two should be. */
export interface Contest {
  readonly name: string;
  readonly baseline: string;
  readonly aim: Aim;
  /** Of both, for the table. */
  readonly unit: string;
}

/** One thing measured beside its baseline. */
export interface Comparison extends Contest {
  /** Of each pair that was measured in turns; its median is what the aim is about. */
  readonly ratio: Spread;
  readonly measured: Spread;
  readonly reference: Spread;
}

/** Measures once, in the contest's unit. */
export type Measure = () => Promise<number>;

/** The two sides of a contest, and how often each is measured. */
export interface Sides {
  readonly measure: Measure;
  readonly reference: Measure;
  readonly rounds: number;
}

/** Measures both sides in turns, so that a noisy machine disturbs both alike, after one round that does not count. */
export async function compare(contest: Contest, { measure, reference, rounds }: Sides): Promise<Comparison> {
  const samples: { measured: number[]; reference: number[] } = { measured: [], reference: [] };
  await reference();
  await measure();
  for (let round = 0; round < rounds; round += 1) {
    samples.reference.push(await reference());
    samples.measured.push(await measure());
  }
  return toComparison(contest, samples);
}

/** The comparison of samples that were taken elsewhere, the nth of one beside the nth of the other. */
export function toComparison(
  { name, baseline, aim, unit }: Contest,
  { measured, reference }: { readonly measured: readonly number[]; readonly reference: readonly number[] },
): Comparison {
  const ratios = measured.map((value, at) => value / (reference[at] ?? Number.NaN));
  return {
    ...{ name, baseline, aim, unit },
    ratio: spreadOf(ratios),
    measured: spreadOf(measured),
    reference: spreadOf(reference),
  };
}

/** How long one piece of work takes, in milliseconds. What it gives back tidies up afterwards, and is not measured. */
export function lasting(work: () => Promise<(() => Promise<void>) | undefined>): Measure {
  return async () => {
    const startedAt = performance.now();
    const tidyUp = await work();
    const tookMs = performance.now() - startedAt;
    await tidyUp?.();
    return tookMs;
  };
}
