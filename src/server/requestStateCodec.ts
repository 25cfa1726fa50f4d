import { randomBytes } from "node:crypto";
import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from "@modelcontextprotocol/server";
import { REQUEST_STATE_TTL_MS, type StatePayload } from "../elicitation/requestState.js";
import { readSessionKey } from "./sessionKey.js";

const SECRET_BYTES = 32;

/**
 * Seals and checks request state with HMAC-SHA256 through the SDK's codec, bound to the caller's session key. The 256-bit
 * secret is made with the first question and lives as long as the process: one codec serves every server instance, and a
 * restart invalidates what is outstanding.
 */
export function createLazyStateCodec(): RequestStateCodec<StatePayload> {
  let codec: RequestStateCodec<StatePayload> | undefined;
  const made = (): RequestStateCodec<StatePayload> =>
    (codec ??= createRequestStateCodec<StatePayload>({
      key: randomBytes(SECRET_BYTES),
      ttlSeconds: REQUEST_STATE_TTL_MS / 1000,
      bind: (context: ServerContext) => readSessionKey(context),
    }));
  return {
    mint: async (payload, context) => await made().mint(payload, context),
    verify: async (state, context) => await made().verify(state, context),
  };
}
