import { existsSync } from "node:fs";

const CHROMIUM = "/usr/bin/chromium";

/**
 * Where Debian puts the browser; `undefined` when it is not installed. With `AUTOMOBILE_REQUIRE_CHROMIUM=1` that is an error
 * and not a reason to skip.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (existsSync(CHROMIUM)) return CHROMIUM;
  if (env["AUTOMOBILE_REQUIRE_CHROMIUM"] !== "1") return undefined;
  throw new Error(`there is no ${CHROMIUM}, and AUTOMOBILE_REQUIRE_CHROMIUM=1 wants one`);
}

/** Keeps a browser from looking anything up: the page must need nothing, and the machine may have no network. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
] as const;
