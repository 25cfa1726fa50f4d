import type { InstalledApp } from "../deviceDriver.js";

/** By app id, in code units: the order must not depend on a locale. */
export function sortApps(apps: readonly InstalledApp[]): readonly InstalledApp[] {
  return apps.toSorted((a, b) => (a.appId < b.appId ? -1 : a.appId > b.appId ? 1 : 0));
}
