import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { MAX_MESSAGE_BYTES } from "../core/messageLimit.js";
import type { Candidate } from "../core/refusal.js";
import type { DaemonServer } from "../server/index.js";
import { readJson, sendJson } from "./jsonAnswer.js";
import { toError } from "./requestGuard.js";

/** What `POST /resolve` answers: the devices that a call could mean now. */
export interface ResolvedDevices {
  readonly devices: readonly {
    readonly deviceId: string;
    /** Changes when the id belongs to another device; a hash, and `null` where nothing tells. */
    readonly identity: string | null;
    readonly candidate: Candidate;
  }[];
}

const callSchema = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });

/** Tells a proxy what its client's question is about now. Runs nothing. */
export async function serveResolve(
  request: IncomingMessage,
  response: ServerResponse,
  { resolve }: Pick<DaemonServer, "resolve">,
): Promise<void> {
  const call = callSchema.safeParse(await readJson(request, MAX_MESSAGE_BYTES));
  if (!call.success) {
    sendJson(response, { status: 400, body: toError('Send {"name": …, "arguments": {…}}') });
    return;
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const devices = await resolve(call.data, gone.signal);
  const body: ResolvedDevices = {
    devices: devices.map(({ deviceId, identity, candidate }) => {
      return { deviceId, identity: identity ?? null, candidate };
    }),
  };
  sendJson(response, { status: 200, body });
}
