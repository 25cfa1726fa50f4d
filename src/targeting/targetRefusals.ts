import { QUOTED_TEXT_LIMIT, quoteText } from "../core/quoteText.js";
import { type Candidate, type Excluded, type FailedSource, type Platform, Refusal } from "../core/refusal.js";
import type { Device } from "../devices/device.js";
import type { SourceReport } from "../devices/inventory.js";
import { adviseOnState, toStateWord } from "./deviceStates.js";
import type { TargetRequest } from "./target.js";

/** More ids than this in a hint are noise; the candidates list them all. */
const HINTED_IDS_LIMIT = 10;

type FailedReport = Extract<SourceReport, { outcome: "failed" }>;
type NamedRequest = TargetRequest & { readonly deviceId: string };

/** The call named no device and several could be meant; or the id that it named belongs to several. */
export function ambiguousDeviceTarget(tool: string, candidates: readonly Candidate[]): Refusal {
  const ids = new Set(candidates.map((candidate) => candidate.deviceId));
  const isOneId = ids.size === 1;
  return new Refusal({
    code: "ambiguous_device_target",
    message: isOneId
      ? `${candidates.length} devices share one id, so ${tool} cannot tell which of them is meant. It was not run.`
      : `${tool} was not told which device to use, and any of ${candidates.length} could be meant. It was not run.`,
    hint: isOneId
      ? "Detach all but one of them, or give them different serials, then call listDevices."
      : `Repeat ${tool} with deviceId set to the device that is meant: ${idList(candidates)}. If you do not know which one is meant, find out; do not pick one.`,
    data: { candidates },
  });
}

/** The operator wants every call to name its device, and this one did not. */
export function deviceIdRequired(tool: string, candidates: readonly Candidate[]): Refusal {
  return new Refusal({
    code: "device_id_required",
    message: `This server runs ${tool} only on a device that the call names, however many are attached. It was not run.`,
    hint:
      candidates.length === 0
        ? `Call listDevices, then repeat ${tool} with deviceId set to one of the ids that it lists.`
        : `Repeat ${tool} with deviceId set to the device that is meant: ${idList(candidates)}.`,
    data: { candidates },
  });
}

/** Every source answered, and no device can serve the call. Lists what is attached and why each one cannot. */
export function noDevice(
  request: TargetRequest,
  attached: {
    readonly devices: readonly Device[];
    /** Those of them that could serve the call once they are ready. */
    readonly awaited: readonly Device[];
  },
): Refusal {
  const { tool } = request;
  const excluded = attached.devices.map((device) => toExcluded(device, request));
  const reasons = excluded.map((each) => `"${quoteText(each.deviceId)}": ${each.reason}`);
  return new Refusal({
    code: "no_device",
    message:
      excluded.length === 0
        ? `No device is attached that ${tool} could run on.`
        : `${tool} can use none of the attached devices. ${reasons.join("; ")}.`,
    hint: noDeviceHint(tool, attached),
    data: { excluded },
  });
}

/** The call named a device that is not there. What is there instead is listed, and never used. */
export function deviceNotFound(
  request: NamedRequest,
  found: {
    readonly available: readonly Candidate[];
    /** Devices that look like the one that had the id before. */
    readonly backAs: readonly Device[];
    readonly failed: readonly FailedReport[];
  },
): Refusal {
  const { available, backAs, failed } = found;
  const [back, ...others] = backAs;
  const next =
    back !== undefined && others.length === 0
      ? `The device that had this id seems to be back as ${toJson(back.id)}: check with deviceInfo, then repeat ${request.tool} with that deviceId if it is the one that is meant.`
      : available.length === 0
        ? "Call listDevices to see what is attached and what it needs."
        : `Call listDevices, then repeat ${request.tool} with deviceId set to the device that is meant: ${idList(available)}.`;
  return new Refusal({
    code: "device_not_found",
    message: [
      `No attached device has the id "${quoteText(request.deviceId)}"; ids are matched exactly.`,
      ...failed.map((report) => `${report.source} could not be asked, so it may be attached all the same.`),
      `${request.tool} was not run, and no other device was used in its place.`,
    ].join(" "),
    hint: failed.length === 0 ? next : `${next} ${mendHint(failed)}`,
    data: { deviceId: request.deviceId, available },
  });
}

/** The call named a device that is there but cannot be used as it is. */
export function deviceNotReady(device: Device, tool: string): Refusal {
  const { meaning, remedy, isWorthWaiting } = adviseOnState(device.state);
  const next = isWorthWaiting ? waitFirst(device, tool) : `Then repeat ${tool}.`;
  return new Refusal({
    code: "device_not_ready",
    message: `${nameOf(device)} cannot be used now: ${meaning}. ${tool} was not run, and no other device was used in its place.`,
    hint: `${remedy} ${next}`,
    data: { deviceId: device.id, platform: device.platform, state: toStateWord(device.state) },
  });
}

