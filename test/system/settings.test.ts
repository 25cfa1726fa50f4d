import { homedir } from "node:os";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { liveVariable, readSettings } from "../../src/system/settings.js";

const DEFAULT = { host: "127.0.0.1", port: 5037, from: "default", isStartable: true };

describe("where the adb server is", () => {
  it.each([
    [{}, DEFAULT],
    [{ ADB_SERVER_SOCKET: "  " }, DEFAULT],
    [
      { ANDROID_ADB_SERVER_PORT: "5038" },
      { host: "127.0.0.1", port: 5038, from: "ANDROID_ADB_SERVER_ADDRESS/PORT", isStartable: true },
    ],
    [
      { ANDROID_ADB_SERVER_ADDRESS: "localhost" },
      { host: "localhost", port: 5037, from: "ANDROID_ADB_SERVER_ADDRESS/PORT", isStartable: true },
    ],
    [
      { ANDROID_ADB_SERVER_ADDRESS: "127.0.0.2", ANDROID_ADB_SERVER_PORT: "1" },
      { host: "127.0.0.2", port: 1, from: "ANDROID_ADB_SERVER_ADDRESS/PORT", isStartable: true },
    ],
    [
      { ANDROID_ADB_SERVER_ADDRESS: "farm.example", ANDROID_ADB_SERVER_PORT: "65535" },
      { host: "farm.example", port: 65_535, from: "ANDROID_ADB_SERVER_ADDRESS/PORT", isStartable: false },
    ],
    [
      { ANDROID_ADB_SERVER_ADDRESS: "LocalHost" },
      { host: "LocalHost", port: 5037, from: "ANDROID_ADB_SERVER_ADDRESS/PORT", isStartable: true },
    ],
    [
      { ANDROID_ADB_SERVER_ADDRESS: "127.farm.example" },
      { host: "127.farm.example", port: 5037, from: "ANDROID_ADB_SERVER_ADDRESS/PORT", isStartable: false },
    ],
    [
      { ANDROID_ADB_SERVER_ADDRESS: "::1" },
      { host: "::1", port: 5037, from: "ANDROID_ADB_SERVER_ADDRESS/PORT", isStartable: true },
    ],
    [
      { ANDROID_ADB_SERVER_ADDRESS: "192.0.2.7" },
      { host: "192.0.2.7", port: 5037, from: "ANDROID_ADB_SERVER_ADDRESS/PORT", isStartable: false },
    ],
    [
      { ADB_SERVER_SOCKET: "tcp:5040" },
      { host: "127.0.0.1", port: 5040, from: "ADB_SERVER_SOCKET", isStartable: false },
    ],
    [
      { ADB_SERVER_SOCKET: " tcp:farm.example:5040 ", ANDROID_ADB_SERVER_ADDRESS: "127.0.0.1" },
      { host: "farm.example", port: 5040, from: "ADB_SERVER_SOCKET", isStartable: false },
    ],
    [
      { ADB_SERVER_SOCKET: "tcp:[::1]:5040" },
      { host: "::1", port: 5040, from: "ADB_SERVER_SOCKET", isStartable: false },
    ],
  ])("is read from %o", (env, address) => {
    expect(readSettings(env, "linux")).toMatchObject({ adbServer: address, problems: [] });
  });

  it.each([
    [
      { ADB_SERVER_SOCKET: "localfilesystem:/tmp/adb" },
      "ADB_SERVER_SOCKET",
      '"localfilesystem:/tmp/adb" is not tcp:HOST:PORT or tcp:PORT',
    ],
    [{ ADB_SERVER_SOCKET: "tcp:host:0" }, "ADB_SERVER_SOCKET", '"tcp:host:0" is not tcp:HOST:PORT or tcp:PORT'],
    [{ ADB_SERVER_SOCKET: "tcp:host:65536" }, "ADB_SERVER_SOCKET", '"tcp:host:65536" is not tcp:HOST:PORT or tcp:PORT'],
    [{ ADB_SERVER_SOCKET: "xtcp:5040" }, "ADB_SERVER_SOCKET", '"xtcp:5040" is not tcp:HOST:PORT or tcp:PORT'],
    [{ ADB_SERVER_SOCKET: "tcp:5040/x" }, "ADB_SERVER_SOCKET", '"tcp:5040/x" is not tcp:HOST:PORT or tcp:PORT'],
    [{ ADB_SERVER_SOCKET: "tcp:" }, "ADB_SERVER_SOCKET", '"tcp:" is not tcp:HOST:PORT or tcp:PORT'],
    [{ ANDROID_ADB_SERVER_PORT: "adb" }, "ANDROID_ADB_SERVER_PORT", '"adb" is not a port'],
    [{ ANDROID_ADB_SERVER_PORT: "-5037" }, "ANDROID_ADB_SERVER_PORT", '"-5037" is not a port'],
    [{ ANDROID_ADB_SERVER_PORT: "70000" }, "ANDROID_ADB_SERVER_PORT", '"70000" is not a port'],
    [{ ANDROID_ADB_SERVER_PORT: "5037.5" }, "ANDROID_ADB_SERVER_PORT", '"5037.5" is not a port'],
  ])("is the default when it cannot be read from %o, which is told", (env, variable, problem) => {
    expect(readSettings(env, "linux")).toMatchObject({ adbServer: DEFAULT, problems: [{ variable, problem }] });
  });
});

