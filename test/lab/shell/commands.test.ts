import { describe, expect, it } from "vitest";
import { looseLabPhone, runOnPhone } from "../../support/labShell.js";
import { SHOP_APK } from "../../support/labApk.js";

describe("what a phone says of itself", () => {
  it.each([
    ["getprop ro.product.model", "Pixel 9\n"],
    ["getprop ro.build.version.release", "15\n"],
    ["getprop ro.build.version.sdk", "35\n"],
    ["getprop ro.serialno", "LABPHONE01\n"],
    ["getprop sys.boot_completed", "1\n"],
    ["getprop no.such.thing", "\n"],
    ["getprop no.such.thing fallback", "fallback\n"],
    ["wm size", "Physical size: 720x1600\n"],
    ["wm density", "Physical density: 320\n"],
    ["settings get global device_name", "Pixel 9\n"],
    ["settings get global nothing", "null\n"],
    ["settings put system a 'b c'; settings get system a", "b c\n"],
    ["service check package", "Service package: found\n"],
    ["service check nothing", "Service nothing: not found\n"],
    ["ime list -s", "com.android.inputmethod.latin/.LatinIME\n"],
    ["whoami", "shell\n"],
    ["date +%s", "1700000000\n"],
    ["date", "Tue Nov 14 22:13:20 UTC 2023\n"],
    ["dumpsys battery | grep level", "  level: 85\n"],
    ["dumpsys power | grep mWakefulness=", "  mWakefulness=Awake\n"],
    [
      "input keyevent POWER; dumpsys power | grep -E 'Wakefulness=|DisplaySuspend'",
      "  mWakefulness=Asleep\n  mHoldingDisplaySuspendBlocker=false\n",
    ],
    ["setprop debug.x 1; getprop debug.x", "1\n"],
    ["cat /proc/sys/kernel/random/boot_id", "aaf52243-aac0-48bd-a997-99ee0ad3eb0b\n"],
  ])("%s", async (script, stdout) => {
    expect(await runOnPhone(looseLabPhone(), script)).toEqual({ stdout, stderr: "", exitCode: 0 });
  });

  it("says that it is an emulator, and which", async () => {
    const emulator = looseLabPhone({ kind: "emulator", avdName: "Small_Phone" });
    const { stdout } = await runOnPhone(emulator, "getprop ro.kernel.qemu; getprop ro.boot.qemu.avd_name");
    expect(stdout).toBe("1\nSmall_Phone\n");
  });
});

describe("the app in front", () => {
  it.each([
    ["home", "true", "org.automobile.lab.home/org.automobile.lab.home.HomeActivity"],
    [
      "launched",
      "monkey -p com.android.settings -c android.intent.category.LAUNCHER 1",
      "com.android.settings/com.android.settings.Settings",
    ],
    ["asleep", "input keyevent 26", "NotificationShade"],
  ])("is named by the window manager: %s", async (_, before, component) => {
    const { stdout } = await runOnPhone(looseLabPhone(), `${before} >/dev/null; dumpsys window | grep mCurrentFocus`);
    expect(stdout).toMatch(new RegExp(`^  mCurrentFocus=Window\\{[0-9a-f]{7} u0 ${component}\\}\n$`));
  });

  it("is named by the activity manager, short", async () => {
    const { stdout } = await runOnPhone(looseLabPhone(), "dumpsys activity activities | grep topResumedActivity");
    expect(stdout).toMatch(
      /^ {4}topResumedActivity=ActivityRecord\{\w+ u0 org\.automobile\.lab\.home\/\.HomeActivity t12\}\n$/,
    );
  });
});

