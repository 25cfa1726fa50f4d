import { randomBytes } from "node:crypto";
import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from "@modelcontextprotocol/server";
import { REQUEST_STATE_TTL_MS, type StatePayload } from "./requestState.js";

const SECRET_BYTES = 32;

/** What the SDK's codec says of a seal that is not its key's. */
const FOREIGN_KEY = "mac";

/** How request state is sealed. */
export interface StateCodecOptions {
  /** Names the caller; state of one caller is refused under another. Goes into the state as a keyed tag only. */
  readonly bind: (context: ServerContext) => string;
  /**
   * HMAC keys of at least 32 bytes, where several processes must accept each other's state: the first one seals, and what any
   * of them has sealed is accepted, so that keys can be changed without a break. None: a random one.
   */
  readonly keys?: readonly Uint8Array[];
}

/**
 * Seals and checks request state with HMAC-SHA256 through the SDK's codec. Without a key of the operator's, a 256-bit secret
 * is made with the first question and lives as long as the process: one codec serves every server instance, and a restart
 * invalidates what is outstanding.
 *
 * @throws RangeError at the first use, when a key is shorter than 32 bytes.
 */
export function createStateCodec({ bind, keys = [] }: StateCodecOptions): RequestStateCodec<StatePayload> {
  let codecs: SealingCodecs | undefined;
  const made = (): SealingCodecs => {
    const [first = randomBytes(SECRET_BYTES), ...earlier] = keys;
    const codecOf = (key: Uint8Array): Codec =>
      createRequestStateCodec<StatePayload>({ key, ttlSeconds: REQUEST_STATE_TTL_MS / 1000, bind });
    codecs ??= { sealing: codecOf(first), earlier: earlier.map(codecOf) };
    return codecs;
  };
  return {
    mint: async (payload, context) => await made().sealing.mint(payload, context),
    async verify(state, context) {
      const { sealing, earlier } = made();
      let refusal: unknown;
      for (const codec of [sealing, ...earlier]) {
        try {
          return await codec.verify(state, context);
        } catch (error) {
          // Only what another key has sealed may be right under the next one.
          if (!(error instanceof Error) || error.message !== FOREIGN_KEY) throw error;
          refusal = error;
        }
      }
      throw refusal;
    },
  };
}

type Codec = RequestStateCodec<StatePayload>;

interface SealingCodecs {
  readonly sealing: Codec;
  readonly earlier: readonly Codec[];
}
