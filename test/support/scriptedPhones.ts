import type { CallToolResult } from "@modelcontextprotocol/server";
import { Refusal } from "../../src/core/refusal.js";
import { type Device, toCandidate } from "../../src/devices/device.js";
import type { Snapshot } from "../../src/devices/inventory.js";
import type { TargetQuestion, ToolBackend, ToolCall } from "../../src/elicitation/targetQuestion.js";
import { createDeviceQuestion, type DeviceTarget } from "../../src/server/deviceTarget.js";
import { toRefusalResult } from "../../src/server/refusalWire.js";
import { executionTarget } from "../../src/targeting/executionTarget.js";
import { targetCandidates } from "../../src/targeting/resolveTarget.js";
import type { TargetRequest } from "../../src/targeting/target.js";
import { deviceReplaced } from "../../src/tools/toolRefusals.js";
import { ambiguousDeviceTarget } from "../../src/targeting/targetRefusals.js";
import { fakeDevice } from "./fakeDevice.js";

/** A phone of the person who owns two. Sorts before `EMULATOR`. */
export const GALAXY = fakeDevice("R3CN90ABCDE", { name: "Galaxy S23", model: "SM-S911B", osVersion: "14" });

/** The other one. */
export const EMULATOR = fakeDevice("emulator-5554", { name: "Pixel_8_API_35", osVersion: "15", kind: "emulator" });

/** Attached devices, and a tool over them that notes where it ran. */
export interface ScriptedPhones {
  /** Runs a call as the product does: through the raise site, on what is attached at that moment. */
  readonly backend: ToolBackend;
  /** The product's question; `resolve` reads what is attached and runs nothing. */
  readonly question: TargetQuestion<DeviceTarget>;
  /** One entry per run of the backend, oldest first: `ran on ID`, or the code that it refused with. */
  readonly runs: readonly string[];
  /** Replaces what is attached. */
  attach(...devices: readonly Device[]): void;
}

/** Makes a tool over these devices. The order is that of discovery. */
export function scriptedPhones(...attached: readonly Device[]): ScriptedPhones {
  let devices = attached;
  const runs: string[] = [];
  const snapshot = (): Snapshot => ({ devices, sources: [{ source: "adb", outcome: "complete" }] });

  return {
    async backend(call) {
      try {
        const { device } = executionTarget(snapshot(), toRequest(call), { requiresDeviceId: false });
        const { expectedIdentity = device.identity } = call;
        if (expectedIdentity !== device.identity) throw deviceReplaced(device.id, call.name, "since_it_was_picked");
        runs.push(`ran on ${device.id}`);
        return ranOn(device.id, call);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        runs.push(error.detail.code);
        return toRefusalResult(error.detail);
      }
    },
    question: createDeviceQuestion({
      resolve: async (call) =>
        targetCandidates(snapshot(), toRequest(call), "execution").map((device) => ({
          deviceId: device.id,
          identity: device.identity,
          candidate: toCandidate(device),
        })),
      refuseAmbiguous: (tool, candidates) => ambiguousDeviceTarget(tool, candidates).detail,
    }),
    runs,
    attach(...now) {
      devices = now;
    },
  };
}

/** What the scripted tool answers when it ran: the device and every argument that it got. */
export function ranOn(deviceId: string, call: Pick<ToolCall, "arguments">): CallToolResult {
  return {
    content: [{ type: "text", text: `ran on ${deviceId}` }],
    structuredContent: { device: deviceId, arguments: call.arguments },
  };
}

function toRequest(call: ToolCall): TargetRequest {
  const { deviceId } = call.arguments;
  return {
    tool: call.name,
    deviceId: typeof deviceId === "string" ? deviceId : undefined,
    platform: undefined,
    platforms: ["android", "ios"],
    formerly: undefined,
  };
}
