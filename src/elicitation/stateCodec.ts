import { randomBytes } from "node:crypto";
import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from "@modelcontextprotocol/server";
import { REQUEST_STATE_TTL_MS, type StatePayload } from "./requestState.js";

const SECRET_BYTES = 32;

/** How request state is sealed. */
export interface StateCodecOptions {
  /** Names the caller; state of one caller is refused under another. Goes into the state as a keyed tag only. */
  readonly bind: (context: ServerContext) => string;
  /** HMAC key of at least 32 bytes, where several processes must accept each other's state. Default: a random one. */
  readonly key?: Uint8Array | undefined;
}

/**
 * Seals and checks request state with HMAC-SHA256 through the SDK's codec. Without a key of the operator's, a 256-bit secret
 * is made with the first question and lives as long as the process: one codec serves every server instance, and a restart
 * invalidates what is outstanding.
 *
 * @throws RangeError at the first use, when `key` is shorter than 32 bytes.
 */
export function createStateCodec({ bind, key }: StateCodecOptions): RequestStateCodec<StatePayload> {
  let codec: RequestStateCodec<StatePayload> | undefined;
  const made = (): RequestStateCodec<StatePayload> =>
    (codec ??= createRequestStateCodec<StatePayload>({
      key: key ?? randomBytes(SECRET_BYTES),
      ttlSeconds: REQUEST_STATE_TTL_MS / 1000,
      bind,
    }));
  return {
    mint: async (payload, context) => await made().mint(payload, context),
    verify: async (state, context) => await made().verify(state, context),
  };
}
