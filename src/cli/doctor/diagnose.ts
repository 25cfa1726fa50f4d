import { assertNever } from "../../core/assertNever.js";
import type { AdbLookup } from "../../core/findAdb.js";
import { isSharedSetting, KEYS_VARIABLE, NO_SHARED_KEY } from "../../daemon/sharedSettings.js";
import type { AdbServerReading } from "../../devices/android/adbServerVersion.js";
import { FIRST_SERVER, namesOf } from "../../devices/android/serverNames.js";
import type { Snapshot, SourceReport } from "../../devices/inventory.js";
import { ELICITATION_SWITCH, readSwitch } from "../../server/elicitationPolicy.js";
import type { SettingProblem, Settings } from "../../system/settings.js";
import { adviseOnState } from "../../targeting/deviceStates.js";
import { checkAdbServer, checkOtherAdbServer, type OtherAdbServer } from "./checkAdbServer.js";
import { checkStore, type StoreEvidence } from "./checkStore.js";
import { broken, doubtful, fine, type Finding } from "./finding.js";

/** Everything that the checks are about, as it was found. */
export interface Evidence {
  readonly nodeVersion: string;
  readonly settings: Pick<
    Settings,
    "adbServer" | "adbPath" | "androidSerial" | "platform" | "requestStateKeys" | "problems"
  >;
  readonly adb: AdbLookup;
  /** The protocol version that the found program speaks, for example 41; `undefined` when it did not say. */
  readonly adbVersion: number | undefined;
  /** As it was before devices were looked for, which starts a server that is down. */
  readonly adbServer: AdbServerReading;
  /** Those of other hosts. */
  readonly otherAdbServers: readonly OtherAdbServer[];
  /** `undefined` where none is named. */
  readonly store: StoreEvidence | undefined;
  /** The value of the switch that keeps the server from asking. */
  readonly switchValue: string | undefined;
  /** Whether Xcode's tools answer; not tried where there is no macOS. */
  readonly hasXcode: boolean;
  readonly snapshot: Snapshot;
}

const OLDEST_NODE = { major: 20, minor: 19 } as const;

/** All checks, in the order in which a fault of one explains those of the next. */
export function diagnose(evidence: Evidence): readonly Finding[] {
  const { settings, snapshot } = evidence;
  return [
    checkNode(evidence),
    ...settings.problems.map(checkSetting),
    checkAdbProgram(evidence),
    checkAdbServer(evidence),
    ...evidence.otherAdbServers.map(checkOtherAdbServer),
    checkAndroidSerial(evidence),
    checkXcode(evidence),
    checkSwitch(evidence),
    ...checkSharedKey(evidence),
    ...(evidence.store === undefined ? [] : checkStore(evidence.store)),
    ...snapshot.sources.filter(isNotTold(evidence)).map((report) => checkSource(report, snapshot)),
    ...checkDevices(snapshot),
  ];
}

function checkNode({ nodeVersion }: Evidence): Finding {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const isEnough = major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor);
  if (isEnough) return fine("Node.js", nodeVersion);
  const oldest = `${OLDEST_NODE.major}.${OLDEST_NODE.minor}`;
  return broken("Node.js", `${nodeVersion} is too old`, `Install Node.js ${oldest} or newer.`);
}

function checkSetting({ variable, problem }: SettingProblem): Finding {
  const fix = `Correct ${variable}, or unset it.`;
  return isSharedSetting(variable)
    ? broken(variable, `${problem}; no daemon starts with it`, fix)
    : doubtful(variable, `${problem}; it is ignored`, fix);
}

function checkSharedKey({ store, settings: { requestStateKeys, problems } }: Evidence): readonly Finding[] {
  const isGiven = requestStateKeys.length > 0 || problems.some(({ variable }) => variable === KEYS_VARIABLE);
  if (store === undefined || isGiven) return [];
  return [doubtful(KEYS_VARIABLE, NO_SHARED_KEY, "Give all daemons of the store one key: openssl rand -base64 32.")];
}

