import type { Log } from "../core/log.js";
import type { Cancel, Timer } from "../core/timer.js";

/**
 * What reached a phone and changed it, oldest first: what a test or the demo shows as proof of what ran where. Looking (a
 * UI dump, a screenshot, a property) is no input.
 */
export type LabInput =
  /** `hit` is the text or label of what was under the finger, if anything was. */
  | { readonly kind: "tap"; readonly x: number; readonly y: number; readonly hit: string | undefined }
  /** A long press is a swipe that ends where it began. */
  | {
      readonly kind: "swipe";
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly durationMs: number;
    }
  /** The text as its reader sees it: `%s` has become a blank. */
  | { readonly kind: "text"; readonly text: string }
  /** The full name, such as `KEYCODE_HOME`, however it was sent. */
  | { readonly kind: "key"; readonly keycode: string }
  | { readonly kind: "launch"; readonly appId: string }
  | { readonly kind: "terminate"; readonly appId: string }
  | { readonly kind: "open_url"; readonly url: string }
  | { readonly kind: "push"; readonly path: string; readonly bytes: number }
  | { readonly kind: "install"; readonly appId: string; readonly bytes: number }
  | { readonly kind: "uninstall"; readonly appId: string }
  | { readonly kind: "clear_data"; readonly appId: string }
  | { readonly kind: "change_setting"; readonly name: string; readonly value: string }
  /** Powered off: gone from every adb server until it is attached again. */
  | { readonly kind: "power_off" };

/** How a phone stands with an adb server: `device`, `offline`, `unauthorized`, or any word that adb has or has not yet. */
export type LabAdbState = string;

/**
 * One thing that goes wrong on a phone, from its ordering until it is ended. `service` is tested against the whole adb
 * service name, such as `shell,v2,raw:input tap 10 20` or `sync:`.
 */
export type LabFault =
  /** Waits before the service begins. */
  | { readonly kind: "slow"; readonly service: RegExp; readonly ms: number }
  /** Accepts the service, does not run it and never answers. */
  | { readonly kind: "hang"; readonly service: RegExp }
  /** Breaks the whole connection, as a pulled cable does: before the command has run, or after it and before its answer. */
  | { readonly kind: "sever"; readonly service: RegExp; readonly ran: boolean }
  /** Answers in place of the command, which does not run. */
  | {
      readonly kind: "answer";
      readonly service: RegExp;
      readonly stdout: string | Uint8Array;
      readonly stderr: string;
      readonly exitCode: number;
    }
  /** `sys.boot_completed` stays empty. */
  | { readonly kind: "booting" }
  /** The package service is not registered. */
  | { readonly kind: "no_package_manager" }
  /** `screencap` gives no bytes and exit code 0, as it does on a secure screen. */
  | { readonly kind: "empty_screenshot" }
  /** `screencap` prints a line before the picture. */
  | { readonly kind: "screenshot_warning"; readonly line: string }
  /** `uiautomator dump` prints its idle error and exits with 0. */
  | { readonly kind: "no_idle_state" }
  /** `uiautomator dump` gives a well-formed tree of at least so many bytes. */
  | { readonly kind: "huge_dump"; readonly bytes: number }
  /** Another phone answers under the same id. */
  | { readonly kind: "other_identity"; readonly serial: string; readonly bootId: string };

/** What a phone is to be; what is left out comes from a table of plausible models, different for each phone. */
export interface LabPhoneProfile {
  /** `ro.serialno`. Need not be unique: that is a fault worth having. */
  readonly serial?: string;
  /** Id on the in-process adb server; for hardware the serial, for an emulator `emulator-5554`, `emulator-5556` and so on. */
  readonly id?: string;
  readonly kind?: "hardware" | "emulator";
  readonly manufacturer?: string;
  readonly model?: string;
  /** Such as `15`; 13, 14 and 15 are the versions that the lab knows. */
  readonly osVersion?: string;
  /** For an emulator, the name of its virtual device. */
  readonly avdName?: string;
  /** TCP port on 127.0.0.1; by default any free one. */
  readonly port?: number;
  readonly adbState?: LabAdbState;
}

/** One virtual phone. */
export interface LabPhone {
  /** `ro.serialno`. */
  readonly serial: string;
  /** Its id on the in-process adb server: the serial, for an emulator `emulator-5554` and so on. */
  readonly id: string;
  readonly kind: "hardware" | "emulator";
  readonly manufacturer: string;
  readonly model: string;
  readonly osVersion: string;
  /** Where it speaks the adb device protocol: `adb connect 127.0.0.1:port`. */
  readonly port: number;
  /** Every input that reached it so far. */
  received(): readonly LabInput[];
  /** The last 1000 adb services that were opened on it, oldest first; reading ones are there too. */
  services(): readonly string[];
  /** Orders something to go wrong, until the returned function is called. Later orders win over earlier ones. */
  order(fault: LabFault): Cancel;
  /** Changes how it stands with every adb server; running commands break off. */
  setAdbState(state: LabAdbState): void;
  /** Switches the display on or off, as the power button does. */
  setAwake(isAwake: boolean): void;
  /** Pulls the cable: gone from every adb server, its port refuses. Does nothing when it is already away. */
  detach(): Promise<void>;
  /** Comes back on the same port, under a new transport id. Does nothing when it is there. */
  attach(): Promise<void>;
}

/** An adb server inside this process, over the lab's phones. Speaks the smart socket protocol; cannot be killed by a client. */
export interface LabAdbServer {
  readonly host: "127.0.0.1";
  readonly port: number;
  /** Ends it and every connection to it. */
  close(): Promise<void>;
}

/** What `startLab` takes. */
export interface LabOptions {
  /** How many phones, or what each is to be. */
  readonly phones: number | readonly LabPhoneProfile[];
  readonly timer: Timer;
  /** Added before every service of every phone. Default 0. */
  readonly latencyMs?: number;
  /** Where bugs and broken connections are told. Default: nowhere. */
  readonly log?: Log;
}

/** Virtual phones and adb servers over them. */
export interface Lab {
  /** Phones in the order in which they were added, those away included. */
  readonly phones: readonly LabPhone[];
  addPhone(profile?: LabPhoneProfile): Promise<LabPhone>;
  /** @throws Error when the port is taken. */
  startAdbServer(options?: { readonly port?: number }): Promise<LabAdbServer>;
  /** Ends every phone, server and connection. */
  close(): Promise<void>;
}
