import type { Snapshot } from "../devices/inventory.js";
import { resolveTarget } from "./resolveTarget.js";
import type { Target, TargetPolicy, TargetRequest } from "./target.js";

/**
 * The one device that a call which only looks may read. The same rule as for acting: what was read from the wrong device
 * decides what is done to the right one.
 *
 * @throws Refusal when that is not exactly one device, or not proven to be; see `resolveTarget`.
 */
export function readTarget(snapshot: Snapshot, request: TargetRequest, policy: TargetPolicy): Target {
  return resolveTarget(snapshot, request, { need: "read", ...policy });
}