function checkAdbProgram({ adb, adbVersion, adbServer, settings }: Evidence): Finding {
  const check = "adb program";
  const isServing = adbServer.is === "answering";
  if (adb.is === "found") {
    if (!isServing || adbVersion === undefined || adbVersion === adbServer.version) {
      return fine(check, adbVersion === undefined ? adb.path : `${adb.path} (version ${adbVersion})`);
    }
    return doubtful(
      check,
      `${adb.path} is version ${adbVersion} and the running server is ${adbServer.version}: using this program by hand ends that server and every connection with it`,
      "Keep one adb on this machine, or set AUTOMOBILE_ADB to the one that the server came from.",
    );
  }
  const says = `not found at ${adb.tried.join(", ") || "any place"}`;
  const fix =
    settings.adbPath === undefined
      ? "Install Android's platform-tools, or set AUTOMOBILE_ADB to the path of adb."
      : "Correct AUTOMOBILE_ADB, or unset it.";
  if (!isServing) return broken(check, says, fix);
  return doubtful(check, `${says}; not needed while an adb server runs`, fix);
}

function checkAndroidSerial({ settings: { androidSerial } }: Evidence): Finding {
  if (androidSerial === undefined) return fine("ANDROID_SERIAL", "not set");
  return doubtful(
    "ANDROID_SERIAL",
    `set to "${androidSerial}", and not used: a call means the device that it names`,
    `Start the server with --allow-device ${androidSerial} if no other device may be used.`,
  );
}

function checkXcode({ hasXcode, settings: { platform } }: Evidence): Finding {
  const check = "Xcode (xcrun)";
  if (platform !== "darwin") return fine(check, "not on this system: iOS devices need macOS");
  if (hasXcode) return fine(check, "answers");
  return doubtful(check, "does not answer: no iOS device can be found", "Install Xcode, and open it once.");
}

function checkSwitch({ switchValue }: Evidence): Finding {
  const reading = readSwitch(switchValue);
  switch (reading) {
    case "on":
      return fine(ELICITATION_SWITCH, "not off: a client that can ask its user is asked which device was meant");
    case "off":
      return fine(ELICITATION_SWITCH, "off: nobody is asked, and an ambiguous call is refused");
    case "looks_off":
      return doubtful(
        ELICITATION_SWITCH,
        `"${switchValue ?? ""}" does not switch questions off: clients are still asked`,
        `Set ${ELICITATION_SWITCH}=off to switch them off, or unset it.`,
      );
    default:
      return assertNever(reading);
  }
}

/** Whether a source is to be told of by itself: one that failed with its server is told of with that. */
function isNotTold({ adbServer, otherAdbServers }: Evidence): (report: SourceReport) => boolean {
  const servers = [
    { source: FIRST_SERVER.source, reading: adbServer },
    ...otherAdbServers.map(({ address, reading }) => ({ source: namesOf(address).source, reading })),
  ];
  const faulty = new Set(servers.filter(({ reading }) => reading.is !== "answering").map(({ source }) => source));
  return ({ source, outcome }) => outcome !== "failed" || !faulty.has(source);
}

function checkSource(report: SourceReport, { devices }: Snapshot): Finding {
  const check = `devices (${report.source})`;
  switch (report.outcome) {
    case "complete": {
      const found = devices.filter((device) => device.source === report.source);
      const ready = found.filter((device) => device.state.is === "ready").length;
      return fine(check, found.length === 0 ? "none attached" : `${found.length} attached, ${ready} ready`);
    }
    case "failed":
      return broken(check, report.refusal.message, report.refusal.hint);
    case "absent":
      return fine(check, `not on this machine: ${report.reason}`);
    default:
      return assertNever(report);
  }
}

function checkDevices({ devices }: Snapshot): readonly Finding[] {
  return devices.flatMap((device) => {
    if (device.state.is === "ready") return [];
    const { meaning, remedy } = adviseOnState(device.state);
    return [doubtful(`device ${device.id}`, meaning, remedy)];
  });
}