describe("starting and stopping apps", () => {
  it.each([
    [
      "am start -n com.android.settings/.Settings",
      "Starting: Intent { act=android.intent.action.MAIN cmp=com.android.settings/.Settings }\n",
      "",
      0,
    ],
    [
      "am start -n com.example.nope/.Main",
      "Starting: Intent { act=android.intent.action.MAIN cmp=com.example.nope/.Main }\n",
      "Error type 3\nError: Activity class {com.example.nope/.Main} does not exist.\n",
      1,
    ],
    ["am force-stop com.example.nope", "", "", 0],
    [
      "cmd package resolve-activity --brief com.android.settings",
      "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\ncom.android.settings/.Settings\n",
      "",
      0,
    ],
    ["cmd package resolve-activity --brief com.android.shell", "No activity found\n", "", 0],
    [
      "monkey -p com.example.nope 1",
      "  bash arg: -p\n  bash arg: com.example.nope\n  bash arg: 1\n** No activities found to run, monkey aborted.\n",
      "",
      252,
    ],
  ])("%s", async (script, stdout, stderr, exitCode) => {
    expect(await runOnPhone(looseLabPhone(), script)).toEqual({ stdout, stderr, exitCode });
  });

  it("records what was started, stopped and opened", async () => {
    const phone = looseLabPhone();
    await runOnPhone(
      phone,
      "am start -a android.intent.action.MAIN -n com.android.settings/.Settings; pidof com.android.settings; am force-stop com.android.settings; am start -a android.intent.action.VIEW -d 'https://example.com/?a=1&b=2'",
    );
    expect(phone.received()).toEqual([
      { kind: "launch", appId: "com.android.settings" },
      { kind: "terminate", appId: "com.android.settings" },
      { kind: "open_url", url: "https://example.com/?a=1&b=2" },
    ]);
    expect((await runOnPhone(phone, "pidof com.android.settings")).exitCode).toBe(1);
  });
});

describe("packages", () => {
  it("lists the user's apps, the system's, and all with their files", async () => {
    const phone = looseLabPhone();
    expect((await runOnPhone(phone, "pm list packages -3")).stdout).toBe(
      "package:org.automobile.lab.contacts\npackage:org.automobile.lab.notes\n",
    );
    expect((await runOnPhone(phone, "pm list packages -s | head -n 2")).stdout).toBe(
      "package:android\npackage:com.android.inputmethod.latin\n",
    );
    expect((await runOnPhone(phone, "pm list packages -f shell")).stdout).toBe(
      "package:/system/priv-app/Shell/Shell.apk=com.android.shell\n",
    );
  });

  it("installs from standard input, forgets data, and uninstalls", async () => {
    const phone = looseLabPhone();
    const { stdout } = await runOnPhone(phone, `cmd package install -r -S ${SHOP_APK.length}`, SHOP_APK);
    expect(stdout).toBe("Success\n");
    const script =
      "pm path com.example.shop && pm clear com.example.shop && pm uninstall com.example.shop && pm path com.example.shop";
    expect(await runOnPhone(phone, script)).toEqual({
      stdout: "package:/data/app/~~lab==/com.example.shop-1/base.apk\nSuccess\nSuccess\n",
      stderr: "",
      exitCode: 1,
    });
    expect(phone.received()).toEqual([
      { kind: "install", appId: "com.example.shop", bytes: 306 },
      { kind: "clear_data", appId: "com.example.shop" },
      { kind: "uninstall", appId: "com.example.shop" },
    ]);
  });

  it.each([
    [
      "no package",
      "cmd package install -S 5",
      "12345",
      "Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk]\n",
    ],
    [
      "half a package",
      "cmd package install -S 50",
      "12345",
      "Failure [INSTALL_FAILED_INVALID_APK: the stream ended early]\n",
    ],
    [
      "too much",
      "cmd package install -S 999999999999",
      "",
      "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: the lab's limit is 128 MiB]\n",
    ],
  ])("refuses %s", async (_, script, stdin, stdout) => {
    expect(await runOnPhone(looseLabPhone(), script, stdin)).toEqual({ stdout, stderr: "", exitCode: 1 });
  });
});

describe("the log", () => {
  it("holds what was done, with time and process", async () => {
    const phone = looseLabPhone();
    await runOnPhone(phone, "input tap 1 1");
    expect((await runOnPhone(phone, "logcat -d -t 1")).stdout).toBe(
      '--------- beginning of main\n11-14 22:13:20.000  2008  2008 I LabInput: {"kind":"tap","x":1,"y":1}\n',
    );
  });
});
