import { createHash } from "node:crypto";

/**
 * What stands for a device's identity outside of this process: equal for equal identities, 64 hex digits. `undefined` where
 * nothing tells the device from another under its id.
 */
export function toIdentityHash(identity: string | undefined): string | undefined {
  return identity === undefined ? undefined : createHash("sha256").update(identity).digest("hex");
}
