import { assertNever } from "../core/assertNever.js";
import { quoteText } from "../core/quoteText.js";
import type { DeviceState, NotReadyReason } from "../devices/device.js";

/** What a device's state means and what helps, in words of ours. */
export interface StateAdvice {
  /** Completes "… cannot be used now: …". May quote capped device text. */
  readonly meaning: string;
  /** What to do about it: whole sentences. Never holds device text. */
  readonly remedy: string;
  /** Whether waiting for it to be ready can be of use. `false`: it must first be started, restarted or exchanged. */
  readonly isWorthWaiting: boolean;
}

const READY: StateAdvice = { meaning: "it is ready", remedy: "Nothing needs to be done.", isWorthWaiting: true };

const NOT_READY: Readonly<Record<NotReadyReason, StateAdvice>> = {
  booting: {
    meaning: "it is still starting",
    remedy: "It needs nothing but time.",
    isWorthWaiting: true,
  },
  offline: {
    meaning: "it is listed, but it does not answer",
    remedy:
      "Reconnect its cable or its wireless debugging, or run `adb reconnect offline`; another adb server on this machine may be holding it.",
    isWorthWaiting: true,
  },
  unauthorized: {
    meaning: "it has not allowed this computer to debug it",
    remedy:
      'Unlock the phone and accept the prompt "Allow USB debugging?" on it; if there is no prompt, unplug it and plug it in again.',
    isWorthWaiting: true,
  },
  authorizing: {
    meaning: "it is still checking whether this computer may debug it",
    remedy: "It needs a moment; if a prompt shows on the phone, accept it.",
    isWorthWaiting: true,
  },
  connecting: {
    meaning: "the connection to it is still being made",
    remedy: "It needs a moment; if it stays so, reconnect it.",
    isWorthWaiting: true,
  },
  recovery: {
    meaning: "it is in recovery mode",
    remedy: "Restart it into its system from the recovery menu.",
    isWorthWaiting: false,
  },
  rescue: {
    meaning: "it is in rescue mode",
    remedy: "Restart it into its system from the menu that it shows.",
    isWorthWaiting: false,
  },
  sideload: {
    meaning: "it waits for a system update to be sideloaded",
    remedy: "Finish or cancel the update, then restart it into its system.",
    isWorthWaiting: false,
  },
  bootloader: {
    meaning: "it is in its bootloader",
    remedy: "Restart it into its system from the bootloader menu.",
    isWorthWaiting: false,
  },
  host: {
    meaning: "it takes the part of a computer, not of a device",
    remedy: "Name another device.",
    isWorthWaiting: false,
  },
  no_permissions: {
    meaning: "this user may not open its USB port",
    remedy: "Give the user access to it (on Linux: udev rules for Android devices), then plug it in again.",
    isWorthWaiting: false,
  },
  detached: {
    meaning: "it was detached from adb on purpose",
    remedy: "Give it back to adb with `adb attach`.",
    isWorthWaiting: false,
  },
  shutdown: {
    meaning: "it is shut down",
    remedy: "Start it.",
    isWorthWaiting: false,
  },
  unreachable: {
    meaning: "it is paired with this computer, but switched off or out of reach",
    remedy: "Switch it on, unlock it and connect it.",
    isWorthWaiting: false,
  },
  unresponsive: {
    meaning: "it did not answer in time",
    remedy: "Look at its screen; if it hangs, reconnect or restart it.",
    isWorthWaiting: true,
  },
  unsupported: {
    meaning: "its system version cannot be driven",
    remedy: "Name a device with a newer system.",
    isWorthWaiting: false,
  },
  unpaired: {
    meaning: "it does not trust this computer yet",
    remedy: 'Connect it by cable, unlock it and answer its prompt "Trust This Computer?" with Trust.',
    isWorthWaiting: true,
  },
  developer_mode_off: {
    meaning: "its developer mode is switched off",
    remedy: "Switch it on in the phone's settings, Privacy & Security, Developer Mode; the phone restarts.",
    isWorthWaiting: true,
  },
  runtime_missing: {
    meaning: "the system that it runs is not installed on this computer",
    remedy: "Install its runtime in Xcode's settings, or name another simulator.",
    isWorthWaiting: false,
  },
};

/** What to say about a device in this state. */
export function adviseOnState(state: DeviceState): StateAdvice {
  switch (state.is) {
    case "ready":
      return READY;
    case "not_ready": {
      const advice = NOT_READY[state.reason];
      return state.detail === undefined
        ? advice
        : { ...advice, meaning: `${advice.meaning} (${quoteText(state.detail)})` };
    }
    case "unknown":
      return {
        meaning: `it is in a state that is not known here, "${quoteText(state.text)}"`,
        remedy: "Look at its screen and reconnect it.",
        isWorthWaiting: true,
      };
    default:
      return assertNever(state);
  }
}

/** The state as one word for the wire: `ready`, a reason, or `unknown:` and the capped word of its source. */
export function toStateWord(state: DeviceState): string {
  switch (state.is) {
    case "ready":
      return "ready";
    case "not_ready":
      return state.reason;
    case "unknown":
      return `unknown:${quoteText(state.text)}`;
    default:
      return assertNever(state);
  }
}
