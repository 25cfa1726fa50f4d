import type { PublishedTool } from "../tools/publishedTool.js";
import { MODERN_REVISION, namedRevision } from "./envelope.js";
import type { RequestFrame } from "./frame.js";
import { isPlainInitialize, isPlainLegacy, isPlainModern } from "./plainRequest.js";
import { SERVER_CARD, serverCapabilities } from "./serverCard.js";

/** Legacy revisions, newest first: the one that is offered to a client that names another. */
const LEGACY_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;

/** What a server can say by itself, beside its card. */
export interface LocalKnowledge {
  readonly instructions: string;
  readonly tools: readonly Pick<PublishedTool, "name">[];
  /** The extensions that are served on the modern era. */
  readonly extensions: readonly string[];
}

/** The result of a request that needs neither device nor daemon; `undefined` for every other one. */
export type AnswerLocally = (request: RequestFrame) => unknown;

/**
 * Answers from constants what asks for nothing else, to the letter as the SDK's server would: a client waits for these
 * answers at every start, and the SDK takes longer to load than all the rest. A request that is not plainly well-formed
 * is left to the SDK, so that there is one place that words errors.
 */
export function createLocalAnswers({ instructions, tools, extensions }: LocalKnowledge): AnswerLocally {
  const { info: serverInfo, cacheHint } = SERVER_CARD;
  const cached = {
    resultType: "complete",
    ...cacheHint,
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
  };
  const answerModern: AnswerLocally = ({ method, params }) => {
    if (!isPlainModern(params)) return undefined;
    if (method === "server/discover") {
      const capabilities = serverCapabilities("modern", extensions);
      return { supportedVersions: [MODERN_REVISION], capabilities, instructions, ...cached };
    }
    return method === "tools/list" ? { tools, ...cached } : undefined;
  };
  const answerLegacy: AnswerLocally = ({ method, params }) => {
    if (method === "initialize") {
      if (!isPlainInitialize(params)) return undefined;
      const capabilities = serverCapabilities("legacy", extensions);
      return { protocolVersion: agreedRevision(params["protocolVersion"]), capabilities, serverInfo, instructions };
    }
    if (!isPlainLegacy(params)) return undefined;
    if (method === "tools/list") return { tools };
    return method === "ping" ? {} : undefined;
  };
  return (request) => (namedRevision(request.params) === undefined ? answerLegacy(request) : answerModern(request));
}

/** The revision that is spoken with a client that names this one. */
export function agreedRevision(wanted: unknown): string {
  return LEGACY_REVISIONS.find((revision) => revision === wanted) ?? LEGACY_REVISIONS[0];
}
