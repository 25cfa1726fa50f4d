import {
  EXPECTED_IDENTITY_HEADER,
  PROXIED,
  PROXIED_HEADER,
  SESSION_KEY_HEADER,
  SWITCH_HEADER,
} from "../daemon/headers.js";
import type { ToolCall } from "../elicitation/targetQuestion.js";
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
  return {
    [SESSION_KEY_HEADER]: sessionKey,
    [SWITCH_HEADER]: policy.isOff() ? "off" : "on",
    [PROXIED_HEADER]: PROXIED,
  };
}

/** Ties the run after an answer to the device that was picked: its id may pass to another one on the way. */
export function targetHeaders({ expectedIdentity }: ToolCall): Readonly<Record<string, string>> {
  return expectedIdentity === undefined ? {} : { [EXPECTED_IDENTITY_HEADER]: expectedIdentity };
}
