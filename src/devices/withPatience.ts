import { abortable } from "../core/abortable.js";
import type { Log } from "../core/log.js";
import { pause } from "../core/pause.js";
import type { Timer } from "../core/timer.js";
import type { DeviceSource, SourceReport } from "./inventory.js";

/** How long others wait for a source. */
export interface Patience {
  readonly timer: Timer;
  readonly log: Log;
  readonly patienceMs: number;
  /** What is reported of a source that has not answered in that time. */
  readonly overdue: SourceReport;
}

type Discovery = Awaited<ReturnType<DeviceSource["discover"]>>;

/**
 * A source that holds up no other: one that does not answer in time counts as failed, and is not waited for again until an
 * answer has come. Looking goes on meanwhile, so that what comes late serves the next discovery.
 */
export function withPatience(source: DeviceSource, { timer, log, patienceMs, overdue }: Patience): DeviceSource {
  const closing = new AbortController();
  let running: Promise<Discovery> | undefined;
  /** What is given at once instead of a wait. */
  let late: Discovery | undefined;

  function begin(): Promise<Discovery> {
    const begunAt = timer.now();
    const begun = source.discover(closing.signal).finally(() => {
      running = undefined;
    });
    begun.then(
      (found) => {
        // One that fails at once may be asked each time: that holds up nobody.
        late = found.report.outcome === "failed" && timer.now() - begunAt >= patienceMs ? found : undefined;
      },
      (error: unknown) => {
        if (!closing.signal.aborted) log.error("a discovery failed in a way that is a bug", { error });
      },
    );
    return begun;
  }

  return {
    ...source,
    async discover(signal) {
      signal.throwIfAborted();
      const attempt = (running ??= begin());
      if (late !== undefined) return late;
      const over = new AbortController();
      const patience = pause({ timer, ms: patienceMs, label: `${source.name}: patience`, signal: over.signal });
      try {
        const found = await abortable(Promise.race([attempt, patience]), signal);
        if (found !== undefined) return found;
        const missed = { devices: [], report: overdue };
        // One that ended in this very moment has said more.
        if (running === attempt) late = missed;
        return missed;
      } finally {
        over.abort();
      }
    },
    async close() {
      closing.abort(new Error("the source was closed"));
      await source.close();
    },
  };
}
