/** One entry of the adb server's long device list, as it was printed. What it means is told by `adbState.ts`. */
export interface DeviceLine {
  /** The id that adb takes, blanks and all. */
  readonly serial: string;
  /** The state as adb wrote it: `device`, `offline`, `no permissions (…)`, or a word that nobody has seen before. */
  readonly stateText: string;
  /** Where a cable is plugged in, such as `usb:1-4`. Only USB transports have one. */
  readonly usbPath?: string;
  readonly product?: string;
  /** adb replaces everything but letters and digits in it by `_`. */
  readonly model?: string;
  readonly codename?: string;
  /** Unique for the life of one adb server. Absent where a server did not give it. */
  readonly transportId?: string;
}

/** Column at which the state starts when the serial is shorter: adb prints `%-22s %s`. */
const STATE_COLUMN = 23;

/** Longest first, so that `no device` is never read as a serial that ends in `no`. */
const STATES = [
  "no permissions",
  "no device",
  "unauthorized",
  "authorizing",
  "connecting",
  "bootloader",
  "recovery",
  "sideload",
  "detached",
  "offline",
  "unknown",
  "device",
  "rescue",
  "host",
] as const;

const STATE = String.raw`no permissions(?: \(.*?\))?(?:; see \[[^\]]*\])?|${STATES.slice(1).join("|")}`;
const STRICT_FIELDS = String.raw`(?: (?<usb>usb:\S+))?(?: product:(?<product>\S+))?(?: model:(?<model>\w+))?(?: device:(?<codename>\S+))?`;
const LOOSE_FIELDS = String.raw`(?: (?<usb>usb:\S+))?(?: product:(?<product>.+?))?(?: model:(?<model>\w+))?(?: device:(?<codename>.+?))?`;
const STRICT_TAIL = new RegExp(`^(?<state>${STATE})${STRICT_FIELDS}$`);
const LOOSE_TAIL = new RegExp(`^(?<state>${STATE})${LOOSE_FIELDS}$`);
const UNSEEN_TAIL = new RegExp(`^(?<state>.+?)${LOOSE_FIELDS}$`);
const TRANSPORT_ID = / transport_id:(?<id>\d+)$/;

/** Far above any real line; what is longer is cut, so that a broken server cannot make parsing slow. */
const LONGEST_LINE = 1000;

/**
 * Reads the adb server's device list, long (`host:devices-l`, `host:track-devices-l`) or short. Every line that is not
 * blank gives one entry, whatever it holds: a line that nobody has seen before hides no other. Never throws.
 *
 * Serials may hold blanks (mDNS names do), and so may states; the columns before the state tell them apart.
 */
export function parseDeviceLines(text: string): readonly DeviceLine[] {
  return text
    .split("\n")
    .map((line) => line.replace(/\r$/, "").slice(0, LONGEST_LINE))
    .filter((line) => line.trim() !== "")
    .map(parseDeviceLine);
}

/** Whether adb shows the serial of this line more than once, so that the serial alone names no device. */
export function isSerialShared(line: DeviceLine, lines: readonly DeviceLine[]): boolean {
  return lines.filter((other) => other.serial === line.serial).length > 1;
}

function parseDeviceLine(line: string): DeviceLine {
  const transportId = TRANSPORT_ID.exec(line)?.groups?.["id"];
  const rest = line.replace(TRANSPORT_ID, "");
  const split = splitAtTab(rest) ?? splitAtColumn(rest) ?? splitAtState(rest) ?? splitUnseen(rest);
  return { ...split, ...(transportId === undefined ? {} : { transportId }) };
}

/** The short list separates serial and state by a tab, which no serial holds. */
function splitAtTab(rest: string): DeviceLine | undefined {
  const tab = rest.indexOf("\t");
  if (tab < 1) return undefined;
  return toLine(rest.slice(0, tab), matchTail(rest.slice(tab + 1).trim()));
}

/** A serial shorter than its column is followed by padding, and the state stands exactly at its own column. */
function splitAtColumn(rest: string): DeviceLine | undefined {
  if (rest.slice(STATE_COLUMN - 2, STATE_COLUMN) !== "  ") return undefined;
  const tail = rest.slice(STATE_COLUMN);
  return toLine(rest.slice(0, STATE_COLUMN).trimEnd(), STRICT_TAIL.exec(tail) ?? LOOSE_TAIL.exec(tail));
}

/** A serial that fills its column is followed by one blank: the first place where a state and only known fields follow. */
function splitAtState(rest: string): DeviceLine | undefined {
  return splitBeforeTail(rest, STRICT_TAIL) ?? splitBeforeTail(rest, LOOSE_TAIL);
}

function splitBeforeTail(rest: string, pattern: RegExp): DeviceLine | undefined {
  for (let blank = rest.indexOf(" ", 1); blank !== -1; blank = rest.indexOf(" ", blank + 1)) {
    const line = toLine(rest.slice(0, blank).trimEnd(), pattern.exec(rest.slice(blank + 1)));
    if (line !== undefined) return line;
  }
  return undefined;
}

/** No state that is known: what follows the padding, or else the last word before the fields, is taken as it stands. */
function splitUnseen(rest: string): DeviceLine {
  const isPadded = rest.slice(STATE_COLUMN - 2, STATE_COLUMN) === "  " && rest.trimEnd().length > STATE_COLUMN;
  if (isPadded) return toUnseen(rest.slice(0, STATE_COLUMN).trimEnd(), rest.slice(STATE_COLUMN).trim());
  const firstField = / (?:usb|product|model|device):/.exec(rest)?.index ?? rest.length;
  const beforeFields = rest.slice(0, firstField).trim();
  const lastBlank = beforeFields.lastIndexOf(" ");
  if (lastBlank === -1) return { serial: beforeFields === "" ? rest.trim() : beforeFields, stateText: "" };
  return toUnseen(
    beforeFields.slice(0, lastBlank).trimEnd(),
    beforeFields.slice(lastBlank + 1) + rest.slice(firstField),
  );
}

function toUnseen(serial: string, tail: string): DeviceLine {
  return toLine(serial, matchTail(tail)) ?? { serial, stateText: tail };
}

function matchTail(tail: string): RegExpExecArray | null {
  return STRICT_TAIL.exec(tail) ?? LOOSE_TAIL.exec(tail) ?? UNSEEN_TAIL.exec(tail);
}

function toLine(serial: string, tail: RegExpExecArray | null): DeviceLine | undefined {
  const state = tail?.groups?.["state"];
  if (tail?.groups === undefined || state === undefined || serial === "") return undefined;
  const { usb, product, model, codename } = tail.groups;
  return {
    serial,
    stateText: state.trim(),
    ...(usb === undefined ? {} : { usbPath: usb }),
    ...(product === undefined ? {} : { product }),
    ...(model === undefined ? {} : { model }),
    ...(codename === undefined ? {} : { codename }),
  };
}
