import { createHash } from "node:crypto";
import type { ServeOptions } from "../server/index.js";
import type { Settings } from "../system/settings.js";

/**
 * What decides which devices a server has: one entry per setting, under the name that its user knows it by. Settings that
 * are not given have no entry.
 */
export type DeviceSettings = Readonly<Record<string, string>>;

/** The settings that `toDeviceSettings` reads. */
export type DeviceEnvironment = Pick<
  Settings,
  "adbServer" | "otherAdbServers" | "adbPath" | "androidSdks" | "wdaAddresses" | "appFolder"
>;

/** Hex digits kept of the hash that stands for addresses, which may hold a secret. */
const FINGERPRINT_LENGTH = 16;

/**
 * Everything of a server's options and environment that decides which devices it has, which of them a call may mean, and
 * what of this machine may be put on them.
 */
export function toDeviceSettings(options: ServeOptions, environment: DeviceEnvironment): DeviceSettings {
  const { adbServer, otherAdbServers, adbPath, androidSdks, wdaAddresses, appFolder } = environment;
  const allowed = [...new Set(options.allowDevices)].sort();
  return {
    ...(options.lab === undefined ? toServerSettings(adbServer, otherAdbServers) : {}),
    ...(androidSdks.length === 0 ? {} : { ANDROID_HOME: androidSdks.join(", ") }),
    ...(adbPath === undefined ? {} : { AUTOMOBILE_ADB: adbPath }),
    ...(appFolder === undefined ? {} : { AUTOMOBILE_APP_DIR: appFolder }),
    ...(wdaAddresses.length === 0 ? {} : { AUTOMOBILE_WDA: fingerprint(wdaAddresses) }),
    ...(options.lab === undefined ? {} : { "--lab": String(options.lab) }),
    ...(allowed.length === 0 ? {} : { "--allow-device": allowed.join(", ") }),
    ...(options.requireDeviceId ? { "--require-device-id": "given" } : {}),
  };
}

/** One line per setting in which two servers differ, for a person; none when they have the same devices. */
export function describeDifferences(mine: DeviceSettings, theirs: DeviceSettings): readonly string[] {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return names
    .filter((name) => mine[name] !== theirs[name])
    .map((name) => `${name}: here ${mine[name] ?? "not given"}, in the daemon ${theirs[name] ?? "not given"}`);
}

function toServerSettings(
  first: DeviceEnvironment["adbServer"],
  others: DeviceEnvironment["otherAdbServers"],
): DeviceSettings {
  const list = others.map(({ host, port }) => `${host}:${port}`).sort();
  return {
    "the adb server's address": `${first.host}:${first.port}`,
    ...(list.length === 0 ? {} : { AUTOMOBILE_ADB_SERVERS: list.join(", ") }),
  };
}

function fingerprint(addresses: DeviceEnvironment["wdaAddresses"]): string {
  const lines = addresses.map(({ deviceId, url }) => `${deviceId}=${url.href}`).sort();
  const hash = createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, FINGERPRINT_LENGTH);
  return `${addresses.map(({ deviceId }) => deviceId).join(", ")} (addresses ${hash})`;
}
