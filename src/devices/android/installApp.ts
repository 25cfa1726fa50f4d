import type { OpenAppFile } from "../../core/appFile.js";
import { assertNever } from "../../core/assertNever.js";
import { quoteText } from "../../core/quoteText.js";
import { Refusal } from "../../core/refusal.js";
import type { OnProgress } from "../deviceDriver.js";
import { deviceLost, invalidArgument } from "../deviceRefusals.js";
import { toInstallReason } from "./installFailure.js";
import type { StreamPackage } from "./packageStream.js";

/** Told at most so often while a file is sent. */
const PROGRESS_STEPS = 20;

/** Where to install, and with what. */
export interface Installer {
  readonly deviceId: string;
  readonly openFile: OpenAppFile;
  readonly stream: StreamPackage;
}

/** What to install. `path` is absolute, with its links followed. */
export interface InstallRequest {
  readonly path: string;
  readonly onProgress: OnProgress;
}

/**
 * Installs an APK, over an earlier version if there is one, whose data stays. Never uninstalls.
 *
 * @throws Refusal `install_failed` with the device's reason; `device_lost` that says whether it may have been installed.
 */
export async function installApp(
  { deviceId, openFile, stream }: Installer,
  { path, onProgress }: InstallRequest,
  signal: AbortSignal,
): Promise<void> {
  if (!/\.apk$/i.test(path)) throw invalidArgument("path", "an Android app is one .apk file");
  const opened = await openFile(path);
  if (opened.is === "unreadable") throw invalidArgument("path", quoteText(opened.reason));
  try {
    const end = await stream(opened.file, inSteps(opened.file.sizeBytes, onProgress), signal);
    switch (end.is) {
      case "answered":
        if (!/^Success\b/m.test(end.output)) throw installFailed(deviceId, toInstallReason(end.output));
        return;
      case "not_sent":
      case "cut_short":
        throw deviceLost(deviceId, { effect: "did_not_run", why: end.reason });
      case "unknown":
        throw deviceLost(deviceId, { effect: "may_have_run", why: end.reason });
      default:
        assertNever(end);
    }
  } finally {
    await opened.file.close();
  }
}

function inSteps(total: number, onProgress: OnProgress): (bytes: number) => void {
  let told = 0;
  return (bytes) => {
    const step = total === 0 ? PROGRESS_STEPS : Math.floor((bytes / total) * PROGRESS_STEPS);
    if (step <= told) return;
    told = step;
    onProgress({ done: bytes, total, message: bytes < total ? "sending the app" : "the device installs the app" });
  };
}

function installFailed(deviceId: string, reason: string): Refusal {
  return new Refusal({
    code: "install_failed",
    message: `"${quoteText(deviceId)}" did not take the app: ${reason}. What was installed before is still there.`,
    hint: "Build the app for this device, or name another device; then repeat installApp.",
    data: { deviceId, reason },
  });
}
