import { describe, expect, it } from "vitest";
import { describeDifferences, toDaemonSettings } from "../../src/daemon/daemonSettings.js";
import { readSettings } from "../../src/system/settings.js";

const LAB = { lab: 2, allowDevices: [], requireDeviceId: false };

const KEY = "AUTOMOBILE_REQUEST_STATE_KEY";
const ONE_KEY = Buffer.alloc(32, 1).toString("base64");
const TWO_KEYS = `${ONE_KEY},${Buffer.alloc(32, 2).toString("base64")}`;

type Variables = Readonly<Record<string, string>>;
const differences = (mine: Variables, theirs: Variables): readonly string[] =>
  describeDifferences(toDaemonSettings(LAB, readSettings(mine)), toDaemonSettings(LAB, readSettings(theirs)));

describe("a server's settings", () => {
  it("differ in the only folder that apps may be installed from", () => {
    const mine = toDaemonSettings(LAB, readSettings({ AUTOMOBILE_APP_DIR: "/apps" }));
    const theirs = toDaemonSettings(LAB, readSettings({}));

    expect(describeDifferences(mine, theirs)).toEqual(["AUTOMOBILE_APP_DIR: here /apps, in the daemon not given"]);
  });

  it.each([
    ["redis://farm.example", "redis://FARM.example:6379/0"],
    ["redis://:pw@localhost:6380/1", "redis://default:pw@[::1]:6380/1"],
  ])("do not differ in the spelling of a store: %s and %s", (mine, theirs) => {
    expect(differences({ AUTOMOBILE_STORE: mine }, { AUTOMOBILE_STORE: theirs })).toEqual([]);
  });

  it.each([
    ["redis://farm.example", "rediss://farm.example"],
    ["redis://farm.example", "redis://farm.example:6380"],
    ["redis://farm.example", "redis://farm.example/1"],
    ["redis://a:pw@farm.example", "redis://b:pw@farm.example"],
    ["redis://:one@farm.example", "redis://:two@farm.example"],
  ])("differ in the store that they share: %s and %s", (mine, theirs) => {
    const lines = ["AUTOMOBILE_STORE: here given, in the daemon another one"];

    expect(differences({ AUTOMOBILE_STORE: mine }, { AUTOMOBILE_STORE: theirs })).toEqual(lines);
  });

  it("differ in the keys that questions are signed with, and in their order", () => {
    const lines = ["AUTOMOBILE_REQUEST_STATE_KEY: here given, in the daemon another one"];

    expect(differences({ [KEY]: ONE_KEY }, { [KEY]: TWO_KEYS })).toEqual(lines);
    expect(differences({ [KEY]: TWO_KEYS }, { [KEY]: TWO_KEYS.split(",").reverse().join() })).toEqual(lines);
    expect(differences({ [KEY]: TWO_KEYS }, { [KEY]: TWO_KEYS.replace(",", " ") })).toEqual([]);
  });

  it("differ from those of a daemon that shares nothing, also where what should be shared cannot be used", () => {
    expect(differences({ AUTOMOBILE_STORE: "redis://farm.example", [KEY]: ONE_KEY }, {})).toEqual([
      "AUTOMOBILE_STORE: here given, in the daemon not given",
      "AUTOMOBILE_REQUEST_STATE_KEY: here given, in the daemon not given",
    ]);
    expect(differences({ AUTOMOBILE_STORE: "http://farm.example" }, {})).toEqual([
      "AUTOMOBILE_STORE: here one that cannot be used, in the daemon not given",
    ]);
  });

  it("do not differ from those of a daemon that shares more than they name", () => {
    expect(differences({}, { AUTOMOBILE_STORE: "redis://farm.example", [KEY]: ONE_KEY })).toEqual([]);
  });

  it("hold no secret in clear", () => {
    const secrets = { AUTOMOBILE_STORE: "redis://user:secret@farm.example", [KEY]: ONE_KEY };
    const text = JSON.stringify(toDaemonSettings(LAB, readSettings(secrets)));

    expect(text).toContain("AUTOMOBILE_STORE");
    expect(text).not.toMatch(/secret|user|farm|AQEB/);
  });

  it("do not differ in the name of an adb server of this machine", () => {
    const real = { ...LAB, lab: undefined };
    const mine = toDaemonSettings(real, readSettings({ ANDROID_ADB_SERVER_ADDRESS: "localhost" }));

    expect(describeDifferences(mine, toDaemonSettings(real, readSettings({})))).toEqual([]);
  });

  it("differ in no order, and in nothing that was given twice", () => {
    const mine = toDaemonSettings({ ...LAB, allowDevices: ["B", "A", "B"] }, readSettings({}));
    const theirs = toDaemonSettings({ ...LAB, allowDevices: ["A", "B"] }, readSettings({}));

    expect(describeDifferences(mine, theirs)).toEqual([]);
  });
});
