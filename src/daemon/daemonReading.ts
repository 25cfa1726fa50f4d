import { z } from "zod";
import type { HttpExchange } from "../core/httpExchange.js";
import { parseJson } from "../core/parseJson.js";
import type { StateFolder } from "../system/stateFolder.js";
import { type EndpointRecord, originOf, readRecord, type RecordReading } from "./endpointRecord.js";
import { type Challenge, createChallenge, isAnswerOf } from "./proof.js";
import { readToken } from "./token.js";

/** A daemon that answers, and what it takes to speak to it. */
export interface DaemonEndpoint {
  readonly record: EndpointRecord;
  /** `Authorization: Bearer …` on every request. */
  readonly token: string;
  /** For example `http://127.0.0.1:41234`; the paths are in `DAEMON_PATHS`. */
  readonly origin: string;
}

/** Where a daemon serves what. */
export const DAEMON_PATHS = {
  /** MCP, both eras. */
  mcp: "/mcp",
  /** Server-sent events. */
  telemetry: "/telemetry",
  /** POST `{name, arguments}`: the devices that a call could mean now, without running it; see `ResolvedDevices`. */
  resolve: "/resolve",
  /** POST a challenge of `proof.ts`. */
  identity: "/identity",
  /** POST: finish what is in flight, then end. */
  stop: "/stop",
} as const;

/** What became of the daemon that a state folder speaks of. */
export type DaemonReading =
  | { readonly is: "running"; readonly endpoint: DaemonEndpoint }
  /** It takes no new call, and will be gone soon. */
  | { readonly is: "stopping"; readonly endpoint: DaemonEndpoint }
  /** `left`: the record of one that ended without a goodbye. */
  | { readonly is: "not_running"; readonly generation: number; readonly left: EndpointRecord | undefined }
  /** Its process lives and it does not answer in time. Nothing may be started beside it. */
  | { readonly is: "unresponsive"; readonly record: EndpointRecord; readonly waitedMs: number };

/** What it takes to look for a daemon. */
export interface DaemonSurroundings {
  readonly folder: Pick<StateFolder, "list" | "read">;
  readonly exchange: HttpExchange;
  /** Tells processes with the same pid apart; `undefined` where there is no such process. */
  readonly processMark: (pid: number) => Promise<string | undefined>;
}

const ANSWER_TIMEOUT_MS = 3000;
const stoppingSchema = z.object({ stopping: z.literal(true) });
const ANSWER_MAX_BYTES = 4096;

/** Looks whether the daemon of a state folder lives. Sends nothing secret to whatever else may listen on its port. */
export async function readDaemon(surroundings: DaemonSurroundings, signal: AbortSignal): Promise<DaemonReading> {
  const { folder } = surroundings;
  const reading = await readRecord(folder);
  if (reading.is !== "recorded") return { is: "not_running", generation: reading.generation, left: undefined };
  const token = await readToken(folder, reading.record.tokenFile);
  const gone = notRunning(reading);
  // Without the token nobody can be let in, so that no daemon can have been left here in working order.
  if (token === undefined) return gone;
  const { record } = reading;
  const origin = originOf(record);
  const challenge = createChallenge(token);
  const end = await surroundings.exchange({
    method: "POST",
    url: new URL(DAEMON_PATHS.identity, origin),
    body: challenge satisfies Challenge,
    timeoutMs: ANSWER_TIMEOUT_MS,
    maxBytes: ANSWER_MAX_BYTES,
    signal,
  });
  switch (end.outcome) {
    case "answered": {
      const answer = parseJson(end.text);
      if (!isAnswerOf(token, record.instance, { challenge, answer })) return gone;
      const isStopping = stoppingSchema.safeParse(answer).success;
      return { is: isStopping ? "stopping" : "running", endpoint: { record, token, origin } };
    }
    // It listens for as long as its record stands, so nobody is there.
    case "no_connection":
    case "broke_off":
    case "timed_out":
    case "aborted": {
      const isRefused = end.outcome === "no_connection" && end.reason.includes("ECONNREFUSED");
      const lives = !isRefused && (await surroundings.processMark(record.pid)) === record.processMark;
      return lives ? { is: "unresponsive", record, waitedMs: ANSWER_TIMEOUT_MS } : gone;
    }
  }
}

function notRunning(reading: Extract<RecordReading, { is: "recorded" }>): DaemonReading {
  return { is: "not_running", generation: reading.generation, left: reading.record };
}
