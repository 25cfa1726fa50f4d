import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type IosActions, hardwareActions, simulatorActions } from "../../../src/devices/ios/iosActions.js";
import { createWdaLink } from "../../../src/devices/ios/wda/wdaLink.js";
import type { LogQuery } from "../../../src/devices/deviceDriver.js";
import { bootSimulator } from "../../../src/devices/ios/simulatorLife.js";
import { createDevicectlLine, createSimctlLine } from "../../../src/devices/ios/toolLine.js";
import { createXcrun, type Xcrun } from "../../../src/devices/ios/xcrun.js";
import { createHttpExchange } from "../../../src/system/httpExchange.js";
import { withScratchFile } from "../../../src/system/scratchFile.js";
import { systemTimer } from "../../../src/system/systemTimer.js";
import {
  fakeXcrun,
  PHONE,
  SIMULATOR_A,
  SIMULATOR_B,
  worldPhone,
  worldSimulator,
  type FakeXcrun,
} from "../../support/fakeXcrun.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { stubWebDriverAgent } from "../../support/stubWebDriverAgent.js";
import { NEVER } from "./iosWorld.js";

const QUIETLY = () => undefined;
const EVERYTHING: LogQuery = { lines: 100, appId: undefined, level: "debug" };

let world: FakeXcrun;
let xcrun: Xcrun;
let simulator: IosActions;
let phone: IosActions;

beforeEach(async () => {
  world = await fakeXcrun({
    simulators: [worldSimulator(SIMULATOR_A), worldSimulator(SIMULATOR_B, { state: "Shutdown" })],
    phones: [worldPhone()],
  });
  xcrun = createXcrun(world.runInProcess);
  simulator = simulatorActions(createSimctlLine(xcrun, SIMULATOR_A), wdaLine(SIMULATOR_A, []));
  phone = hardwareActions(createDevicectlLine({ xcrun, withScratchFile }, PHONE.udid), wdaLine(PHONE.udid, []));
});

afterEach(async () => world.remove());

function wdaLine(deviceId: string, addresses: readonly URL[]) {
  const processIds = async (): Promise<ReadonlySet<number>> => new Set([321]);
  const owner = { deviceId, kind: "hardware", osVersion: "18.2", processIds } as const;
  return { deviceId, link: createWdaLink({ owner, addresses, exchange: createHttpExchange(systemTimer) }) };
}

describe("installing", () => {
  it("puts an app on the simulator", async () => {
    await simulator.installApp("/builds/Diary.app", NEVER, QUIETLY);

    expect(world.world().simulators[0]?.apps.at(-1)).toEqual({ bundleId: "com.example.diary", type: "User" });
  });

  it("puts an app on the phone", async () => {
    await phone.installApp("/builds/Diary.ipa", NEVER, QUIETLY);

    expect(world.world().phones[0]?.apps.at(-1)).toMatchObject({ bundleId: "com.example.installed" });
  });

  it.each(["Diary.app", "--help", "/builds/diary.apk", "/etc/passwd", "../Diary.app"])("takes no %j", async (path) => {
    expect(await asyncRefusalOf(simulator.installApp(path, NEVER, QUIETLY))).toMatchObject({
      code: "invalid_arguments",
    });
    expect(world.calls()).toEqual([]);
  });

  it("quotes the installer where its words are not known, and uninstalls nothing (case 133)", async () => {
    expect(await asyncRefusalOf(simulator.installApp("/builds/Diary.ipa", NEVER, QUIETLY))).toMatchObject({
      code: "install_failed",
      data: {
        reason: "Simulator device failed to install the application. Failed to find or create promise",
      },
    });
    expect(world.calls().map(([, verb]) => verb)).toEqual(["install"]);
  });
});

describe("an installer that refuses", () => {
  it.each([
    [
      "MIInstallerErrorDomain code=64 MismatchedApplicationIdentifierEntitlement",
      "an app of the same id from another developer",
    ],
    ["ApplicationVerificationFailed: 0xe8008015", "it is not signed for this device"],
    ["The bundle's MinimumOSVersion is 19.0", "it needs a newer version of iOS"],
    ["DeviceNotSupportedByThinning", "it was not built for this kind of device"],
    ["There is not enough space on the device", "the device has no room for it"],
  ])("is understood: %s (case 133)", async (output, reason) => {
    const line = createSimctlLine(async () => ({ is: "failed", exitCode: 1, output }), SIMULATOR_A);
    const refusal = await asyncRefusalOf(
      simulatorActions(line, wdaLine(SIMULATOR_A, [])).installApp("/a.app", NEVER, QUIETLY),
    );

    expect(refusal.code).toBe("install_failed");
    expect(refusal.message).toContain(reason);
    expect(refusal.message).toContain(output);
  });

  it("that does not end in time may have installed it all the same", async () => {
    const line = createSimctlLine(async () => ({ is: "timed_out", output: "" }), SIMULATOR_A);

    expect(
      await asyncRefusalOf(simulatorActions(line, wdaLine(SIMULATOR_A, [])).installApp("/a.app", NEVER, QUIETLY)),
    ).toMatchObject({ code: "timed_out", data: { timeoutMs: 600_000, effect: "may_have_run" } });
  });
});

