import type { Snapshot } from "../devices/inventory.js";
import { resolveTarget } from "./resolveTarget.js";
import type { Target, TargetPolicy, TargetRequest } from "./target.js";

/**
 * The one device that a call may wait for. A device that may still become ready counts like a ready one: with one phone
 * ready and another booting, "the one" that is waited for is not known.
 *
 * @throws Refusal when that is not exactly one device, or not proven to be; see `resolveTarget`.
 */
export function readinessSelection(snapshot: Snapshot, request: TargetRequest, policy: TargetPolicy): Target {
  return resolveTarget(snapshot, request, { need: "readiness", ...policy });
}
