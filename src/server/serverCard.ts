import { VERSION } from "../core/version.js";
import type { ElicitationEra } from "./elicitationOutcome.js";

/** How long a client may keep the list of tools, in milliseconds: it changes with the version only. */
const LIST_TTL_MS = 3_600_000;

/**
 * What this server says of itself. The SDK's server is made with it, and the answers that are given without the SDK are
 * made of it, so that no client can tell the two apart.
 */
export const SERVER_CARD = {
  info: { name: "automobile", title: "AutoMobile", version: VERSION },
  /** Of `tools/list` and `server/discover` (2026-07-28, "Caching"). */
  cacheHint: { ttlMs: LIST_TTL_MS, cacheScope: "public" },
} as const;

/** What this server can do. Only the modern era has extensions. */
export interface OwnCapabilities {
  readonly tools: Readonly<Record<string, never>>;
  /** Each with its settings, of which there are none. */
  readonly extensions?: Readonly<Record<string, Readonly<Record<string, never>>>>;
}

/** What this server says in an era that it can do, with the extensions that it serves. */
export function serverCapabilities(era: ElicitationEra, extensions: readonly string[]): OwnCapabilities {
  const tools = {};
  if (era === "legacy" || extensions.length === 0) return { tools };
  return { tools, extensions: Object.fromEntries(extensions.map((name) => [name, {}])) };
}