describe("uninstalling", () => {
  it("removes the app from that device", async () => {
    await simulator.uninstallApp("com.example.notes", NEVER);
    await phone.uninstallApp("com.example.notes", NEVER);

    const { simulators, phones } = world.world();
    expect(simulators.map(({ apps }) => apps.length)).toEqual([1, 2]);
    expect(phones.map(({ apps }) => apps.length)).toEqual([1]);
  });

  it("tells of an app that is not there, which simctl itself does not", async () => {
    expect(await asyncRefusalOf(simulator.uninstallApp("com.example.other", NEVER))).toMatchObject({
      code: "app_not_installed",
    });
    expect(await asyncRefusalOf(phone.uninstallApp("com.example.other", NEVER))).toMatchObject({
      code: "app_not_installed",
    });
  });
});

describe("opening a URL", () => {
  it.each(["https://example.com/a?b=c&d='e;f`g$(h)", "notes://new"])("opens %j as it is", async (url) => {
    await simulator.openUrl(url, NEVER);

    expect(world.world().simulators[0]?.openedUrls).toEqual([url]);
  });

  it.each(["--help", "example.com", "https://a b", "x:\nhttps://y", ""])("takes no %j", async (url) => {
    expect(await asyncRefusalOf(simulator.openUrl(url, NEVER))).toMatchObject({ code: "invalid_arguments" });
    expect(world.calls()).toEqual([]);
  });

  it("says so when no app opens it", async () => {
    expect(await asyncRefusalOf(simulator.openUrl("nobody:home", NEVER))).toMatchObject({
      code: "command_failed",
      data: { output: "no app on it opens such a URL" },
    });
  });

  it("goes through the WDA on a phone", async () => {
    const wda = await stubWebDriverAgent({
      isSimulator: false,
      osVersion: "18.2",
      front: () => ({ bundleId: "com.example.notes", pid: 321 }),
    });
    const line = wdaLine(PHONE.udid, [new URL(wda.url)]);
    const linked = hardwareActions(createDevicectlLine({ xcrun, withScratchFile }, PHONE.udid), line);

    await linked.openUrl("https://example.com", NEVER);
    await linked.setOrientation("landscape", NEVER);
    await wda.close();

    expect(wda.acts().at(-2)).toMatchObject({ path: "/url", body: { url: "https://example.com" } });
    expect(wda.orientation()).toBe("LANDSCAPE");
  });
});

describe("a simulator's log", () => {
  it("is read line by line, the newest ones, of the level that was asked for", async () => {
    expect(await simulator.logs(EVERYTHING, NEVER)).toEqual([
      { time: "2026-01-27 23:24:00.000000+0000", level: "info", process: "notes[4000]", message: "opened" },
      { time: "2026-01-27 23:24:01.000000+0000", level: "error", process: "notes[4001]", message: "could not save" },
      { time: "2026-01-27 23:24:02.000000+0000", level: "debug", process: "backboardd[4002]", message: "touch" },
    ]);
    expect(
      (await simulator.logs({ ...EVERYTHING, lines: 1, level: "info" }, NEVER)).map(({ message }) => message),
    ).toEqual(["could not save"]);
    expect((await simulator.logs({ ...EVERYTHING, level: "error" }, NEVER)).map(({ level }) => level)).toEqual([
      "error",
    ]);
  });

  it("is looked at further back only while there are too few lines", async () => {
    await simulator.logs({ ...EVERYTHING, lines: 3 }, NEVER);
    await simulator.logs({ ...EVERYTHING, lines: 4 }, NEVER);

    expect(world.calls().map((call) => call[call.indexOf("--last") + 1])).toEqual(["20s", "20s", "3m", "30m"]);
  });

  it("is that of one app by where the app lies", async () => {
    await simulator.logs({ ...EVERYTHING, lines: 1, appId: "com.example.notes" }, NEVER);

    expect(world.calls().at(-1)?.at(-1)).toBe(
      `processImagePath BEGINSWITH "/Simulators/${SIMULATOR_A}/com.example.notes.app"`,
    );
  });

  it("does not exist for a phone", async () => {
    expect(await asyncRefusalOf(phone.logs(EVERYTHING, NEVER))).toMatchObject({ code: "unsupported_on_device" });
  });
});

describe("starting and stopping", () => {
  it("starts that simulator, and waits until it is up (case 104, case 135)", async () => {
    await bootSimulator(createSimctlLine(xcrun, SIMULATOR_B), NEVER);

    expect(world.world().simulators.map(({ state }) => state)).toEqual(["Booted", "Booted"]);
    expect(world.calls()).toEqual([
      ["simctl", "boot", SIMULATOR_B],
      ["simctl", "bootstatus", SIMULATOR_B],
    ]);
  });

  it("does not mind that it runs already", async () => {
    await bootSimulator(createSimctlLine(xcrun, SIMULATOR_A), NEVER);

    expect(world.world().simulators[0]?.state).toBe("Booted");
  });

  it("shuts down that simulator and no other, once or twice", async () => {
    world.change((now) => now.simulators.forEach((each) => (each.state = "Booted")));

    await simulator.shutDown(NEVER);
    await simulator.shutDown(NEVER);

    expect(world.world().simulators.map(({ state }) => state)).toEqual(["Shutdown", "Booted"]);
  });

  it("shuts down no phone", async () => {
    expect(await asyncRefusalOf(phone.shutDown(NEVER))).toMatchObject({ code: "unsupported_on_device" });
  });
});

it.each(["simulator", "phone"] as const)(
  "no app's data is cleared on a %s, and the refusal says what could be meant",
  async (kind) => {
    const actions = { simulator, phone }[kind];

    expect(await asyncRefusalOf(actions.clearAppData("com.example.notes", NEVER))).toMatchObject({
      code: "unsupported_on_device",
      hint: "If losing the data is meant: call uninstallApp, then installApp.",
    });
    expect(world.calls()).toEqual([]);
  },
);
