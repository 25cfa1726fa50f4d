import type { Cancel, Timer } from "../../core/timer.js";
import type { LabFault, LabInput } from "../lab.js";
import { createCamera } from "../screen/camera.js";
import { viewOf } from "../screen/viewOf.js";
import { applyAction, FIRST_UI_STATE, frontPage, type UiAction, type UiState } from "../screen/uiState.js";
import type { View } from "../screen/view.js";
import { APP_IDS, appOfPage, FIRST_APPS, type LabApp } from "./apps.js";
import { createFaultBook, type FaultBook } from "./faultBook.js";
import { createFileStore, type FileStore } from "./fileStore.js";
import type { PhoneProfile } from "./profile.js";
import { firstProperties } from "./properties.js";

/** How many opened services and log lines a phone remembers. */
const MEMORY_LIMIT = 1000;
const SERVICE_TEXT_LIMIT = 4096;

/** A virtual phone from the inside: what services and shell commands read and change. Knows nothing of connections. */
export interface Phone {
  /** Who it says it is; another one while `other_identity` is ordered. */
  profile(): PhoneProfile;
  readonly timer: Timer;
  readonly faults: FaultBook;
  readonly files: FileStore;
  /** Settings by `namespace/name`. */
  readonly settings: Map<string, string>;
  property(name: string): string | undefined;
  properties(): ReadonlyMap<string, string>;
  setProperty(name: string, value: string): void;
  ui(): UiState;
  view(): View;
  /** A PNG of the screen. */
  picture(): Promise<Uint8Array>;
  act(action: UiAction): void;
  app(appId: string): LabApp | undefined;
  /** Sorted by app id. */
  apps(): readonly LabApp[];
  install(app: LabApp): void;
  uninstall(appId: string): void;
  /** Brings an app to the front. `false` when it has nothing to show. */
  launch(app: LabApp): boolean;
  /** Takes an app off the screen and out of memory. */
  stop(appId: string): void;
  runningApps(): readonly string[];
  record(input: LabInput): void;
  received(): readonly LabInput[];
  noteService(service: string): void;
  services(): readonly string[];
  /** What `logcat` prints, oldest first. */
  logLines(): readonly LogLine[];
  order(fault: LabFault): Cancel;
  /** Tells the cable that the phone goes away, once the command that does it has been noted. */
  powerOff(): void;
  onPowerOff(listener: () => void): void;
}

/** One line of the phone's log. */
export interface LogLine {
  readonly atMs: number;
  readonly level: "I" | "W" | "E";
  readonly tag: string;
  readonly appId: string | undefined;
  readonly text: string;
}

/** Makes a phone that has just booted. Nothing heavy is loaded until a picture is taken. */
export function createPhone(firstProfile: PhoneProfile, timer: Timer): Phone {
  const faults = createFaultBook();
  const changedProperties = new Map<string, string>();
  const installed = new Map(FIRST_APPS.map((app) => [app.appId, app]));
  const running = new Set<string>([APP_IDS.systemUi, APP_IDS.launcher]);
  const inputs: LabInput[] = [];
  const openedServices: string[] = [];
  const lines: LogLine[] = [];
  const powerOffListeners: (() => void)[] = [];
  const takePicture = createCamera();
  let ui = FIRST_UI_STATE;

  const log = (tag: string, text: string, appId?: string): void => {
    lines.push({ atMs: timer.now(), level: "I", tag, appId, text });
    if (lines.length > MEMORY_LIMIT) lines.shift();
  };
  const profile = (): PhoneProfile => {
    const other = faults.find("other_identity");
    return other === undefined ? firstProfile : { ...firstProfile, serial: other.serial, bootId: other.bootId };
  };
  const properties = (): ReadonlyMap<string, string> => {
    const all = new Map([...firstProperties(profile()), ...changedProperties]);
    if (faults.find("booting") !== undefined) {
      all.delete("sys.boot_completed");
      all.delete("dev.bootcomplete");
      all.set("init.svc.bootanim", "running");
    }
    return all;
  };
  const stop = (appId: string): void => {
    running.delete(appId);
    ui = applyAction(ui, { kind: "leave", isOfApp: (page) => appOfPage(page) === appId && appId !== APP_IDS.launcher });
  };
  log("BootReceiver", "Boot completed");

  return {
    profile,
    timer,
    faults,
    files: createFileStore(() => timer.now()),
    settings: new Map([
      ["global/airplane_mode_on", "0"],
      ["system/screen_brightness", "102"],
      ["global/device_name", firstProfile.name],
      ["secure/default_input_method", "com.android.inputmethod.latin/.LatinIME"],
    ]),
    property: (name) => properties().get(name),
    properties,
    setProperty(name, value) {
      changedProperties.set(name, value);
    },
    ui: () => ui,
    view: () => viewOf({ state: ui, profile: profile() }),
    picture: () => takePicture({ state: ui, profile: profile() }),
    act(action) {
      ui = applyAction(ui, action);
      running.add(appOfPage(frontPage(ui)));
    },
    app: (appId) => installed.get(appId),
    apps: () => [...installed.values()].sort((a, b) => (a.appId < b.appId ? -1 : 1)),
    install(app) {
      installed.set(app.appId, app);
    },
    uninstall(appId) {
      stop(appId);
      installed.delete(appId);
    },
    launch(app) {
      const page = app.page;
      if (page === undefined) return false;
      running.add(app.appId);
      if (appOfPage(frontPage(ui)) !== app.appId) {
        ui = applyAction(ui, page.app === "home" ? { kind: "home" } : { kind: "open", page });
      }
      return true;
    },
    stop,
    runningApps: () => [...running],
    record(input) {
      inputs.push(input);
      log("LabInput", JSON.stringify(input), appOfPage(frontPage(ui)));
    },
    received: () => [...inputs],
    noteService(service) {
      openedServices.push(service.slice(0, SERVICE_TEXT_LIMIT));
      if (openedServices.length > MEMORY_LIMIT) openedServices.shift();
    },
    services: () => [...openedServices],
    logLines: () => [...lines],
    order: (fault) => faults.order(fault),
    powerOff() {
      for (const listener of powerOffListeners) listener();
    },
    onPowerOff(listener) {
      powerOffListeners.push(listener);
    },
  };
}
