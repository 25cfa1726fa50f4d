import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  PHONE,
  SIMULATOR_A,
  SIMULATOR_B,
  fakeXcrun,
  worldPhone,
  worldSimulator,
  type FakeXcrun,
} from "../support/fakeXcrun.js";
import { runAutomobile } from "../support/runAutomobile.js";
import { stubWebDriverAgent, type StubWebDriverAgent } from "../support/stubWebDriverAgent.js";

const NO_ADB = { AUTOMOBILE_ADB: "/nowhere/adb", ANDROID_ADB_SERVER_PORT: "9", ADB_SERVER_SOCKET: "" };

const SIMULATOR_OFF = "F00D6D10-44C2-4F0E-B7A5-6E1D2C3B4A59";

let folder: string;
let xcrun: FakeXcrun;
let wda: StubWebDriverAgent;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "automobile-apps-"));
  xcrun = await fakeXcrun({
    simulators: [
      worldSimulator(SIMULATOR_A),
      worldSimulator(SIMULATOR_B),
      worldSimulator(SIMULATOR_OFF, { name: "iPad mini", state: "Shutdown" }),
    ],
    phones: [worldPhone()],
  });
  wda = await stubWebDriverAgent({
    isSimulator: true,
    osVersion: "18.2",
    front: () => ({ bundleId: "com.example.notes", pid: worldSimulator(SIMULATOR_A).homePid }),
  });
  env = {
    ...NO_ADB,
    ANDROID_HOME: "/nowhere",
    PATH: xcrun.env["PATH"] ?? "",
    AUTOMOBILE_WDA: `${SIMULATOR_A}=${wda.url}`,
  };
});

afterAll(async () => {
  await wda.close();
  await xcrun.remove();
  await rm(folder, { recursive: true });
});

