// Loaded into a tested process before anything else: its wall clock shows what a file says, and its long waits are short.
import { readFileSync } from "node:fs";

const offsetFile = process.env["AUTOMOBILE_TEST_CLOCK_OFFSET"];
const divisor = Number(process.env["AUTOMOBILE_TEST_LONG_WAITS_DIVIDED_BY"] ?? 1);
const LONG_WAIT_MS = 60_000;

const { now } = Date;
if (offsetFile !== undefined) {
  Reflect.defineProperty(Date, "now", { value: () => now() + Number(readFileSync(offsetFile, "utf8")) });
}

const wait = setTimeout;
/** @type {(run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => NodeJS.Timeout} */
const shortWait = (run, ms = 0, ...args) => wait(run, ms >= LONG_WAIT_MS ? ms / divisor : ms, ...args);
Reflect.defineProperty(globalThis, "setTimeout", { value: Object.assign(shortWait, wait) });
