/** What one check found. `fail`: something will not work; `warn`: something may not be what was meant. */
export interface Finding {
  /** What was checked. */
  readonly check: string;
  readonly outcome: "ok" | "warn" | "fail";
  /** What was found, and what that means. May hold text from outside that is not yet safe to show. */
  readonly says: string;
  /** What to do about it; absent where nothing needs to be done. */
  readonly fix?: string;
}

/** Nothing needs to be done. */
export function fine(check: string, says: string): Finding {
  return { check, outcome: "ok", says };
}

/** It works, but may not be what was meant. */
export function doubtful(check: string, says: string, fix: string): Finding {
  return { check, outcome: "warn", says, fix };
}

/** Something will not work until it is mended. */
export function broken(check: string, says: string, fix: string): Finding {
  return { check, outcome: "fail", says, fix };
}
