import { TASKS_EXTENSION } from "../server/tasks/taskWire.js";
import type { PublishedTool } from "../tools/publishedTool.js";
import { hasPlainEnvelope, MODERN_REVISION, namedRevision } from "./envelope.js";
import { membersOf, type RequestFrame } from "./frame.js";

/** Legacy revisions, newest first: the one that is offered to a client that names another. */
const LEGACY_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;

/** As on the direct server: the list changes with the version only. */
const LIST_TTL_MS = 3_600_000;

/** What the proxy knows without a daemon. */
export interface LocalKnowledge {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly PublishedTool[];
}

/**
 * The result of a request that needs no daemon, the same as the direct server would give; `undefined` for every other
 * request, and for one that is not plainly well-formed, so that there is one place that words errors.
 */
export function createLocalAnswers(knowledge: LocalKnowledge): (request: RequestFrame) => unknown {
  const serverInfo = { name: "automobile", title: "AutoMobile", version: knowledge.version };
  const capabilities = { tools: {} };
  const modernCapabilities = { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } };
  const { instructions, tools } = knowledge;
  const cached = {
    resultType: "complete",
    ttlMs: LIST_TTL_MS,
    cacheScope: "public",
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
  };
  const answerModern = ({ method, params }: RequestFrame): unknown => {
    if (!hasPlainEnvelope(params)) return undefined;
    if (method === "server/discover") {
      return { supportedVersions: [MODERN_REVISION], capabilities: modernCapabilities, instructions, ...cached };
    }
    return method === "tools/list" ? { tools, ...cached } : undefined;
  };
  const answerLegacy = ({ method, params }: RequestFrame): unknown => {
    switch (method) {
      case "initialize":
        return isInitialize(params)
          ? { protocolVersion: agreedRevision(params["protocolVersion"]), capabilities, serverInfo, instructions }
          : undefined;
      case "tools/list":
        return { tools };
      case "ping":
        return {};
      default:
        return undefined;
    }
  };
  return (request) => (namedRevision(request.params) === undefined ? answerLegacy(request) : answerModern(request));
}

/** The revision that is spoken with a client that names this one. */
export function agreedRevision(wanted: unknown): string {
  return LEGACY_REVISIONS.find((revision) => revision === wanted) ?? LEGACY_REVISIONS[0];
}

function isInitialize(params: RequestFrame["params"]): boolean {
  const client = membersOf(params["clientInfo"]);
  return (
    typeof params["protocolVersion"] === "string" &&
    membersOf(params["capabilities"]) === params["capabilities"] &&
    typeof client["name"] === "string" &&
    typeof client["version"] === "string"
  );
}
