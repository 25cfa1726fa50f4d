import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { parseJson } from "../../src/core/parseJson.js";
import { withAmbiguousDeviceMrtr } from "../../src/elicitation/ambiguousDeviceMrtr.js";
import type {
  DeclaredElicitation,
  ElicitationRecord,
  ElicitationRecorder,
} from "../../src/server/elicitationOutcome.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";
import { type ScriptedPhones, EMULATOR, GALAXY, scriptedPhones } from "../support/scriptedPhones.js";

/** What one modern request brings besides the tool's name. Everything has a default, as each request stands alone. */
export interface ModernRequest {
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly declared?: DeclaredElicitation;
  readonly signal?: AbortSignal;
  readonly responses?: Readonly<Record<string, unknown>>;
  /** The payload that the SDK took out of `requestState` and checked. */
  readonly state?: unknown;
}

/** The modern wrapper, with everything around it in the test's hand. */
export interface ModernServer {
  readonly timer: ManualTimer;
  readonly phones: ScriptedPhones;
  readonly records: readonly ElicitationRecord[];
  /** Turns `AUTOMOBILE_ELICITATION` from now on. */
  turn(position: "on" | "off"): void;
  call(request?: ModernRequest): Promise<CallToolResult | InputRequiredResult>;
  /** Makes a first call and gives the state of its question, as the SDK would hand it to the retry. */
  ask(request?: ModernRequest): Promise<unknown>;
}

/** A server with two phones. The seal is left to the SDK: a state is its payload as JSON. */
export function modernServer(
  options: { readonly phones?: ScriptedPhones; readonly recorder?: ElicitationRecorder } = {},
): ModernServer {
  const { phones = scriptedPhones(GALAXY, EMULATOR) } = options;
  const timer = manualTimer();
  const records: ElicitationRecord[] = [];
  let isOff = false;
  const serve = withAmbiguousDeviceMrtr(phones.backend, {
    timer,
    policy: { isOff: () => isOff },
    recorder: options.recorder ?? ((record) => records.push(record)),
    topology: "direct",
    question: phones.question,
  });
  const call: ModernServer["call"] = async (request = {}) =>
    await serve({
      call: { name: request.tool ?? "tapOn", arguments: request.args ?? { text: "Sign in" } },
      signal: request.signal ?? new AbortController().signal,
      caller: { declared: request.declared ?? "form", name: "scripted", version: "1.2.3" },
      task: false,
      responses: request.responses,
      state: request.state,
      mint: async (payload) => JSON.stringify(payload),
    });

  return {
    timer,
    phones,
    records,
    turn(position) {
      isOff = position === "off";
    },
    call,
    async ask(request = {}) {
      const { requestState } = await call(request);
      if (typeof requestState !== "string") throw new Error("expected a question");
      return parseJson(requestState);
    },
  };
}

/** The answer of a client that picks this device, as `inputResponses` has it. */
export function picks(deviceId: string): Readonly<Record<string, unknown>> {
  return { deviceChoice: { action: "accept", content: { deviceId } } };
}

/** The bytes of the refusal that such a call gets when nobody may be asked. */
export async function modernBytesWhenSwitchedOff(): Promise<string> {
  const server = modernServer();
  server.turn("off");
  return JSON.stringify(await server.call());
}
