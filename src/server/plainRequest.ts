import { MODERN_REVISION, namedRevision, RESERVED_PREFIX } from "./envelope.js";
import { isMembers, isMeta, type Members } from "./frame.js";

const ENVELOPE = {
  version: `${RESERVED_PREFIX}protocolVersion`,
  client: `${RESERVED_PREFIX}clientInfo`,
  capabilities: `${RESERVED_PREFIX}clientCapabilities`,
} as const;
const ENVELOPE_KEYS: ReadonlySet<string> = new Set(Object.values(ENVELOPE));

/** The members of a `clientInfo` that are texts (2025-11-25, "Implementation"). */
const CLIENT_TEXTS: ReadonlySet<string> = new Set(["name", "title", "version", "description", "websiteUrl"]);

/** Capabilities that hold settings of whoever defined them. */
const OPEN_CAPABILITIES: ReadonlySet<string> = new Set(["experimental", "extensions"]);

/** The only members of the other capabilities that are no objects. */
const CAPABILITY_SWITCHES: ReadonlySet<string> = new Set(["listChanged", "applyDefaults"]);

/*
 * Whether a request is one that is certainly in order. It is narrower than the SDK's schemas, which take a third of a
 * start to load: what is not plain is left to them, and so is every word about what is wrong with it.
 */

/** The params of an `initialize` (2025-11-25, "Lifecycle"). */
export function isPlainInitialize({ protocolVersion, capabilities, clientInfo, ...rest }: Members): boolean {
  return (
    isPlainLegacy(rest) &&
    typeof protocolVersion === "string" &&
    isPlainCapabilities(capabilities) &&
    isPlainClient(clientInfo)
  );
}

/** The params of a legacy request that takes none, with or without a `_meta`. */
export function isPlainLegacy({ _meta: meta = {}, ...rest }: Members): boolean {
  return isEmpty(rest) && isMeta(meta) && reservedKeys(meta).length === 0;
}

/** The params of a modern request that takes none beside its envelope (2026-07-28, "Request metadata"). */
export function isPlainModern({ _meta: meta, ...rest }: Members): boolean {
  return (
    isEmpty(rest) &&
    isMeta(meta) &&
    reservedKeys(meta).every((key) => ENVELOPE_KEYS.has(key)) &&
    namedRevision({ _meta: meta }) === MODERN_REVISION &&
    isPlainCapabilities(meta[ENVELOPE.capabilities]) &&
    (!(ENVELOPE.client in meta) || isPlainClient(meta[ENVELOPE.client]))
  );
}

function isPlainClient(client: unknown): boolean {
  return (
    isMembers(client) &&
    "name" in client &&
    "version" in client &&
    Object.entries(client).every(([name, value]) => CLIENT_TEXTS.has(name) && typeof value === "string")
  );
}

function isPlainCapabilities(capabilities: unknown): boolean {
  if (!isMembers(capabilities)) return false;
  return Object.entries(capabilities).every(
    ([name, capability]) =>
      isMembers(capability) &&
      (OPEN_CAPABILITIES.has(name) ? Object.values(capability).every(isMembers) : isPlainCapability(capability)),
  );
}

function isPlainCapability(capability: Members): boolean {
  return Object.entries(capability).every(([name, value]) =>
    CAPABILITY_SWITCHES.has(name) ? typeof value === "boolean" : isMembers(value) && isPlainCapability(value),
  );
}

function reservedKeys(meta: Members): readonly string[] {
  return Object.keys(meta).filter((key) => key.startsWith(RESERVED_PREFIX));
}

function isEmpty(members: Members): boolean {
  return Object.keys(members).length === 0;
}
