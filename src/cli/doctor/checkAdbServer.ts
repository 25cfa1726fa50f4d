import { assertNever } from "../../core/assertNever.js";
import type { AdbServerReading } from "../../devices/android/adbServerVersion.js";
import { FIRST_SERVER } from "../../devices/android/serverNames.js";
import type { Evidence } from "./diagnose.js";
import { broken, fine, type Finding } from "./finding.js";

/** What is known of the adb server that is always used. */
type FirstAdbServer = Pick<Evidence, "adbServer" | "adb" | "settings" | "snapshot">;

/** An adb server of another host, and what is found there. */
export interface OtherAdbServer {
  /** `HOST:PORT`. */
  readonly address: string;
  readonly reading: AdbServerReading;
}

/** The adb server that is always used. One that was down has been started meanwhile, if it could be. */
export function checkAdbServer({ adbServer, adb, settings, snapshot }: FirstAdbServer): Finding {
  const check = "adb server";
  const { host, port, from, isStartable } = settings.adbServer;
  const address = `${host}:${port} (${from === "default" ? "the default address" : `from ${from}`})`;
  switch (adbServer.is) {
    case "answering":
      return fine(check, `version ${adbServer.version} answers at ${address}`);
    case "down": {
      const isStarted = snapshot.sources.some(
        ({ source, outcome }) => source === FIRST_SERVER.source && outcome === "complete",
      );
      if (isStarted) return fine(check, `did not run at ${address}, and was started to look for devices`);
      const start = adb.is === "found" ? `Run ${adb.path} start-server, and read what it says.` : "Install adb.";
      const elsewhere = "Start the adb server on that machine, or unset the variable that names it.";
      return broken(check, `nothing answers at ${address}: ${adbServer.reason}`, isStartable ? start : elsewhere);
    }
    case "silent":
      return silent(check, address, adbServer);
    case "not_adb":
      return broken(
        check,
        `what listens at ${address} is no adb server: ${adbServer.reason}`,
        "Free that port, or name another one with ANDROID_ADB_SERVER_PORT.",
      );
    default:
      return assertNever(adbServer);
  }
}

/** An adb server of another host, which nothing here could start. */
export function checkOtherAdbServer({ address, reading }: OtherAdbServer): Finding {
  const check = `adb server ${address}`;
  switch (reading.is) {
    case "answering":
      return fine(check, `version ${reading.version} answers`);
    case "down":
      return broken(
        check,
        `nothing answers: ${reading.reason}`,
        "Start an adb server on that host that listens beyond its loopback (adb -a nodaemon server start), or take it out of AUTOMOBILE_ADB_SERVERS.",
      );
    case "silent":
      return silent(check, "it", reading);
    case "not_adb":
      return broken(check, `it is no adb server: ${reading.reason}`, "Correct AUTOMOBILE_ADB_SERVERS.");
    default:
      return assertNever(reading);
  }
}

function silent(check: string, who: string, { waitedMs }: Extract<AdbServerReading, { is: "silent" }>): Finding {
  return broken(
    check,
    `${who} takes the connection and says nothing in ${waitedMs / 1000} s`,
    "Find out what listens there; an adb server that hangs is ended by its owner, never by automobile.",
  );
}
