import { apkPackageName } from "../../phone/apkPackageName.js";
import { type LabApp, userApp } from "../../phone/apps.js";
import type { Phone } from "../../phone/phone.js";
import {
  type Command,
  type CommandCall,
  type CommandResult,
  type CommandTable,
  dispatch,
  failed,
  lines,
  printed,
} from "../command.js";
import { readFile } from "./files.js";

const NO_SERVICE_EXIT_CODE = 20;
/** Longest package that an installation reads. */
const APK_LIMIT_BYTES = 128 * 1024 * 1024;

const listPackages: Command = ({ phone, args }) => {
  const has = (flag: string): boolean => args.includes(flag);
  const filter = args.find((arg) => !arg.startsWith("-") && arg !== "packages");
  const shown = phone
    .apps()
    .filter((app) => !(has("-3") && app.isSystem) && !(has("-s") && !app.isSystem))
    .filter((app) => filter === undefined || app.appId.includes(filter));
  return printed(
    lines(...shown.map((app) => (has("-f") ? `package:${app.apkPath}=${app.appId}` : `package:${app.appId}`))),
  );
};

const list: Command = dispatch(
  new Map<string, Command>([
    ["packages", listPackages],
    ["package", listPackages],
    ["users", (): CommandResult => printed(lines("Users:", "\tUserInfo{0:Owner:c13} running"))],
    ["features", (): CommandResult => printed(lines("feature:android.hardware.touchscreen"))],
  ]),
  (name) => failed(`Error: unknown list type '${name}'\n`, 255),
);

const path: Command = ({ phone, args }) => {
  const app = phone.app(lastOf(args));
  return app === undefined ? failed("") : printed(`package:${app.apkPath}\n`);
};

const resolveActivity: Command = ({ phone, args }) => {
  const activity = phone.app(lastOf(args))?.activity;
  if (activity === undefined) return printed("No activity found\n");
  const component = toComponent(lastOf(args), activity);
  const match = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true";
  return printed(args.includes("--brief") ? lines(match, component) : lines(match, `  ActivityInfo: ${component}`));
};

/** How Android writes an activity: its package, and its name without the package where they begin alike. */
export function toComponent(appId: string, activity: string): string {
  return `${appId}/${activity.startsWith(`${appId}.`) ? activity.slice(appId.length) : activity}`;
}

/** `install -S <bytes>` reads the package from standard input; without it, the last argument is a file on the phone. */
const install: Command = async (call) => {
  const sizeAt = call.args.indexOf("-S");
  if (sizeAt < 0) {
    const apkPath = lastOf(call.args);
    const apk = readFile(call.phone, apkPath);
    if (apk === undefined) return failed(`Error: Unable to open file: ${apkPath}\n`, 255);
    return installApk(call.phone, apk);
  }
  const bytes = Number(call.args[sizeAt + 1]);
  if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > APK_LIMIT_BYTES) {
    return installFailure("INSTALL_FAILED_INSUFFICIENT_STORAGE: the lab's limit is 128 MiB");
  }
  const apk = await call.stdin.exactly(bytes);
  if (apk === undefined) return installFailure("INSTALL_FAILED_INVALID_APK: the stream ended early");
  return installApk(call.phone, apk);
};

function installApk(phone: Phone, apk: Uint8Array): CommandResult {
  const appId = apkPackageName(apk);
  if (appId === undefined) return installFailure("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk");
  const before = phone.app(appId);
  phone.install(before?.isSystem === true ? before : userApp(appId, before?.page));
  phone.record({ kind: "install", appId, bytes: apk.length });
  return printed("Success\n");
}

function installFailure(reason: string): CommandResult {
  return { stdout: `Failure [${reason}]\n`, stderr: "", exitCode: 1 };
}

const uninstall: Command = ({ phone, args }) => {
  const app = phone.app(lastOf(args));
  if (app === undefined || app.isSystem) return { ...printed("Failure [DELETE_FAILED_INTERNAL_ERROR]\n"), exitCode: 1 };
  phone.uninstall(app.appId);
  phone.record({ kind: "uninstall", appId: app.appId });
  return printed("Success\n");
};

const clear: Command = ({ phone, args }) => {
  const app = phone.app(lastOf(args));
  if (app === undefined) return { ...printed("Failed\n"), exitCode: 1 };
  phone.stop(app.appId);
  clearData(phone, app);
  phone.record({ kind: "clear_data", appId: app.appId });
  return printed("Success\n");
};

function clearData(phone: Phone, app: LabApp): void {
  if (app.page?.app === "notes") phone.act({ kind: "clear_notes" });
}

function lastOf(args: readonly string[]): string {
  return args.at(-1) ?? "";
}

const packageService = dispatch(
  new Map([
    ["list", list],
    ["path", path],
    ["resolve-activity", resolveActivity],
    ["install", install],
    ["uninstall", uninstall],
    ["clear", clear],
    ["grant", (): CommandResult => printed("")],
    ["revoke", (): CommandResult => printed("")],
  ]),
  (name) => failed(`Unknown command: ${name}\n`, 255),
);

/** `cmd package …`, while the package service is registered. */
export function runPackageCommand(call: CommandCall): CommandResult | Promise<CommandResult> {
  if (!hasPackageService(call.phone)) return failed("cmd: Can't find service: package\n", NO_SERVICE_EXIT_CODE);
  return packageService(call);
}

/** Whether the package service is up: not while the phone boots. */
export function hasPackageService(phone: Phone): boolean {
  return phone.faults.find("no_package_manager") === undefined && phone.faults.find("booting") === undefined;
}

/** The package manager. */
export const PACKAGE_COMMANDS: CommandTable = new Map([["pm", runPackageCommand]]);
