import { createHash } from "node:crypto";
import { toOneHost } from "../core/loopback.js";
import type { ServeOptions } from "../server/index.js";
import type { Settings } from "../system/settings.js";
import { isSharedSetting, KEYS_VARIABLE, STORE_VARIABLE } from "./sharedSettings.js";

/**
 * What decides which devices a daemon has, and what it shares with others: one entry per setting, under the name that its
 * user knows it by. Settings that are not given have no entry. No secret is in it, only hashes of them.
 */
export type DaemonSettings = Readonly<Record<string, string>>;

/** The settings that `toDaemonSettings` reads. */
export type DaemonEnvironment = Pick<
  Settings,
  | "adbServer"
  | "otherAdbServers"
  | "adbPath"
  | "androidSdks"
  | "wdaAddresses"
  | "appFolder"
  | "storeUrl"
  | "requestStateKeys"
  | "problems"
>;

/** The entry of a value that cannot be read. No daemon has one, because it does not start. */
const UNUSABLE = "unusable";

const REDIS_PORT = "6379";

/** Hex digits kept of the hash that stands for what may be secret. */
const FINGERPRINT_LENGTH = 16;

/**
 * Everything of a server's options and environment that decides which devices it has, which of them a call may mean, what of
 * this machine may be put on them, and with whom all that is shared.
 */
export function toDaemonSettings(options: ServeOptions, environment: DaemonEnvironment): DaemonSettings {
  const { adbServer, otherAdbServers, adbPath, androidSdks, wdaAddresses, appFolder } = environment;
  const allowed = [...new Set(options.allowDevices)].sort();
  return {
    ...(options.lab === undefined ? toServerSettings(adbServer, otherAdbServers) : {}),
    ...(androidSdks.length === 0 ? {} : { ANDROID_HOME: androidSdks.join(", ") }),
    ...(adbPath === undefined ? {} : { AUTOMOBILE_ADB: adbPath }),
    ...(appFolder === undefined ? {} : { AUTOMOBILE_APP_DIR: appFolder }),
    ...(wdaAddresses.length === 0 ? {} : { AUTOMOBILE_WDA: toWdaSetting(wdaAddresses) }),
    ...toSharedSettings(environment),
    ...(options.lab === undefined ? {} : { "--lab": String(options.lab) }),
    ...(allowed.length === 0 ? {} : { "--allow-device": allowed.join(", ") }),
    ...(options.requireDeviceId ? { "--require-device-id": "given" } : {}),
  };
}

/**
 * One line per setting of which a daemon does not have what its joiner counts on, for a person; none when it will do. What
 * daemons share is their operator's matter: a joiner that names none of it counts on none, and needs no secret to be served.
 */
export function describeDifferences(mine: DaemonSettings, theirs: DaemonSettings): readonly string[] {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return names
    .filter((name) => mine[name] !== theirs[name] && (mine[name] !== undefined || !isSharedSetting(name)))
    .map((name) => {
      const [here, there] = isSharedSetting(name) ? inWords(mine[name], theirs[name]) : [mine[name], theirs[name]];
      return `${name}: here ${here ?? "not given"}, in the daemon ${there ?? "not given"}`;
    });
}

/** Not even their hashes: these words go to whoever calls, and a password may be easy to guess. */
function inWords(mine: string | undefined, theirs: string | undefined): readonly [string, string | undefined] {
  return [mine === UNUSABLE ? "one that cannot be used" : "given", theirs === undefined ? undefined : "another one"];
}

function toServerSettings(
  first: DaemonEnvironment["adbServer"],
  others: DaemonEnvironment["otherAdbServers"],
): DaemonSettings {
  const list = others.map(({ host, port }) => `${toOneHost(host)}:${port}`).sort();
  return {
    "the adb server's address": `${toOneHost(first.host)}:${first.port}`,
    ...(list.length === 0 ? {} : { AUTOMOBILE_ADB_SERVERS: list.join(", ") }),
  };
}

function toWdaSetting(addresses: DaemonEnvironment["wdaAddresses"]): string {
  const lines = addresses.map(({ deviceId, url }) => `${deviceId}=${url.href}`).sort();
  return `${addresses.map(({ deviceId }) => deviceId).join(", ")} (addresses ${fingerprint(lines)})`;
}

function toSharedSettings({ storeUrl, requestStateKeys, problems }: DaemonEnvironment): DaemonSettings {
  const unusable = problems.flatMap(({ variable }) =>
    isSharedSetting(variable) ? [[variable, UNUSABLE] as const] : [],
  );
  const keys = requestStateKeys.map((key) => Buffer.from(key).toString("base64"));
  return {
    ...(storeUrl === undefined ? {} : { [STORE_VARIABLE]: fingerprint(toOneStore(storeUrl)) }),
    ...(keys.length === 0 ? {} : { [KEYS_VARIABLE]: fingerprint(keys) }),
    ...Object.fromEntries(unusable),
  };
}

/** What is left out of a store's URL is what a Redis client takes for it. */
function toOneStore({ protocol, hostname, port, pathname, username, password }: URL): readonly string[] {
  const database = Number(pathname.replace("/", ""));
  const user = username === "" ? "default" : username;
  return [protocol, toOneHost(hostname), port === "" ? REDIS_PORT : port, String(database), user, password];
}

function fingerprint(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, FINGERPRINT_LENGTH);
}
