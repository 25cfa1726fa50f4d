import { assertNever } from "../../core/assertNever.js";
import type { RefusalDetail } from "../../core/refusal.js";
import type { Device } from "../device.js";
import type { DeviceSource, SourceReport } from "../inventory.js";
import { xcodeUnusable } from "./iosRefusals.js";
import type { XcodeTool, XcrunEnd } from "./xcrun.js";

/** One look at what is attached. */
export interface Look {
  readonly end: XcrunEnd;
  /** `undefined`: the program gave nothing, or nothing that can be read. */
  readonly devices: readonly Device[] | undefined;
}

/** How a source's devices are looked for. */
export interface DiscoveryOptions {
  readonly tool: XcodeTool;
  readonly timeoutMs: number;
  readonly look: (signal: AbortSignal) => Promise<Look>;
  /** The device with what it cannot do for now. */
  readonly withLimits: (device: Device, signal: AbortSignal) => Promise<Device>;
}

const LICENCE = /agree(?:d)? to the Xcode.*licen[sc]e/is;

/**
 * Discovery by one of Xcode's programs. It is asked once more when it ended well but gave nothing that can be read, as the
 * first call after a change of Xcode does; everything else is an answer, and no answer is asked for twice. Where the
 * program does not exist it is not asked again: on a Mac without Xcode each try would open a dialog.
 */
export function createDiscovery({ tool, timeoutMs, look, withLimits }: DiscoveryOptions): DeviceSource["discover"] {
  let absence: SourceReport | undefined;
  return async (signal) => {
    if (absence !== undefined) return { devices: [], report: absence };
    const first = await look(signal);
    const { end, devices } = first.end.is === "done" && first.devices === undefined ? await look(signal) : first;
    const failed = (cause: string, remedy?: string): Awaited<ReturnType<DeviceSource["discover"]>> => ({
      devices: [],
      report: toFailedReport(tool, xcodeUnusable(tool, { cause, ...(remedy === undefined ? {} : { remedy }) })),
    });
    switch (end.is) {
      case "done":
        return devices === undefined
          ? failed(`it was asked twice and gave no list${quoted(end.stdout, end.stderr)}`)
          : {
              devices: await Promise.all(distinct(devices).map(async (device) => withLimits(device, signal))),
              report: { source: tool, outcome: "complete" },
            };
      case "absent":
        absence = { source: tool, outcome: "absent", reason: end.reason };
        return { devices: [], report: absence };
      case "failed":
        return failed(
          `it ended with status ${end.exitCode}${quoted(end.output)}`,
          LICENCE.test(end.output)
            ? "Run `sudo xcodebuild -license accept` on this machine, then call again."
            : undefined,
        );
      case "timed_out":
        return failed(`it did not end within ${timeoutMs} ms${quoted(end.output)}`);
      default:
        return assertNever(end);
    }
  };
}

/** The report of one of Xcode's programs that gives no list. */
export function toFailedReport(source: string, refusal: RefusalDetail): SourceReport {
  return { source, outcome: "failed", refusal, platform: "ios" };
}

/** A device that is listed twice is one, ready if either entry is. */
function distinct(devices: readonly Device[]): readonly Device[] {
  const byId = new Map<string, Device>();
  for (const device of devices) {
    const earlier = byId.get(device.id);
    if (earlier === undefined || (earlier.state.is !== "ready" && device.state.is === "ready")) {
      byId.set(device.id, device);
    }
  }
  return [...byId.values()];
}

function quoted(...texts: readonly string[]): string {
  const output = texts.join(" ").trim();
  return output === "" ? "" : `: ${output}`;
}
