import { performance } from "node:perf_hooks";
import { type Spread, spreadOf } from "./statistics.js";

/** One thing measured beside its baseline, in turns, so that a noisy machine disturbs both alike. */
export interface Comparison {
  readonly name: string;
  readonly baseline: string;
  /** Median of the thing by median of the baseline. */
  readonly ratio: number;
  /** The ratio that is aimed at; a smoke run allows three times as much. */
  readonly aim: number;
  readonly measured: Spread;
  readonly reference: Spread;
}

/** Does the work once and resolves when it is done; what it gives back tidies up afterwards, and is not measured. */
export type Work = () => Promise<(() => Promise<void>) | undefined>;

/** What is compared. */
export interface Contest {
  readonly name: string;
  readonly baseline: string;
  readonly aim: number;
  readonly rounds: number;
  readonly measure: Work;
  readonly reference: Work;
}

/** Runs both in turns after one round that does not count. */
export async function compare(contest: Contest): Promise<Comparison> {
  const measured: number[] = [];
  const reference: number[] = [];
  await elapsed(contest.reference);
  await elapsed(contest.measure);
  for (let round = 0; round < contest.rounds; round += 1) {
    reference.push(await elapsed(contest.reference));
    measured.push(await elapsed(contest.measure));
  }
  return toComparison(contest, { measured: spreadOf(measured), reference: spreadOf(reference) });
}

/** A comparison of two spreads that were measured elsewhere. */
export function toComparison(
  { name, baseline, aim }: Pick<Contest, "name" | "baseline" | "aim">,
  spreads: { readonly measured: Spread; readonly reference: Spread },
): Comparison {
  return { name, baseline, aim, ratio: spreads.measured.median / spreads.reference.median, ...spreads };
}

async function elapsed(work: Work): Promise<number> {
  const startedAt = performance.now();
  const tidyUp = await work();
  const tookMs = performance.now() - startedAt;
  await tidyUp?.();
  return tookMs;
}
