import type { RequestAsking } from "../server/index.js";
import { PROXIED_LEGACY, PROXIED_LEGACY_HEADER, SWITCH_HEADER } from "./headers.js";

/** What a request's headers say of how its call is to be asked about. Nothing where they say nothing. */
export function readRequestAsking(headers: Headers | undefined): RequestAsking {
  return {
    switchValue: headers?.get(SWITCH_HEADER) ?? undefined,
    isRecordedElsewhere: headers?.get(PROXIED_LEGACY_HEADER)?.trim() === PROXIED_LEGACY,
  };
}
