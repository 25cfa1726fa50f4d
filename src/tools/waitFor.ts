import { elapsedSince } from "../core/elapsed.js";
import { z } from "zod";
import { Refusal } from "../core/refusal.js";
import type { UiTree } from "../devices/deviceDriver.js";
import { defineWatchTool, type WatchToolContext } from "./defineTool.js";
import { ELEMENT_QUERY, namesOneElement, ONE_OF_TEXT_AND_ID, toElementQuery } from "./elementQuery.js";
import { type ElementQuery, findElements } from "./findElement.js";
import { pause } from "./pause.js";
import { SHOWN_ELEMENT, toShownElement } from "./screenPage.js";
import { type ScreenElement, toScreenElements } from "./screenElements.js";
import { notSeenInTime } from "./toolRefusals.js";

const DEFAULT_TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 600_000;
const POLL_MS = 500;

/** Waits until an element is on the screen, or is not any more. */
export const waitFor = defineWatchTool({
  name: "waitFor",
  title: "Wait for an element",
  description:
    "Waits until an element with this text or id is on the screen or, with gone, until none is. Looks again and again and does nothing to the device; other calls can use the device meanwhile.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  platforms: ["android", "ios"],
  mayRunAsTask: true,
  input: z
    .strictObject({
      ...ELEMENT_QUERY,
      gone: z.boolean().default(false).describe("Wait until nothing fits any more."),
      timeoutMs: z.int().min(1).max(LONGEST_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
    })
    .refine(namesOneElement, { error: ONE_OF_TEXT_AND_ID, path: ["text"] }),
  output: z.strictObject({
    waitedMs: z.int(),
    element: SHOWN_ELEMENT.optional().describe("The first that fits; absent with gone."),
    others: z.int().optional().describe("How many more fit."),
  }),
  run: async ({ text, id, gone, timeoutMs }, context) => {
    const startedAt = context.timer.now();
    const wanted = { query: toElementQuery({ text, id }), until: gone ? "gone" : "shown", timeoutMs } as const;
    const { fitting, tree } = await untilSeen(context, wanted);
    const [first, ...others] = fitting;
    return {
      structured: {
        waitedMs: elapsedSince(startedAt, context.timer),
        ...(first === undefined ? {} : { element: toShownElement(first, tree) }),
        ...(others.length === 0 ? {} : { others: others.length }),
      },
    };
  },
});

interface Wanted {
  readonly query: ElementQuery;
  readonly until: "shown" | "gone";
  readonly timeoutMs: number;
}

interface Sight {
  readonly fitting: readonly ScreenElement[];
  readonly tree: UiTree;
}

/** @throws Refusal `timed_out`; the signal's reason when the call is cancelled. */
async function untilSeen(context: WatchToolContext, { query, until, timeoutMs }: Wanted): Promise<Sight> {
  const { device, look, timer, signal } = context;
  const deadline = new AbortController();
  const cancelDeadline = timer.after(timeoutMs, "waitFor deadline", () => {
    deadline.abort();
  });
  const ended = AbortSignal.any([signal, deadline.signal]);
  let lastDump: string | undefined;
  try {
    while (!ended.aborted) {
      const seen = await lookOnce(look, ended);
      if (seen.is === "tree") {
        const fitting = findElements(toScreenElements(seen.tree), query);
        if (fitting.length > 0 === (until === "shown")) return { fitting, tree: seen.tree };
      }
      if (seen.is !== "ended") lastDump = seen.is === "no_tree" ? seen.why : undefined;
      await pause({ timer, ms: POLL_MS, label: "waitFor poll" }, ended);
    }
  } finally {
    cancelDeadline();
  }
  signal.throwIfAborted();
  throw notSeenInTime(device.id, { until, timeoutMs, lastDump });
}

type Look =
  | { readonly is: "tree"; readonly tree: UiTree }
  /** A screen that moves cannot be dumped; it may stand still at the next look. */
  | { readonly is: "no_tree"; readonly why: string }
  | { readonly is: "ended" };

async function lookOnce(look: WatchToolContext["look"], ended: AbortSignal): Promise<Look> {
  try {
    return { is: "tree", tree: await look(ended) };
  } catch (error) {
    if (error instanceof Refusal && error.detail.code === "ui_dump_failed") {
      return { is: "no_tree", why: error.detail.message };
    }
    if (ended.aborted) return { is: "ended" };
    throw error;
  }
}
