import { homedir } from "node:os";
import { resolve } from "node:path";
import { isLoopback, LOOPBACK } from "../core/loopback.js";
import { parseAdbServers } from "./adbServers.js";
import { parseRequestStateKeys } from "./requestStateKeys.js";
import { parseStoreUrl } from "./storeUrl.js";
import { parsePort, parseTcpAddress, type TcpAddress } from "./tcpAddress.js";
import { type WdaAddress, parseWdaAddresses } from "./wdaAddresses.js";

/** Where the adb server is, and whether it may be started when it is down. */
export interface AdbServerAddress extends TcpAddress {
  /** The variable it came from; `default` when none is set. */
  readonly from: "ADB_SERVER_SOCKET" | "ANDROID_ADB_SERVER_ADDRESS/PORT" | "default";
  /** adb itself never starts a server that is named by `ADB_SERVER_SOCKET`, or that is not on this machine. */
  readonly isStartable: boolean;
}

/** A variable whose value cannot be used. */
export interface SettingProblem {
  readonly variable: string;
  readonly problem: string;
}

/** What the environment says, read once at start. Only the switch (`AUTOMOBILE_ELICITATION`) is read live. */
export interface Settings {
  readonly adbServer: AdbServerAddress;
  /** `AUTOMOBILE_ADB_SERVERS`: more of them, on other hosts. None is ever started. */
  readonly otherAdbServers: readonly TcpAddress[];
  /** `AUTOMOBILE_ADB`: the adb program to start a server with. */
  readonly adbPath: string | undefined;
  /** `ANDROID_HOME`, then `ANDROID_SDK_ROOT`. */
  readonly androidSdks: readonly string[];
  readonly path: readonly string[];
  readonly homeDirectory: string;
  readonly platform: NodeJS.Platform;
  /** `ANDROID_SERIAL`, which adb honours and this server does not. */
  readonly androidSerial: string | undefined;
  /** `AUTOMOBILE_APP_DIR`: the only folder that apps are installed from, in full; every folder when absent. */
  readonly appFolder: string | undefined;
  /** `AUTOMOBILE_WDA`: where the WebDriverAgents of iOS devices listen. */
  readonly wdaAddresses: readonly WdaAddress[];
  /** `AUTOMOBILE_REQUEST_STATE_KEY`: what request state is signed with, the first one, and accepted from; none is a random one. */
  readonly requestStateKeys: readonly Uint8Array[];
  /** `AUTOMOBILE_STORE`: what several daemons share; each is by itself when absent. May hold a password. */
  readonly storeUrl: URL | undefined;
  /** `AUTOMOBILE_LOG_LEVEL`: `error`, `warn`, `info` (also when absent) or `debug`. */
  readonly logLevel: string;
  readonly problems: readonly SettingProblem[];
}

/** The variable with the level from which on a process logs. A proxy has it for itself. */
export const LOG_LEVEL_VARIABLE = "AUTOMOBILE_LOG_LEVEL";

const DEFAULT_LOG_LEVEL = "info";
const LOG_LEVELS: ReadonlySet<string> = new Set(["error", "warn", "info", "debug"]);
const ADB_DEFAULT_PORT = 5037;
const PATH_SEPARATOR: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: ";" };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads everything but the switch. Never throws: what cannot be used is listed in `problems`, and its default holds. */
export function readSettings(env: Environment = process.env, platform: NodeJS.Platform = process.platform): Settings {
  const problems: SettingProblem[] = [];
  const adbServer = readAdbServer(env, problems);
  return {
    adbServer,
    otherAdbServers: readOtherAdbServers(env, adbServer, problems),
    adbPath: present(env["AUTOMOBILE_ADB"]),
    androidSdks: [env["ANDROID_HOME"], env["ANDROID_SDK_ROOT"]].flatMap((value) => present(value) ?? []),
    path: (env["PATH"] ?? env["Path"] ?? "").split(PATH_SEPARATOR[platform] ?? ":").filter((entry) => entry !== ""),
    homeDirectory: homedir(),
    platform,
    androidSerial: present(env["ANDROID_SERIAL"]),
    appFolder: readFolder(env["AUTOMOBILE_APP_DIR"]),
    wdaAddresses: readWdas(env, problems),
    requestStateKeys: readRequestStateKeys(env, problems),
    storeUrl: readStoreUrl(env, problems),
    logLevel: readLogLevel(env, problems),
    problems,
  };
}

