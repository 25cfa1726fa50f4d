import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Asking, Caller } from "../elicitation/caller.js";
import { readDeclared } from "../elicitation/declaredElicitation.js";
import { createDeclineMemory } from "../elicitation/declineMemory.js";
import { forwardedMeta } from "../elicitation/forwardedMeta.js";
import { withAmbiguousDeviceAsk } from "../elicitation/legacyAsk.js";
import type { ResolvedTarget, ToolBackend, ToolCall } from "../elicitation/targetQuestion.js";
import { DEVICE_QUESTION } from "../server/deviceTarget.js";
import type { ClientQuestions } from "./clientQuestions.js";
import { type Members, membersOf, type RequestFrame } from "../server/frame.js";

/** What a legacy connection's calls are made of. */
export interface LegacyCallsParts {
  /** Sends the request to the daemon with the call's arguments and gives its result; throws what is to be answered as it is. */
  readonly forward: (request: RequestFrame, call: ToolCall, signal: AbortSignal) => Promise<CallToolResult>;
  /** Asks the daemon what a call could mean now. Identities are hashes: they do not leave the daemon in clear. */
  readonly resolve: (call: ToolCall, signal: AbortSignal) => Promise<readonly ResolvedTarget[]>;
  readonly questions: Pick<ClientQuestions, "ask">;
  readonly asking: Asking;
  /** The `params` of this connection's `initialize`, as they came. */
  readonly initialized: () => Members;
}

/** Serves one `tools/call` of a legacy client. Throws what `forward` throws. */
export type LegacyCall = (request: RequestFrame, signal: AbortSignal) => Promise<CallToolResult>;

/**
 * Puts the same question in front of the daemon that the direct server has in front of its tools. The daemon cannot ask a
 * legacy client, because it has no connection to it; the proxy has. Made once per connection: that is how long a decline is
 * remembered.
 */
export function createLegacyCalls(parts: LegacyCallsParts): LegacyCall {
  const { forward, questions, asking, initialized } = parts;
  const declines = createDeclineMemory();
  const question = { ...DEVICE_QUESTION, resolve: parts.resolve };
  return async (request, signal) => {
    const { params } = request;
    const backend: ToolBackend = async (call, callSignal) => await forward(request, call, callSignal);
    const meta = forwardedMeta(params["_meta"]);
    const callLegacy = withAmbiguousDeviceAsk(backend, { ...asking, question, declines });
    return await callLegacy({
      call: { name: String(params["name"]), arguments: membersOf(params["arguments"]) },
      signal,
      caller: toCaller(initialized()),
      push: async (form, withdrawal) =>
        await questions.ask(
          "elicitation/create",
          { ...form, ...(meta === undefined ? {} : { _meta: meta }) },
          withdrawal,
        ),
    });
  };
}

function toCaller(params: Members): Caller {
  const client = membersOf(params["clientInfo"]);
  return {
    declared: readDeclared(membersOf(params["capabilities"])["elicitation"]),
    name: text(client["name"]),
    version: text(client["version"]),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
