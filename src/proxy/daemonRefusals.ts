import type { Effect, RefusalOf } from "../core/refusal.js";
import { quoteText } from "../core/quoteText.js";

/** The refusal of a call that got no answer from the daemon. */
export function daemonUnreachable(
  tool: string,
  { cause, effect }: { readonly cause: string; readonly effect: Effect },
): RefusalOf<"daemon_unreachable"> {
  const name = quoteText(tool);
  const data = { cause: quoteText(cause), effect };
  return effect === "did_not_run"
    ? {
        code: "daemon_unreachable",
        message: `${name} did not run: the daemon could not be reached (${data.cause}).`,
        hint: "Repeat the call; if it fails again, have the user run: automobile doctor",
        data,
      }
    : {
        code: "daemon_unreachable",
        message: `The daemon went away during ${name} (${data.cause}). Whether it had its effect is not known; it is not repeated.`,
        hint: "Look at the device with observe first, and repeat the call only if it had no effect.",
        data,
      };
}

/** The refusal of every call while a daemon runs on other settings than this proxy counts on. */
export function daemonSettingsDiffer(
  tool: string,
  differences: readonly string[],
): RefusalOf<"daemon_settings_differ"> {
  const shown = differences.map((difference) => quoteText(difference));
  return {
    code: "daemon_settings_differ",
    message: `${quoteText(tool)} did not run: the running daemon has other settings than this proxy (${shown.join("; ")}).`,
    hint: "Have the user start this proxy with the daemon's settings, or with an AUTOMOBILE_STATE_DIR of its own, or run: automobile daemon stop",
    data: { differences: shown },
  };
}
