import type { CallToolResult } from "@modelcontextprotocol/server";
import { type DeclineMemory, createDeclineMemory } from "../../src/elicitation/declineMemory.js";
import { withAmbiguousDeviceAsk } from "../../src/elicitation/legacyAsk.js";
import type {
  DeclaredElicitation,
  ElicitationRecord,
  ElicitationRecorder,
} from "../../src/server/elicitationOutcome.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";
import { type ScriptedPhones, EMULATOR, GALAXY, scriptedPhones } from "../support/scriptedPhones.js";
import { type ScriptedPush, scriptedPush } from "../support/scriptedPush.js";

/** One legacy connection to the wrapper, with everything around it in the test's hand. */
export interface LegacyConnection {
  readonly timer: ManualTimer;
  readonly phones: ScriptedPhones;
  readonly client: ScriptedPush;
  readonly records: readonly ElicitationRecord[];
  /** What the client says of elicitation from now on. */
  declares(declared: DeclaredElicitation): void;
  /** Turns `AUTOMOBILE_ELICITATION` from now on. */
  turn(position: "on" | "off"): void;
  call(args?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<CallToolResult>;
}

interface LegacyOptions {
  readonly phones?: ScriptedPhones;
  /** See `scriptedPush`. Default: every question stays open. */
  readonly reply?: () => unknown;
  readonly recorder?: ElicitationRecorder;
  readonly declines?: DeclineMemory;
}

/** A client that declares form elicitation, on a server with two phones. */
export function legacyConnection(options: LegacyOptions = {}): LegacyConnection {
  const { phones = scriptedPhones(GALAXY, EMULATOR), declines = createDeclineMemory() } = options;
  const timer = manualTimer();
  const client = scriptedPush(options.reply);
  const records: ElicitationRecord[] = [];
  let declared: DeclaredElicitation = "form";
  let isOff = false;
  const serve = withAmbiguousDeviceAsk(phones.backend, {
    timer,
    policy: { isOff: () => isOff },
    recorder: options.recorder ?? ((record) => records.push(record)),
    topology: "direct",
    question: phones.question,
    declines,
  });

  return {
    timer,
    phones,
    client,
    records,
    declares(now) {
      declared = now;
    },
    turn(position) {
      isOff = position === "off";
    },
    async call(args = { text: "Sign in" }, signal = new AbortController().signal) {
      const caller = { declared, name: "scripted", version: "1.2.3" };
      return await serve({ call: { name: "tapOn", arguments: args }, signal, caller, push: client.push });
    },
  };
}

/** What a client answers that picks this device. */
export function accept(deviceId: string): object {
  return { action: "accept", content: { deviceId } };
}

/** The bytes of the refusal that such a call gets when nobody may be asked. */
export async function bytesWhenSwitchedOff(): Promise<string> {
  const connection = legacyConnection();
  connection.turn("off");
  return JSON.stringify(await connection.call());
}
