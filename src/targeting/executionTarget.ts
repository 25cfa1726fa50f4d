import type { Snapshot } from "../devices/inventory.js";
import { resolveTarget } from "./resolveTarget.js";
import type { Target, TargetPolicy, TargetRequest } from "./target.js";

/**
 * The one device that a call which acts may run on: the named one, or the only ready one that the tool can drive.
 *
 * @throws Refusal when that is not exactly one device, or not proven to be; see `resolveTarget`.
 */
export function executionTarget(snapshot: Snapshot, request: TargetRequest, policy: TargetPolicy): Target {
  return resolveTarget(snapshot, request, { need: "execution", ...policy });
}