describe("a machine with Xcode", () => {
  test("shows what each program found, and what keeps adb from looking", async () => {
    const { exitCode, stdout } = await runAutomobile(["devices", "--json"], env);

    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      devices: [
        { deviceId: PHONE.udid, kind: "hardware", state: "ready", aliases: [{ deviceId: PHONE.identifier }] },
        { deviceId: SIMULATOR_A, kind: "simulator", state: "ready", osVersion: "18.2" },
        { deviceId: SIMULATOR_B, kind: "simulator", state: "ready", osVersion: "18.2" },
        { deviceId: SIMULATOR_OFF, kind: "simulator", state: "shutdown" },
      ],
      sources: [
        { source: "adb", outcome: "failed" },
        { source: "simctl", outcome: "complete" },
        { source: "devicectl", outcome: "complete" },
      ],
      complete: false,
    });
  });

  test("refuses a call that could mean several iOS devices, and runs nothing (case 1, case 9, case 12)", async () => {
    const before = xcrun.calls().length;

    const { exitCode, stdout } = await runAutomobile(["call", "tapAt", "x=1", "y=1", "platform=ios", "--json"], env);

    expect(exitCode).toBe(3);
    expect(stdout).toContain("ambiguous_device_target");
    expect(
      new Set(
        xcrun
          .calls()
          .slice(before)
          .map((call) => call[1]),
      ),
    ).toEqual(new Set(["list"]));
    expect(wda.acts()).toEqual([]);
  });

  test("refuses to take a simulator for an Android device (case 7, case 13)", async () => {
    const { exitCode, stdout } = await runAutomobile(
      ["call", "deviceInfo", `deviceId=${SIMULATOR_A}`, "platform=android", "--json"],
      env,
    );

    expect(exitCode).toBe(3);
    expect(stdout).toContain("platform_conflict");
  });

  test.each([
    { tool: "deviceInfo", args: [], says: "18.2" },
    { tool: "observe", args: [], says: "Groceries" },
    { tool: "captureScreenshot", args: [], says: '"originalWidth":6' },
    { tool: "listApps", args: [], says: "com.example.notes" },
    { tool: "tapOn", args: ["text=Save"], says: '"x":452' },
    { tool: "tapAt", args: ["x=30", "y=60"], says: '"x":30' },
    { tool: "swipe", args: ["direction=up"], says: '"durationMs":300' },
    { tool: "inputText", args: ["text=שלום ☝🏽", "submit=true"], says: '"submitted":true' },
    { tool: "pressButton", args: ["button=home"], says: '"button":"home"' },
    { tool: "launchApp", args: ["appId=com.example.notes"], says: "com.example.notes" },
    { tool: "terminateApp", args: ["appId=com.example.notes"], says: "com.example.notes" },
    { tool: "getLogs", args: ["lines=2"], says: "could not save" },
    { tool: "waitFor", args: ["text=Save"], says: '"waitedMs"' },
    { tool: "openUrl", args: ["url=https://example.com/a?b='c"], says: "https://example.com/a?b='c" },
    { tool: "setOrientation", args: ["orientation=landscape"], says: "landscape" },
    { tool: "uninstallApp", args: ["appId=com.example.notes"], says: "com.example.notes" },
    { tool: "waitForDevice", args: [], says: '"state":"ready"' },
  ])("runs $tool on the simulator that is named, and says that it did", async ({ tool, args, says }) => {
    const { exitCode, stdout } = await runAutomobile(["call", tool, ...args, `deviceId=${SIMULATOR_A}`, "--json"], env);

    expect(stdout).toContain(says);
    expect(stdout).toContain(`"deviceId":"${SIMULATOR_A}"`);
    expect(exitCode).toBe(0);
  });

  test("installs an app folder there, and says what it installed", async () => {
    const app = join(await realpath(folder), "Diary.app");
    await mkdir(app);

    const { exitCode, stdout } = await runAutomobile(
      ["call", "installApp", `path=${app}`, `deviceId=${SIMULATOR_A}`, "--json"],
      env,
    );

    expect(stdout).toContain(app);
    expect(exitCode).toBe(0);
    expect(xcrun.world().simulators[0]?.apps.at(-1)).toEqual({ bundleId: "com.example.diary", type: "User" });
  });

  test("refuses what iOS cannot do, and says what could be meant", async () => {
    const { exitCode, stdout } = await runAutomobile(
      ["call", "clearAppData", "appId=com.apple.Preferences", `deviceId=${SIMULATOR_A}`, "--json"],
      env,
    );

    expect(stdout).toContain("unsupported_on_device");
    expect(exitCode).toBe(3);
  });

  test("starts a simulator by its name, and shuts down that one", async () => {
    const started = await runAutomobile(["call", "startDevice", "name=iPad mini", "--json"], env);
    const whileItRan = xcrun.world().simulators.map(({ state }) => state);
    const killed = await runAutomobile(["call", "killDevice", `deviceId=${SIMULATOR_OFF}`, "--json"], env);

    expect(started.stdout).toContain(`"deviceId":"${SIMULATOR_OFF}"`);
    expect(killed.stdout).toContain("shutting_down");
    expect(whileItRan).toEqual(["Booted", "Booted", "Booted"]);
    expect(xcrun.world().simulators.map(({ state }) => state)).toEqual(["Booted", "Booted", "Shutdown"]);
  });

  test("gave every command the device that was meant, and typed what was asked for (case 4, case 9)", () => {
    const commands = xcrun.calls().filter(([, verb]) => verb !== "list");

    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((call) => !call.includes(SIMULATOR_A)).map(([, verb]) => verb)).toEqual([
      "boot",
      "bootstatus",
      "shutdown",
    ]);
    expect(wda.typed()).toBe("שלום ☝🏽\n");
    expect(wda.sessionId()).toBeUndefined();
  });
});

test("on a machine without Xcode the platform is absent, and that is no error", async () => {
  const { stdout } = await runAutomobile(["devices", "--json"], { ...NO_ADB, PATH: "/nowhere" });

  expect(JSON.parse(stdout)).toMatchObject({
    sources: [
      { source: "adb" },
      {
        source: "simctl",
        outcome: "absent",
        reason: "iOS devices need a Mac with Xcode, and this machine has no xcrun",
      },
      { source: "devicectl", outcome: "absent" },
    ],
  });
});
