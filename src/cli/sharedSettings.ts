import type { SettingProblem } from "../system/settings.js";

/**
 * What several daemons must agree on is never replaced by a default: one that is alone without knowing would refuse answers
 * that others asked for, and run calls beside theirs.
 */
const SHARED_SETTINGS: ReadonlySet<string> = new Set(["AUTOMOBILE_REQUEST_STATE_KEY", "AUTOMOBILE_STORE"]);

/** Whether a setting that cannot be used keeps a daemon from starting; all others are ignored. */
export function stopsDaemon({ variable }: SettingProblem): boolean {
  return SHARED_SETTINGS.has(variable);
}