/** Reads one variable now; for the switch, which works on a running process. */
export function liveVariable(name: string, env: Environment = process.env): () => string | undefined {
  return () => env[name];
}

function readAdbServer(env: Environment, problems: SettingProblem[]): AdbServerAddress {
  const socket = present(env["ADB_SERVER_SOCKET"]);
  if (socket !== undefined) {
    const address = parseSocket(socket);
    if (address !== undefined) return { ...address, from: "ADB_SERVER_SOCKET", isStartable: false };
    problems.push({
      variable: "ADB_SERVER_SOCKET",
      problem: `${JSON.stringify(socket)} is not tcp:HOST:PORT or tcp:PORT`,
    });
  }
  const host = present(env["ANDROID_ADB_SERVER_ADDRESS"]);
  const portText = present(env["ANDROID_ADB_SERVER_PORT"]);
  const port = portText === undefined ? undefined : parsePort(portText);
  if (portText !== undefined && port === undefined) {
    problems.push({ variable: "ANDROID_ADB_SERVER_PORT", problem: `${JSON.stringify(portText)} is not a port` });
  }
  return {
    host: host ?? LOOPBACK,
    port: port ?? ADB_DEFAULT_PORT,
    from: host === undefined && port === undefined ? "default" : "ANDROID_ADB_SERVER_ADDRESS/PORT",
    isStartable: host === undefined || isLoopback(host),
  };
}

function readOtherAdbServers(
  env: Environment,
  first: AdbServerAddress,
  problems: SettingProblem[],
): readonly TcpAddress[] {
  const variable = "AUTOMOBILE_ADB_SERVERS";
  const parsed = parseAdbServers(env[variable] ?? "", first);
  problems.push(...parsed.problems.map((problem) => ({ variable, problem })));
  return parsed.addresses;
}

/** Where it is now: a daemon lives in another folder than who starts it. */
function readFolder(value: string | undefined): string | undefined {
  const folder = present(value);
  return folder === undefined ? undefined : resolve(folder);
}

function readWdas(env: Environment, problems: SettingProblem[]): readonly WdaAddress[] {
  const variable = "AUTOMOBILE_WDA";
  const parsed = parseWdaAddresses(env[variable] ?? "");
  problems.push(...parsed.problems.map((problem) => ({ variable, problem })));
  return parsed.addresses;
}

function readRequestStateKeys(env: Environment, problems: SettingProblem[]): readonly Uint8Array[] {
  const variable = "AUTOMOBILE_REQUEST_STATE_KEY";
  const { keys, problem } = parseRequestStateKeys(env[variable] ?? "");
  if (problem !== undefined) problems.push({ variable, problem });
  return keys;
}

function readLogLevel(env: Environment, problems: SettingProblem[]): string {
  const variable = LOG_LEVEL_VARIABLE;
  const level = present(env[variable])?.toLowerCase() ?? DEFAULT_LOG_LEVEL;
  if (LOG_LEVELS.has(level)) return level;
  problems.push({ variable, problem: `${JSON.stringify(level)} is not error, warn, info or debug` });
  return DEFAULT_LOG_LEVEL;
}

function readStoreUrl(env: Environment, problems: SettingProblem[]): URL | undefined {
  const variable = "AUTOMOBILE_STORE";
  const text = present(env[variable]);
  const url = text === undefined ? undefined : parseStoreUrl(text);
  if (text !== undefined && url === undefined) {
    const problem = "it is not redis://HOST:PORT or rediss://HOST:PORT (in a user or password, % is written as %25)";
    problems.push({ variable, problem });
  }
  return url;
}

function parseSocket(socket: string): TcpAddress | undefined {
  const place = /^tcp:(.*)$/.exec(socket)?.[1] ?? "";
  return parseTcpAddress(/^\d+$/.test(place) ? `${LOOPBACK}:${place}` : place);
}

function present(value: string | undefined): string | undefined {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? undefined : trimmed;
}
