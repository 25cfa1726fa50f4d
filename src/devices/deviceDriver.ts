import type { Platform } from "../core/refusal.js";

/** A point on the screen, in device pixels from the top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle on the screen, in device pixels; right and bottom are exclusive. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One node of the screen's UI tree, as its platform reports it, text not yet capped. */
export interface UiNode {
  readonly role: string;
  readonly text: string | undefined;
  readonly label: string | undefined;
  /** The platform's own id, for example `com.example:id/ok`. */
  readonly resourceId: string | undefined;
  readonly appId: string | undefined;
  readonly bounds: Bounds;
  readonly isClickable: boolean;
  readonly isEnabled: boolean;
  readonly isFocused: boolean;
  readonly isScrollable: boolean;
  readonly isChecked: boolean | undefined;
  readonly isPassword: boolean;
  readonly children: readonly UiNode[];
}

/** One UI dump: all windows the platform gave, and the app in front. */
export interface UiTree {
  readonly roots: readonly UiNode[];
  readonly foregroundApp: string | undefined;
  /** `false` when the display is off: the tree may be empty for that reason. `undefined` when not known. */
  readonly isScreenOn: boolean | undefined;
}

/** A PNG as the device gave it. */
export interface Screenshot {
  readonly png: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Text that came before the picture, such as a warning about several displays. */
  readonly strippedText: string | undefined;
  readonly isScreenOn: boolean | undefined;
}

/** What a device says about itself; `undefined` where it did not say. */
export interface DeviceFacts {
  readonly manufacturer: string | undefined;
  readonly model: string | undefined;
  readonly osVersion: string | undefined;
  readonly apiLevel: number | undefined;
  readonly screen: { readonly widthPx: number; readonly heightPx: number; readonly densityDpi: number | undefined };
  readonly isScreenOn: boolean | undefined;
  readonly batteryPercent: number | undefined;
}

/** One installed app. `isSystem`: it came with the device's image. */
export interface InstalledApp {
  readonly appId: string;
  readonly isSystem: boolean;
}

/** Every button that `pressButton` knows, as it stands on the wire. */
export const BUTTONS = ["home", "back", "recents", "enter", "delete", "volume_up", "volume_down", "power"] as const;
/** One of `BUTTONS`. */
export type Button = (typeof BUTTONS)[number];

/** How much a line of a device's log matters, least first. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
/** One of `LOG_LEVELS`. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Which lines of a device's log are wanted. */
export interface LogQuery {
  /** At most so many, the newest. */
  readonly lines: number;
  /** Only of this app. */
  readonly appId: string | undefined;
  /** The least that a line must matter. */
  readonly level: LogLevel;
}

/** One line of a device's log. */
export interface LogLine {
  /** As the device wrote it. */
  readonly time: string;
  readonly level: LogLevel;
  /** Who wrote it: a tag or a process, with the process number where the device gave one. */
  readonly process: string;
  readonly message: string;
}

/** Which apps are asked for: with those that came with the device, or only what was installed later. */
export type AppRange = "all" | "installed_by_user";

/** Every way in which `setOrientation` turns a screen. */
export const ORIENTATIONS = ["portrait", "landscape"] as const;
/** One of `ORIENTATIONS`. */
export type Orientation = (typeof ORIENTATIONS)[number];

/** How far a long piece of work has come. `total` is in the unit of `done`, and absent where it is not known. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  /** What is going on, for a person. */
  readonly message: string;
}

/** Told now and then; never after the work has ended. */
export type OnProgress = (progress: Progress) => void;

/**
 * What can be done with one device. Every method is one bounded exchange with that device and no other; it rejects with a
 * `Refusal` (`timed_out`, `device_lost`, `unsupported_on_device`, and what each method names) and never touches another
 * device. Aborting the signal stops the exchange at the next safe point.
 */
export interface DeviceDriver {
  /** The platform whose commands it sends. A caller that holds a device of the other one has met a bug and stops. */
  readonly platform: Platform;
  facts(signal: AbortSignal): Promise<DeviceFacts>;
  /** @throws Refusal `ui_dump_failed` when the device gave no tree; an empty tree is never invented. */
  uiTree(signal: AbortSignal): Promise<UiTree>;
  /** @throws Refusal `screenshot_blocked` when the device gave no picture. */
  screenshot(signal: AbortSignal): Promise<Screenshot>;
  /** Sorted by app id. */
  listApps(range: AppRange, signal: AbortSignal): Promise<readonly InstalledApp[]>;
  tap(point: Point, signal: AbortSignal): Promise<void>;
  longPress(point: Point, signal: AbortSignal): Promise<void>;
  swipe(
    stroke: { readonly from: Point; readonly to: Point; readonly durationMs: number },
    signal: AbortSignal,
  ): Promise<void>;
  /** Types into the focused field. @throws Refusal `text_unsupported` before the first key when it cannot type all of it. */
  inputText(text: string, signal: AbortSignal): Promise<void>;
  pressButton(button: Button, signal: AbortSignal): Promise<void>;
  /** @throws Refusal `app_not_installed`. */
  launchApp(appId: string, signal: AbortSignal): Promise<void>;
  /** Stops the app; no error when it was not running. @throws Refusal `app_not_installed`. */
  terminateApp(appId: string, signal: AbortSignal): Promise<void>;
  /** The newest lines, oldest first. @throws Refusal `app_not_installed`. */
  logs(query: LogQuery, signal: AbortSignal): Promise<readonly LogLine[]>;
  /** Opens the URL in the app that it belongs to. @throws Refusal `command_failed` when there is none. */
  openUrl(url: string, signal: AbortSignal): Promise<void>;
  /**
   * Installs the app at an absolute path of this machine, over an earlier version if there is one, whose data stays. Never
   * uninstalls. @throws Refusal `install_failed` with the device's reason.
   */
  installApp(path: string, signal: AbortSignal, onProgress: OnProgress): Promise<void>;
  /** Removes the app and its data. @throws Refusal `app_not_installed`. */
  uninstallApp(appId: string, signal: AbortSignal): Promise<void>;
  /** Puts the app back to how it was when it was installed. @throws Refusal `app_not_installed`. */
  clearAppData(appId: string, signal: AbortSignal): Promise<void>;
  /** Turns the screen and keeps it so. */
  setOrientation(orientation: Orientation, signal: AbortSignal): Promise<void>;
  /** Shuts an emulator or simulator down. @throws Refusal `unsupported_on_device` for hardware. */
  shutDown(signal: AbortSignal): Promise<void>;
}
