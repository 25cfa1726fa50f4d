import { quoteText } from "../../core/quoteText.js";
import { Refusal, type RefusalDetail } from "../../core/refusal.js";

/** One of Xcode's programs does not answer as it should. `cause` is what happened, `remedy` the next step of a person. */
export function xcodeUnusable(tool: string, { cause, remedy }: { cause: string; remedy?: string }): RefusalDetail {
  const quoted = quoteText(cause).replace(/\.+$/, "");
  return {
    code: "xcode_unusable",
    message: `\`xcrun ${tool}\` cannot be used: ${quoted}.`,
    hint:
      remedy ??
      `Run \`xcrun ${tool} help\` in a terminal of this machine and answer what it asks, check that \`xcode-select -p\` names the Xcode that you mean, then call again.`,
    data: { tool, cause: quoted },
  };
}

/** What is asked for cannot be done on this device. `why` is a whole sentence, `hint` the next call. */
export function unsupported(deviceId: string, { why, hint }: { why: string; hint: string }): Refusal {
  return new Refusal({
    code: "unsupported_on_device",
    message: `${why} Nothing was done on "${quoteText(deviceId)}".`,
    hint,
    data: { deviceId, platform: "ios" },
  });
}
