import { Refusal } from "../core/refusal.js";
import type { Device, DeviceState } from "../devices/device.js";
import type { Snapshot, SourceReport } from "../devices/inventory.js";
import { adviseOnState } from "./deviceStates.js";
import type { Target, TargetNeed, TargetPolicy, TargetRequest } from "./target.js";
import {
  ambiguousDeviceTarget,
  deviceIdRequired,
  deviceNotFound,
  deviceNotReady,
  discoveryIncomplete,
  noDevice,
  platformConflict,
  unsupportedOnDevice,
} from "./targetRefusals.js";
import { sortDevices, toCandidates } from "./toCandidates.js";

/** A source that could not answer. */
type FailedReport = Extract<SourceReport, { outcome: "failed" }>;

/**
 * The one uniqueness check, which every raise site passes through. A named device is that device or a refusal, never a
 * substitute. Without a name there is a target only if exactly one device is usable and no source that could have shown
 * another one failed.
 *
 * @throws Refusal `device_not_found`, `platform_conflict`, `unsupported_on_device`, `device_not_ready` for a named device;
 *   `device_id_required`, `ambiguous_device_target`, `discovery_incomplete`, `no_device` otherwise; the refusal of the
 *   failed source when nothing was discovered at all.
 */
export function resolveTarget(
  snapshot: Snapshot,
  request: TargetRequest,
  rule: TargetPolicy & { readonly need: TargetNeed },
): Target {
  const devices = distinctDevices(snapshot.devices);
  const failed = failedReports(snapshot.sources, request);
  if (request.deviceId !== undefined) {
    const named = { ...request, deviceId: request.deviceId };
    return { device: namedDevice({ ...snapshot, devices }, named, rule.need), origin: "argument" };
  }

  const usable = targetCandidates(snapshot, request, rule.need);
  const candidates = toCandidates(usable);
  const [only, ...others] = usable;
  if (rule.requiresDeviceId) throw deviceIdRequired(request.tool, candidates);
  if (others.length > 0) throw ambiguousDeviceTarget(request.tool, candidates);
  if (failed.length > 0) {
    throw soleFailure({ ...snapshot, devices }) ?? discoveryIncomplete(request.tool, { failed, candidates });
  }
  if (only === undefined)
    throw noDevice(request, { devices, awaited: targetCandidates(snapshot, request, "readiness") });
  return { device: only, origin: "only_one" };
}

/**
 * The devices that the call could mean if it named none, sorted by platform, then id: those of a platform that both the
 * tool and the call allow, in a state that the need can use. What a refusal of this call offers.
 */
export function targetCandidates(snapshot: Snapshot, request: TargetRequest, need: TargetNeed): readonly Device[] {
  return distinctDevices(snapshot.devices).filter(
    (device) =>
      request.platforms.includes(device.platform) &&
      (request.platform === undefined || request.platform === device.platform) &&
      isUsable(device.state, need),
  );
}

function namedDevice(
  snapshot: Snapshot,
  request: TargetRequest & { readonly deviceId: string },
  need: TargetNeed,
): Device {
  const { tool, platform } = request;
  const named = devicesNamed(request.deviceId, snapshot.devices);
  const [device, ...others] = named.filter((each) => platform === undefined || platform === each.platform);
  if (device === undefined) {
    const [ofOtherPlatform] = named;
    if (ofOtherPlatform !== undefined && platform !== undefined) {
      throw platformConflict(ofOtherPlatform, { tool, platform });
    }
    throw soleFailure(snapshot) ?? notFound(snapshot, request, need);
  }
  if (others.length > 0) throw ambiguousDeviceTarget(tool, toCandidates([device, ...others]));
  if (!request.platforms.includes(device.platform)) throw unsupportedOnDevice(device, tool);
  if (!isUsable(device.state, need)) throw deviceNotReady(device, tool);
  return device;
}

/** By its own id, else by the id of another way in which it is attached. Exact: an id is never completed or corrected. */
function devicesNamed(deviceId: string, devices: readonly Device[]): readonly Device[] {
  const byId = devices.filter((device) => device.id === deviceId);
  if (byId.length > 0) return byId;
  return devices.filter((device) => device.aliases.some((alias) => alias.id === deviceId));
}

function notFound(
  snapshot: Snapshot,
  request: TargetRequest & { readonly deviceId: string },
  need: TargetNeed,
): Refusal {
  return deviceNotFound(request, {
    available: toCandidates(targetCandidates(snapshot, request, need)),
    backAs: snapshot.devices.filter((device) => isBackAgain(request.formerly, device)),
    failed: failedReports(snapshot.sources, request),
  });
}

/** A restarted emulator has a new boot and so a new identity; its name is what is left to know it by. */
function isBackAgain(formerly: Device | undefined, now: Device): boolean {
  if (formerly?.platform !== now.platform) return false;
  if (formerly.identity !== undefined && formerly.identity === now.identity) return true;
  const isVirtual = now.kind === "emulator" || now.kind === "simulator";
  return isVirtual && formerly.kind === now.kind && formerly.name === now.name;
}

/** The failed source's own words, when there is nothing else to report: no device, and no source that answered. */
function soleFailure(snapshot: Snapshot): Refusal | undefined {
  const [failure, ...others] = snapshot.sources.filter((report) => report.outcome !== "absent");
  if (snapshot.devices.length > 0 || others.length > 0 || failure?.outcome !== "failed") return undefined;
  return new Refusal(failure.refusal);
}

/** Failed sources that could have shown a candidate. One that finds only the other platform proves nothing missing. */
function failedReports(sources: readonly SourceReport[], request: TargetRequest): readonly FailedReport[] {
  return sources
    .filter((report) => report.outcome === "failed")
    .filter(
      ({ platform }) =>
        platform === undefined || (request.platforms.includes(platform) && (request.platform ?? platform) === platform),
    );
}

function isUsable(state: DeviceState, need: TargetNeed): boolean {
  return need === "readiness" ? adviseOnState(state).isWorthWaiting : state.is === "ready";
}

/**
 * Each device once, sorted. The same device twice (same platform, id and identity) is one, ready if either record is;
 * two devices that share an id stay two, because naming it does not tell them apart.
 */
function distinctDevices(devices: readonly Device[]): readonly Device[] {
  const distinct = new Map<string, Device>();
  for (const device of sortDevices(devices)) {
    const key = JSON.stringify([device.platform, device.id, device.identity ?? null]);
    const earlier = distinct.get(key);
    if (earlier === undefined || (earlier.state.is !== "ready" && device.state.is === "ready")) {
      distinct.set(key, device);
    }
  }
  return [...distinct.values()];
}
