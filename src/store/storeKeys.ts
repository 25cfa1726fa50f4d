import { createHash } from "node:crypto";

/** Stands before every key and channel, so that a store can serve others too. The number changes with the layout. */
export const STORE_PREFIX = "automobile:1:";

/** The key of one thing of a kind. */
export function storeKey(kind: string, ...names: readonly string[]): string {
  return `${STORE_PREFIX}${[kind, ...names].join(":")}`;
}

/** A name for what must not stand in the store in clear, such as a device's identity. */
export function hashedName(secret: string): string {
  return createHash("sha256").update(secret).digest("hex").slice(0, 32);
}
