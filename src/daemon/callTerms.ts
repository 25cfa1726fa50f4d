import type { CallTerms } from "../server/index.js";
import { EXPECTED_IDENTITY_HEADER, PROXIED, PROXIED_HEADER, SWITCH_HEADER } from "./headers.js";

/** What a request's headers say of how its calls are to be served. Nothing where they say nothing. */
export function readCallTerms(headers: Headers | undefined): CallTerms {
  return {
    switchValue: headers?.get(SWITCH_HEADER) ?? undefined,
    isProxied: headers?.get(PROXIED_HEADER)?.trim() === PROXIED,
    expectedIdentity: headers?.get(EXPECTED_IDENTITY_HEADER)?.trim(),
  };
}
