import { DEVICE_FEATURES } from "../adb/banner.js";
import type { AttachedPhone } from "../roster.js";
import { longList, shortList } from "./deviceList.js";
import type { RequestTarget } from "./request.js";
import { selectPhone } from "./selectPhone.js";
import { fail, OKAY, withLength } from "./wire.js";

/** Version that clients of adb 1.0.41 expect; with another one they would end this server and start their own. */
const SERVER_VERSION = 41;

/** What the server says of itself. It refuses to be ended by a client: whoever started the lab ends it. */
export function serverAnswer(name: string, attached: readonly AttachedPhone[]): Buffer {
  switch (name) {
    case "version":
      return okay(SERVER_VERSION.toString(16).padStart(4, "0"));
    case "host-features":
      return okay(DEVICE_FEATURES.join(","));
    case "devices":
      return okay(shortList(attached));
    case "devices-l":
      return okay(longList(attached));
    case "list-forward":
      return okay("");
    default:
      return fail(`the lab's adb server does not do ${name}`);
  }
}

/** What the server knows of one device. */
export function queryAnswer(
  query: { readonly target: RequestTarget | undefined; readonly name: string },
  attached: readonly AttachedPhone[],
  selected: AttachedPhone | undefined,
): Buffer {
  const selection =
    query.target === undefined && selected !== undefined
      ? ({ kind: "selected", entry: selected } as const)
      : selectPhone(attached, query.target ?? { by: "any" });
  if (selection.kind === "failed") return fail(selection.reason);
  const { phone, adbState, transportId } = selection.entry;
  const { id, kind } = phone.profile();
  switch (query.name) {
    case "features":
      return okay(DEVICE_FEATURES.join(","));
    case "get-state":
      return okay(adbState);
    case "get-serialno":
      return okay(id);
    case "get-devpath":
      return okay(kind === "hardware" ? `usb:1-${transportId}` : "unknown");
    default:
      return fail("unknown host service");
  }
}

function okay(text: string): Buffer {
  return Buffer.concat([OKAY, withLength(text)]);
}
