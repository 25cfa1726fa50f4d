import type { LabApp } from "../../phone/apps.js";
import { APP_IDS } from "../../phone/apps.js";
import type { Phone } from "../../phone/phone.js";
import { type Command, type CommandResult, type CommandTable, dispatch, failed, lines, printed } from "../command.js";
import { toComponent } from "./packages.js";

const OPTIONS_WITH_VALUE: ReadonlySet<string> = new Set([
  "-a",
  "-c",
  "-d",
  "-f",
  "-n",
  "-p",
  "-t",
  "--ei",
  "--es",
  "--ez",
  "--user",
]);

/** `am start`: by component, by package, by url. Says "Starting" before it knows whether there is such a thing, as Android does. */
const start: Command = ({ phone, args }) => {
  const intent = parseIntent(args);
  if (intent.url !== undefined && intent.component === undefined) return openUrl(phone, intent.url);
  const appId = intent.component?.split("/")[0] ?? intent.appId ?? "";
  const app = phone.app(appId);
  const component = intent.component ?? appId;
  const starting = `Starting: Intent { act=android.intent.action.MAIN cmp=${component} }\n`;
  if (app === undefined || !isLaunchable(app, intent.component)) {
    return {
      stdout: starting,
      stderr: lines("Error type 3", `Error: Activity class {${component}} does not exist.`),
      exitCode: 1,
    };
  }
  launch(phone, app);
  return printed(starting);
};

interface Intent {
  readonly component: string | undefined;
  readonly appId: string | undefined;
  readonly url: string | undefined;
}

function parseIntent(args: readonly string[]): Intent {
  const values = new Map<string, string>();
  let bare: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (OPTIONS_WITH_VALUE.has(arg)) {
      values.set(arg, args[at + 1] ?? "");
      at += arg.startsWith("--e") ? 2 : 1;
    } else if (!arg.startsWith("-")) {
      bare = arg;
    }
  }
  const bareComponent = bare?.includes("/") === true && !bare.includes(":") ? bare : undefined;
  const bareUrl = bareComponent === undefined ? bare : undefined;
  return {
    component: values.get("-n") ?? bareComponent,
    appId: values.get("-p"),
    url: values.get("-d") ?? bareUrl,
  };
}

function isLaunchable(app: LabApp, component: string | undefined): boolean {
  if (app.activity === undefined || app.page === undefined) return false;
  const name = component?.split("/")[1];
  return name === undefined || name === app.activity || `${app.appId}${name}` === app.activity;
}

function openUrl(phone: Phone, url: string): CommandResult {
  const starting = `Starting: Intent { act=android.intent.action.VIEW dat=${url} }\n`;
  if (!/^https?:\/\//.test(url)) {
    return {
      stdout: starting,
      stderr: `Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=${url} flg=0x10000000 }\n`,
      exitCode: 1,
    };
  }
  phone.record({ kind: "open_url", url });
  phone.act({ kind: "open", page: { app: "browser", url } });
  return printed(starting);
}

function launch(phone: Phone, app: LabApp): void {
  phone.record({ kind: "launch", appId: app.appId });
  phone.launch(app);
}

/** Android says nothing, and no error, when there is no such app. */
const forceStop: Command = ({ phone, args }) => {
  const appId = args.at(-1) ?? "";
  if (phone.app(appId) !== undefined) phone.record({ kind: "terminate", appId });
  phone.stop(appId);
  return printed("");
};

/** `am …` and `cmd activity …`. */
export const runActivityCommand = dispatch(
  new Map([
    ["start", start],
    ["start-activity", start],
    ["force-stop", forceStop],
    ["kill", forceStop],
    ["get-current-user", (): CommandResult => printed("0\n")],
    ["get-config", (): CommandResult => printed("config: en-rUS-ldltr-sw360dp-w360dp-h748dp-port-xhdpi\n")],
  ]),
  (name) => failed(`Unknown command: ${name}\n`, 255),
);

/** `monkey -p <package> -c android.intent.category.LAUNCHER 1`: the usual way to start an app by its package alone. */
const monkey: Command = ({ phone, args }) => {
  const appId = args[args.indexOf("-p") + 1] ?? "";
  const echoed = args.map((arg) => `  bash arg: ${arg}\n`).join("");
  const app = args.includes("-p") ? phone.app(appId) : undefined;
  if (app?.activity === undefined) {
    return { stdout: `${echoed}** No activities found to run, monkey aborted.\n`, stderr: "", exitCode: 252 };
  }
  launch(phone, app);
  return printed(
    `${echoed}${lines("Events injected: 1", "## Network stats: elapsed time=21ms (0ms mobile, 0ms wifi, 21ms not connected)")}`,
  );
};

const pidof: Command = ({ phone, args }) => {
  const pids = args.filter((name) => phone.runningApps().includes(name)).map((name) => String(pidOf(phone, name)));
  return pids.length > 0 ? printed(`${pids.join(" ")}\n`) : failed("");
};

const FIRST_PID = 2000;

/** Process number of an app: its place among the installed ones, so that it never changes. */
export function pidOf(phone: Phone, appId: string | undefined): number {
  if (appId === undefined) return FIRST_PID - 1;
  return FIRST_PID + phone.apps().findIndex((app) => app.appId === appId);
}

/** `package/.Activity` of the window in front. */
export function frontComponent(phone: Phone): string {
  const view = phone.view();
  if (view.appId === APP_IDS.systemUi) return view.activity;
  return toComponent(view.appId, view.activity);
}

/** Apps that start and stop. */
export const ACTIVITY_COMMANDS: CommandTable = new Map([
  ["am", runActivityCommand],
  ["monkey", monkey],
  ["pidof", pidof],
]);
