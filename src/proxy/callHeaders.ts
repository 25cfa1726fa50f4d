import { PROXIED_LEGACY, PROXIED_LEGACY_HEADER, SESSION_KEY_HEADER, SWITCH_HEADER } from "../daemon/headers.js";
import type { ElicitationPolicy } from "../server/elicitationPolicy.js";

/** What a proxy tells the daemon of itself, with each message. */
export interface ProxyIdentity {
  /** Keeps this proxy's tasks and questions apart from those of others. */
  readonly sessionKey: string;
  /** The client's own switch: it is its user who is asked, not the one who started the daemon. */
  readonly policy: ElicitationPolicy;
}

/** The headers that every message has. The switch is read anew. */
export function callHeaders({ sessionKey, policy }: ProxyIdentity): Readonly<Record<string, string>> {
  return { [SESSION_KEY_HEADER]: sessionKey, [SWITCH_HEADER]: policy.isOff() ? "off" : "on" };
}

/** Marks a legacy call: its question and its record are this proxy's. */
export const PROXIED_CALL: Readonly<Record<string, string>> = { [PROXIED_LEGACY_HEADER]: PROXIED_LEGACY };
