import type { PhoneProfile } from "../phone/profile.js";

/**
 * What a lab phone can do of what adb may ask for. Only what works stands here; `delayed_ack`, `abb_exec` and
 * `sendrecv_v2` do not.
 */
export const DEVICE_FEATURES: readonly string[] = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"];

/** What a device says of itself when it connects, `state` being `device` for a phone that runs. */
export function connectBanner(profile: PhoneProfile, state: string): string {
  const facts = [
    `ro.product.name=${profile.product}`,
    `ro.product.model=${profile.model}`,
    `ro.product.device=${profile.device}`,
    `features=${DEVICE_FEATURES.join(",")}`,
  ];
  return `${state}::${facts.join(";")}`;
}