describe("the other settings", () => {
  it("tell of a WebDriverAgent that cannot be read", () => {
    const { problems, wdaAddresses } = readSettings({ AUTOMOBILE_WDA: "nonsense" }, "linux");

    expect(problems.map(({ variable, problem }) => [variable, typeof problem])).toEqual([["AUTOMOBILE_WDA", "string"]]);
    expect(wdaAddresses).toEqual([]);
  });

  it("are these when the environment says nothing", () => {
    expect(readSettings({}, "linux")).toMatchObject({
      adbServer: DEFAULT,
      adbPath: undefined,
      androidSdks: [],
      path: [],
      homeDirectory: homedir(),
      platform: "linux",
      androidSerial: undefined,
      wdaAddresses: [],
      logLevel: "info",
      problems: [],
    });
  });

  it("are read from their variables, blanks taken off", () => {
    const env = {
      AUTOMOBILE_ADB: " /opt/adb ",
      ANDROID_SDK_ROOT: "/sdk/two",
      ANDROID_HOME: "/sdk/one",
      PATH: "/usr/bin::/bin:",
      ANDROID_SERIAL: "emulator-5554",
      AUTOMOBILE_APP_DIR: " /apps",
      AUTOMOBILE_LOG_LEVEL: "debug",
    };

    expect(readSettings(env, "darwin")).toMatchObject({
      adbPath: "/opt/adb",
      androidSdks: ["/sdk/one", "/sdk/two"],
      path: ["/usr/bin", "/bin"],
      platform: "darwin",
      androidSerial: "emulator-5554",
      appFolder: "/apps",
      logLevel: "debug",
    });
  });

  it("tell of a log level that is none, and take any spelling of one that is", () => {
    expect(readSettings({ AUTOMOBILE_LOG_LEVEL: "banana" })).toMatchObject({
      logLevel: "info",
      problems: [{ variable: "AUTOMOBILE_LOG_LEVEL", problem: '"banana" is not error, warn, info or debug' }],
    });
    expect(readSettings({ AUTOMOBILE_LOG_LEVEL: "DEBUG" })).toMatchObject({ logLevel: "debug", problems: [] });
  });

  it("name the folder of apps in full, which is another one once a daemon reads it", () => {
    expect(readSettings({ AUTOMOBILE_APP_DIR: "apps" }).appFolder).toBe(resolve("apps"));
  });

  it("take an empty variable for an absent one", () => {
    const env = { AUTOMOBILE_ADB: "", ANDROID_HOME: " ", ANDROID_SERIAL: "", AUTOMOBILE_LOG_LEVEL: " " };

    expect(readSettings(env, "linux")).toEqual(readSettings({}, "linux"));
  });

  it("split the path as Windows does, where it may be called Path", () => {
    expect(readSettings({ Path: "C:\\bin;D:\\sdk" }, "win32").path).toEqual(["C:\\bin", "D:\\sdk"]);
  });
});

it("a live variable is what it is at that moment", () => {
  const env: Record<string, string | undefined> = {};
  const read = liveVariable("AUTOMOBILE_ELICITATION", env);

  const before = read();
  env["AUTOMOBILE_ELICITATION"] = "off";

  expect([before, read()]).toEqual([undefined, "off"]);
});
