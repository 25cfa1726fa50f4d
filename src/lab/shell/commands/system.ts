import { pause } from "../../pause.js";
import type { LogLine, Phone } from "../../phone/phone.js";
import { type Command, type CommandTable, failed, lines, printed } from "../command.js";
import { pidOf } from "./activity.js";

const getprop: Command = ({ phone, args }) => {
  const [name, fallback = ""] = args;
  if (name !== undefined) return printed(`${phone.property(name) ?? fallback}\n`);
  const all = [...phone.properties()].sort(([a], [b]) => (a < b ? -1 : 1));
  return printed(lines(...all.map(([key, value]) => `[${key}]: [${value}]`)));
};

const setprop: Command = ({ phone, args }) => {
  const [name = "", value] = args;
  if (value === undefined) return failed("usage: setprop NAME VALUE\n");
  if (name.startsWith("ro."))
    return failed(`Failed to set property '${name}' to '${value}'.\nSee dmesg for error reason.\n`);
  phone.setProperty(name, value);
  return printed("");
};

const sleep: Command = async ({ phone, args, signal }) => {
  const seconds = Number(/^([\d.]+)s?$/.exec(args[0] ?? "")?.[1] ?? Number.NaN);
  if (!Number.isFinite(seconds)) return failed(`sleep: bad time '${args[0] ?? ""}'\n`);
  await pause(phone.timer, seconds * 1000, signal);
  return printed("");
};

const date: Command = ({ phone, args }) => {
  const now = new Date(phone.timer.now());
  switch (args[0]) {
    case "+%s":
      return printed(`${Math.floor(now.getTime() / 1000)}\n`);
    case "+%s%3N":
      return printed(`${now.getTime()}\n`);
    default:
      return printed(`${now.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, "$1 $3 $2 $5 UTC $4")}\n`);
  }
};

/** Least first. */
const PRIORITIES = "VDIWEF";

/** `logcat -d`: what happened on the phone, in the `threadtime` layout. It never follows: without `-d` it ends too. */
const logcat: Command = ({ phone, args }) => {
  if (args.includes("-c")) return printed("");
  const count = args[args.findIndex((arg) => arg === "-t" || arg === "-T") + 1];
  const pid = args.find((arg) => arg.startsWith("--pid="))?.slice("--pid=".length);
  const least = PRIORITIES.indexOf(args.find((arg) => /^\*:[VDIWEF]$/.test(arg))?.slice(-1) ?? "V");
  const shown = phone
    .logLines()
    .filter((line) => pid === undefined || String(pidOf(phone, line.appId)) === pid)
    .filter(({ level }) => PRIORITIES.indexOf(level) >= least);
  const last = args.includes("-t") && count !== undefined ? shown.slice(-Number(count)) : shown;
  return printed(lines("--------- beginning of main", ...last.map((line) => toLogcatLine(line, phone))));
};

function toLogcatLine(line: LogLine, phone: Phone): string {
  const stamp = new Date(line.atMs).toISOString().slice(5, 23).replace("T", " ");
  const pid = String(pidOf(phone, line.appId)).padStart(5);
  return `${stamp} ${pid} ${pid} ${line.level} ${line.tag}: ${line.text}`;
}

/** `reboot -p` switches the phone off; a lab phone does nothing else. */
const reboot: Command = ({ phone, args }) => {
  if (args[0] !== "-p") return failed("a lab phone does not reboot\n");
  phone.record({ kind: "power_off" });
  phone.powerOff();
  return printed("");
};

const SHELL_GROUPS = "groups=2000(shell),1004(input),1007(log),1015(sdcard_rw),3003(inet)";

/** The system itself. */
export const SYSTEM_COMMANDS: CommandTable = new Map<string, Command>([
  ["date", date],
  ["getprop", getprop],
  ["id", (): ReturnType<Command> => printed(`uid=2000(shell) gid=2000(shell) ${SHELL_GROUPS} context=u:r:shell:s0\n`)],
  ["logcat", logcat],
  ["reboot", reboot],
  ["setprop", setprop],
  ["sleep", sleep],
  ["whoami", (): ReturnType<Command> => printed("shell\n")],
]);
