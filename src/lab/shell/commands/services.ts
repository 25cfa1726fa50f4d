import {
  type Command,
  type CommandCall,
  type CommandResult,
  type CommandTable,
  dispatch,
  failed,
  lines,
  printed,
} from "../command.js";
import { runActivityCommand } from "./activity.js";
import { INPUT_COMMANDS } from "./input.js";
import { hasPackageService, runPackageCommand } from "./packages.js";
import { runWindowCommand } from "./screen.js";

const NO_SERVICE_EXIT_CODE = 20;

const KNOWN_SERVICES = ["activity", "battery", "display", "input", "input_method", "power", "settings", "window"];

/** `service check <name>` and `service list`. */
const service: Command = ({ phone, args }) => {
  const [verb, name = ""] = args;
  const known = hasPackageService(phone) ? [...KNOWN_SERVICES, "package"].sort() : KNOWN_SERVICES;
  if (verb === "check") return printed(`Service ${name}: ${known.includes(name) ? "found" : "not found"}\n`);
  if (verb === "list") {
    const rows = known.map((each, index) => `${index}\t${each}: []`);
    return printed(lines(`Found ${known.length} services:`, ...rows));
  }
  return failed("Usage: service [-h|-?]\n", 10);
};

const settings: Command = ({ phone, args }) => {
  const [verb, namespace = "", name = "", value] = args;
  const key = `${namespace}/${name}`;
  switch (verb) {
    case "get":
      return printed(`${phone.settings.get(key) ?? "null"}\n`);
    case "put":
      if (value === undefined) return failed("Bad arguments\n", 255);
      phone.settings.set(key, value);
      phone.record({ kind: "change_setting", name: key, value });
      return printed("");
    case "delete":
      return printed(`Deleted ${phone.settings.delete(key) ? "1" : "0"} rows\n`);
    case "list": {
      const own = [...phone.settings].filter(([each]) => each.startsWith(`${namespace}/`));
      return printed(lines(...own.map(([each, set]) => `${each.slice(namespace.length + 1)}=${set}`)));
    }
    default:
      return failed(`Unknown command: ${verb ?? ""}\n`, 255);
  }
};

const IME = "com.android.inputmethod.latin/.LatinIME";

const ime: Command = ({ args }) => {
  switch (args[0]) {
    case "list":
      return printed(args.includes("-s") ? `${IME}\n` : lines(`${IME}:`, `  mId=${IME} mSettingsActivityName=null`));
    case "set":
    case "enable":
      return args[1] === IME
        ? printed(`Input method ${IME} selected for user #0\n`)
        : failed(`Unknown input method ${args[1] ?? ""} cannot be selected for user #0\n`, 0);
    default:
      return failed(`Unknown command: ${args[0] ?? ""}\n`, 255);
  }
};

/** Content providers hold nothing on a lab phone. */
const content: Command = ({ args }) =>
  args[0] === "query" ? printed("No result found.\n") : failed("[ERROR] Unsupported operation\n", 0);

/** `cmd <service> …`: the same services that have commands of their own. */
const cmd = dispatch(
  new Map<string, Command>([
    ["activity", runActivityCommand],
    ["input", (call: CommandCall): CommandResult | Promise<CommandResult> => runInput(call)],
    ["input_method", ime],
    ["package", runPackageCommand],
    ["settings", settings],
    ["window", runWindowCommand],
  ]),
  (name) => failed(`cmd: Can't find service: ${name}\n`, NO_SERVICE_EXIT_CODE),
);

function runInput(call: CommandCall): CommandResult | Promise<CommandResult> {
  return INPUT_COMMANDS.get("input")?.(call) ?? failed("");
}

/** System services by name. */
export const SERVICE_COMMANDS: CommandTable = new Map([
  ["cmd", cmd],
  ["content", content],
  ["ime", ime],
  ["service", service],
  ["settings", settings],
]);
