import type { Candidate, RefusalDetail } from "../core/refusal.js";
import type { ResolvedTarget, TargetQuestion, ToolCall } from "../elicitation/targetQuestion.js";
import { parseRefusalResult, toRefusalResult } from "./refusalWire.js";

/** A device that a call could mean now, as it would be offered. */
export interface DeviceTarget extends ResolvedTarget {
  readonly candidate: Candidate;
}

/** What the question about devices needs of the rest. */
export interface DeviceTargetOptions {
  /** The devices that the call could mean now; never runs it. */
  readonly resolve: (
    call: ToolCall,
    signal: AbortSignal,
  ) => Promise<
    readonly { readonly deviceId: string; readonly identity: string | undefined; readonly candidate: Candidate }[]
  >;
  /** The raise site's own refusal for these candidates. */
  readonly refuseAmbiguous: (tool: string, candidates: readonly Candidate[]) => RefusalDetail;
}

/** What the question about devices is, whoever asks it and however the devices are looked up. */
export const DEVICE_QUESTION: Pick<TargetQuestion, "argument" | "inputKey" | "readRefusal" | "message"> = {
  argument: "deviceId",
  inputKey: "deviceChoice",
  readRefusal(result) {
    const refusal = parseRefusalResult(result);
    return refusal?.code === "ambiguous_device_target" ? refusal.data.candidates.map(toChoice) : undefined;
  },
  message: toMessage,
};

/** The question that this server asks: which device a call meant that named none. */
export function createDeviceQuestion(options: DeviceTargetOptions): TargetQuestion<DeviceTarget> {
  return {
    ...DEVICE_QUESTION,
    async resolve(call, signal) {
      const devices = await options.resolve(call, signal);
      return devices.map(({ deviceId, identity, candidate }) => ({ id: deviceId, identity, candidate }));
    },
    refuse: (call, targets) => {
      const candidates = targets.map((target) => target.candidate);
      return toRefusalResult(options.refuseAmbiguous(call.name, candidates));
    },
    refuseStaleAnswer: (call) =>
      toRefusalResult({
        code: "stale_answer",
        message: `${call.name} did not run: an answer came for a question that is not open any more.`,
        hint: `Call ${call.name} again without an answer, or name the device with deviceId.`,
        data: {},
      }),
  };
}

function toChoice(candidate: Candidate): { id: string; title: string; detail: string } {
  const system = candidate.platform === "android" ? "Android" : "iOS";
  const version = candidate.osVersion === undefined ? system : `${system} ${candidate.osVersion}`;
  const model = candidate.model === candidate.name ? undefined : candidate.model;
  const kind = candidate.kind === "unknown" ? undefined : candidate.kind;
  return {
    id: candidate.deviceId,
    title: `${candidate.deviceId} (${candidate.platform})`,
    detail: [candidate.name, model, version, kind].filter((part) => part !== undefined).join(", "),
  };
}

/**
 * Lists every id, since a client that draws the choices as free text shows nothing else, and an answer that is typed must
 * be an id to the letter.
 */
function toMessage(
  call: ToolCall,
  choices: readonly { readonly id: string; readonly detail: string }[],
  standsForMs: number | undefined,
): string {
  const limit =
    standsForMs === undefined
      ? ""
      : ` The question stands for ${standsForMs / 1000} seconds; without an answer nothing runs.`;
  const lines = choices.map(({ id, detail }) => `- ${id}: ${detail}`);
  return [`Which device is "${call.name}" meant for?${limit}`, ...lines].join("\n");
}
