import type { Phone } from "../../phone/phone.js";
import { SCREEN } from "../../screen/view.js";
import { type Command, type CommandTable, failed, lines, printed } from "../command.js";
import { frontComponent } from "./activity.js";

const dumpsys: Command = ({ phone, args }) => {
  const [name = "", ...rest] = args.filter((arg) => arg !== "-t" && !/^\d+$/.test(arg));
  if (name === "-l") return printed(lines("Currently running services:", ...SERVICE_NAMES.map((each) => `  ${each}`)));
  const dump = DUMPS.get(name);
  return dump === undefined ? failed(`Can't find service: ${name}\n`, 0) : printed(dump(phone, rest));
};

type Dump = (phone: Phone, args: readonly string[]) => string;

const window: Dump = (phone) => {
  const size = `${SCREEN.widthPx}x${SCREEN.heightPx}`;
  const token = windowToken(phone);
  return lines(
    "WINDOW MANAGER LAST ANR (dumpsys window lastanr)",
    "  <no ANR has occurred since boot>",
    "",
    "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
    "  Display: mDisplayId=0 (organized)",
    `    init=${size} ${SCREEN.densityDpi}dpi cur=${size} app=${size} rng=${SCREEN.widthPx}x664-1544x1544`,
    `  mCurrentFocus=Window{${token} u0 ${fullComponent(phone)}}`,
    `  mFocusedApp=ActivityRecord{${token} u0 ${frontComponent(phone)} t12}`,
    `  mAwake=${phone.ui().isAwake}`,
    "  mCurrentRotation=ROTATION_0",
  );
};

const activity: Dump = (phone) => {
  const record = `ActivityRecord{${windowToken(phone)} u0 ${frontComponent(phone)} t12}`;
  return lines(
    "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
    "Display #0 (activities from top to bottom):",
    "  * Task{5c1d9e #12 type=standard U=0 visible=true mode=fullscreen translucent=false sz=1}",
    `    mResumedActivity: ${record}`,
    `    topResumedActivity=${record}`,
    `  ResumedActivity: ${record}`,
    "",
    `  topDisplayFocusedRootTask=Task{5c1d9e #12 type=standard}`,
  );
};

const power: Dump = (phone) => {
  const { isAwake } = phone.ui();
  return lines(
    "POWER MANAGER (dumpsys power)",
    "",
    "Power Manager State:",
    `  mWakefulness=${isAwake ? "Awake" : "Asleep"}`,
    "  mWakefulnessChanging=false",
    "  mIsPowered=true",
    "  mBatteryLevel=85",
    `  mHoldingWakeLockSuspendBlocker=false`,
    `  mHoldingDisplaySuspendBlocker=${isAwake}`,
    `Display Power: state=${isAwake ? "ON" : "OFF"}`,
  );
};

const battery: Dump = () =>
  lines(
    "Current Battery Service state:",
    "  AC powered: false",
    "  USB powered: true",
    "  Wireless powered: false",
    "  Max charging current: 500000",
    "  status: 2",
    "  health: 2",
    "  present: true",
    "  level: 85",
    "  scale: 100",
    "  voltage: 4218",
    "  temperature: 271",
    "  technology: Li-ion",
  );

const inputMethod: Dump = (phone) => {
  const isShown = phone.ui().focus !== undefined;
  return lines(
    "Current Input Method Manager state:",
    "  mCurMethodId=com.android.inputmethod.latin/.LatinIME",
    `  mShowRequested=${isShown} mShowExplicitlyRequested=false mShowForced=false mInputShown=${isShown}`,
    `  mIsInputViewShown=${isShown}`,
  );
};

const display: Dump = (phone) =>
  lines(
    "DISPLAY MANAGER (dumpsys display)",
    `  mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real ${SCREEN.widthPx} x ${SCREEN.heightPx}, density ${SCREEN.densityDpi}}`,
    `  mScreenState=${phone.ui().isAwake ? "ON" : "OFF"}`,
  );

const packageDump: Dump = (phone, [appId = ""]) => {
  if (phone.app(appId) === undefined) return `Unable to find package: ${appId}\n`;
  return lines(
    "Packages:",
    `  Package [${appId}] (1a2b3c4):`,
    "    versionCode=1 minSdk=26 targetSdk=34",
    "    versionName=1.0",
  );
};

const DUMPS: ReadonlyMap<string, Dump> = new Map([
  ["activity", activity],
  ["battery", battery],
  ["display", display],
  ["input_method", inputMethod],
  ["package", packageDump],
  ["power", power],
  ["window", window],
]);

const SERVICE_NAMES = [...DUMPS.keys()];

/** Seven hex digits that change with the window, as Android's object hashes do. */
function windowToken(phone: Phone): string {
  const sum = [...fullComponent(phone)].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 0xfffffff, 7);
  return sum.toString(16).padStart(7, "0");
}

function fullComponent(phone: Phone): string {
  const { appId, activity: name } = phone.view();
  return phone.ui().isAwake ? `${appId}/${name}` : name;
}

/** What services say of themselves. */
export const DUMPSYS_COMMANDS: CommandTable = new Map([["dumpsys", dumpsys]]);
