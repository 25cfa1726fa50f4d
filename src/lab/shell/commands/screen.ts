import type { Phone } from "../../phone/phone.js";
import { toUiDump, toWindowsDump } from "../../screen/uiDump.js";
import { SCREEN } from "../../screen/view.js";
import { type Command, type CommandTable, dispatch, failed, lines, printed } from "../command.js";

const DEFAULT_DUMP_PATH = "/sdcard/window_dump.xml";

/** Prints "hierchary", as Android does, and exits with 0 whether or not there is a dump. */
const dump: Command = ({ phone, args }) => {
  if (phone.faults.find("no_idle_state") !== undefined) return failed("ERROR: could not get idle state.\n", 0);
  const path = args.find((arg) => !arg.startsWith("--")) ?? DEFAULT_DUMP_PATH;
  const { apiLevel } = phone.profile();
  const xml = args.includes("--windows") ? toWindowsDump(phone.view(), apiLevel) : toUiDump(phone.view(), apiLevel);
  const padded = padDump(xml, phone.faults.find("huge_dump")?.bytes ?? 0);
  const told = `UI hierchary dumped to: ${path}\n`;
  if (path === "/dev/tty") return printed(padded + told);
  return phone.files.put(path, { data: Buffer.from(padded) }) ? printed(told) : failed("Permission denied\n", 1);
};

/** A well-formed dump of at least so many bytes. */
function padDump(xml: string, bytes: number): string {
  const filler = `<node index="0" text="Filler" resource-id="" class="android.view.View" package="org.automobile.lab.home" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][10,10]" />`;
  const missing = Math.max(0, Math.ceil((bytes - xml.length) / filler.length));
  return xml.replace("</hierarchy>", () => `${filler.repeat(missing)}</hierarchy>`);
}

const uiautomator = dispatch(new Map([["dump", dump]]), (name) =>
  failed(`Usage: uiautomator dump\nunknown: ${name}\n`, 1),
);

/** `screencap -p [file]`; without `-p`, raw pixels, which the lab does not give. */
const screencap: Command = async ({ phone, args }) => {
  if (args.includes("-h")) return failed("usage: screencap [-hp] [-d display-id] [FILENAME]\n", 1);
  const path = args.filter((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-d").at(-1);
  if (!args.includes("-p") && path?.endsWith(".png") !== true) {
    return failed("screencap: lab phones give PNG only: screencap -p\n");
  }
  const picture = await takePicture(phone);
  if (path === undefined) return printed(picture);
  return phone.files.put(path, { data: picture }) ? printed("") : failed(`Error opening file: ${path}\n`);
};

async function takePicture(phone: Phone): Promise<Uint8Array> {
  if (phone.faults.find("empty_screenshot") !== undefined) return new Uint8Array();
  const png = await phone.picture();
  const warning = phone.faults.find("screenshot_warning");
  return warning === undefined ? png : Buffer.concat([Buffer.from(`${warning.line}\n`), png]);
}

/** `wm …` and `cmd window …`. */
export const runWindowCommand = dispatch(
  new Map<string, Command>([
    ["size", (): ReturnType<Command> => printed(`Physical size: ${SCREEN.widthPx}x${SCREEN.heightPx}\n`)],
    ["density", (): ReturnType<Command> => printed(`Physical density: ${SCREEN.densityDpi}\n`)],
  ]),
  (name) => failed(lines(`Unknown command: ${name}`), 255),
);

/** What the screen shows. */
export const SCREEN_COMMANDS: CommandTable = new Map([
  ["screencap", screencap],
  ["uiautomator", uiautomator],
  ["wm", runWindowCommand],
]);