/** The call named a device of one platform and asked for the other. */
export function platformConflict(
  device: Device,
  asked: { readonly tool: string; readonly platform: Platform },
): Refusal {
  const { tool, platform } = asked;
  return new Refusal({
    code: "platform_conflict",
    message: `${nameOf(device)} is an ${spell(device.platform)} device, and ${tool} was called for ${spell(platform)}. It was not run.`,
    hint: `Repeat ${tool} without platform if this device is meant, or with the deviceId of another one.`,
    data: { deviceId: device.id, devicePlatform: device.platform, requestedPlatform: platform },
  });
}

/** The call named a device of a platform that the tool does not know. */
export function unsupportedOnDevice(device: Device, tool: string): Refusal {
  return new Refusal({
    code: "unsupported_on_device",
    message: `${tool} does not work on ${spell(device.platform)}, which ${nameOf(device)} runs. It was not run.`,
    hint: `Repeat ${tool} with the deviceId of a device of the other platform, or use another tool.`,
    data: { deviceId: device.id, platform: device.platform },
  });
}

/** A source failed, so that what the others show does not prove which device is meant, or that there is none. */
export function discoveryIncomplete(
  tool: string,
  found: { readonly failed: readonly FailedReport[]; readonly candidates: readonly Candidate[] },
): Refusal {
  const { failed, candidates } = found;
  const known = candidates.length === 0 ? "no usable device is known" : "only one usable device is known";
  return new Refusal({
    code: "discovery_incomplete",
    message: `${sourceNames(failed)} could not be asked for devices: ${known}, but others may be attached. ${tool} was not run.`,
    hint:
      candidates.length === 0
        ? mendHint(failed)
        : `${mendHint(failed)} Or repeat it with deviceId ${idList(candidates)} if that device is meant.`,
    data: { failedSources: failed.map(toFailedSource), candidates },
  });
}

function noDeviceHint(
  tool: string,
  attached: { readonly devices: readonly Device[]; readonly awaited: readonly Device[] },
): string {
  if (attached.devices.length === 0) {
    return `Attach a device that allows debugging, or start an emulator or simulator, then repeat ${tool}.`;
  }
  const [awaited, ...others] = attached.awaited;
  return awaited === undefined || others.length > 0
    ? `Call listDevices for what each of them needs, then repeat ${tool}.`
    : `${adviseOnState(awaited.state).remedy} ${waitFirst(awaited, tool)}`;
}

function waitFirst(device: Device, tool: string): string {
  return `Call waitForDevice with deviceId ${toJson(device.id)}, then repeat ${tool}.`;
}

function toExcluded(device: Device, request: TargetRequest): Excluded {
  return { deviceId: device.id, platform: device.platform, reason: exclusionReason(device, request) };
}

function exclusionReason(device: Device, request: TargetRequest): string {
  const { tool, platform } = request;
  if (!request.platforms.includes(device.platform)) return `${tool} does not work on ${spell(device.platform)}`;
  return platform !== undefined && platform !== device.platform
    ? `it is an ${spell(device.platform)} device, and ${tool} was called for ${spell(platform)}`
    : adviseOnState(device.state).meaning;
}

/** What a failed source said, and how it says to mend it. */
function toFailedSource(report: FailedReport): FailedSource {
  return {
    source: report.source,
    reason: quoteText(`${report.refusal.message} ${report.refusal.hint}`, 2 * QUOTED_TEXT_LIMIT),
  };
}

function mendHint(failed: readonly FailedReport[]): string {
  return `Mend ${sourceNames(failed)} (listDevices says what is wrong), then repeat the call.`;
}

function sourceNames(failed: readonly FailedReport[]): string {
  return failed.map((report) => report.source).join(" and ");
}

function nameOf(device: Device): string {
  return `"${quoteText(device.id)}" (${quoteText(device.name)})`;
}

function spell(platform: Platform): string {
  return platform === "android" ? "Android" : "iOS";
}

function idList(candidates: readonly Candidate[]): string {
  const ids = [...new Set(candidates.map((candidate) => candidate.deviceId))];
  const shown = ids.filter((id) => id.length <= QUOTED_TEXT_LIMIT).slice(0, HINTED_IDS_LIMIT);
  const rest = ids.length > shown.length ? ["another id among the candidates"] : [];
  return [...shown.map(toJson), ...rest].join(" or ");
}

/** The id as a JSON string that can be copied into the call: exact, yet without a character that could not be seen. */
function toJson(id: string): string {
  return JSON.stringify(id).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) =>
    Array.from(
      { length: hidden.length },
      (_, index) => `\\u${hidden.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
