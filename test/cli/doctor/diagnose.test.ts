import { expect, test } from "vitest";
import { diagnose, type Evidence } from "../../../src/cli/doctor/diagnose.js";
import { fakeDevice, fakeUnready } from "../../support/fakeDevice.js";

const HEALTHY: Evidence = {
  nodeVersion: "20.19.0",
  settings: {
    adbServer: { host: "127.0.0.1", port: 5037, from: "default", isStartable: true },
    adbPath: undefined,
    androidSerial: undefined,
    platform: "linux",
    requestStateKeys: [],
    problems: [],
  },
  adb: { is: "found", path: "/usr/bin/adb" },
  adbVersion: 41,
  adbServer: { is: "answering", version: 41 },
  otherAdbServers: [],
  store: undefined,
  switchValue: undefined,
  hasXcode: false,
  snapshot: { devices: [fakeDevice("A")], sources: [{ source: "adb", outcome: "complete" }] },
};
const DOWN = { is: "down", reason: "connect ECONNREFUSED 127.0.0.1:5037" } as const;
const FAILED: Evidence["snapshot"] = {
  devices: [],
  sources: [
    {
      source: "adb",
      outcome: "failed",
      refusal: { code: "adb_not_found", message: "No adb.", hint: "Install it.", data: { tried: [] } },
    },
  ],
};

function settings(changes: Partial<Evidence["settings"]>): Partial<Evidence> {
  return { settings: { ...HEALTHY.settings, ...changes } };
}

test("a healthy machine needs nothing", () => {
  expect(diagnose(HEALTHY)).toEqual([
    { check: "Node.js", outcome: "ok", says: "20.19.0" },
    { check: "adb program", outcome: "ok", says: "/usr/bin/adb (version 41)" },
    { check: "adb server", outcome: "ok", says: "version 41 answers at 127.0.0.1:5037 (the default address)" },
    { check: "ANDROID_SERIAL", outcome: "ok", says: "not set" },
    { check: "Xcode (xcrun)", outcome: "ok", says: "not on this system: iOS devices need macOS" },
    {
      check: "AUTOMOBILE_ELICITATION",
      outcome: "ok",
      says: "not off: a client that can ask its user is asked which device was meant",
    },
    { check: "devices (adb)", outcome: "ok", says: "1 attached, 1 ready" },
  ]);
});

test.each([
  { keys: [], told: ["AUTOMOBILE_REQUEST_STATE_KEY"] },
  { keys: [new Uint8Array(32)], told: [] },
])("warns where daemons share a store and no key: $told", ({ keys, told }) => {
  const memory = { is: "told", policy: "noeviction", limitBytes: 0 } as const;
  const store = { place: "farm.example:6379", reading: { is: "serving", server: "Redis 7.0.15", memory } } as const;
  const findings = diagnose({ ...HEALTHY, store, ...settings({ requestStateKeys: keys }) });

  expect(findings.filter(({ outcome }) => outcome === "warn").map(({ check }) => check)).toEqual(told);
});

test("names a server that is down once, and not again as a place without devices", () => {
  const data = { address: "somewhere", cause: "refused" };
  const refusal = { code: "adb_unreachable", message: "Down.", hint: "Start it.", data } as const;
  const findings = diagnose({
    ...HEALTHY,
    adbServer: DOWN,
    otherAdbServers: [{ address: "farm.example:5037", reading: DOWN }],
    snapshot: {
      devices: [],
      sources: ["adb", "adb@farm.example:5037"].map((source) => ({ source, outcome: "failed", refusal }) as const),
    },
  });

  expect(findings.filter(({ outcome }) => outcome === "fail").map(({ check }) => check)).toEqual([
    "adb server",
    "adb server farm.example:5037",
  ]);
});

test.each([
  {
    when: "Node.js is too old",
    changes: { nodeVersion: "20.18.3" },
    finding: { check: "Node.js", outcome: "fail", fix: "Install Node.js 20.19 or newer." },
  },
  {
    when: "a variable cannot be used",
    changes: settings({ problems: [{ variable: "ANDROID_ADB_SERVER_PORT", problem: '"x" is not a port' }] }),
    finding: { check: "ANDROID_ADB_SERVER_PORT", outcome: "warn", says: '"x" is not a port; it is ignored' },
  },
  {
    when: "a variable keeps every daemon from starting",
    changes: settings({ problems: [{ variable: "AUTOMOBILE_REQUEST_STATE_KEY", problem: "key 1 is too short" }] }),
    finding: {
      check: "AUTOMOBILE_REQUEST_STATE_KEY",
      outcome: "fail",
      says: "key 1 is too short; no daemon starts with it",
    },
  },
  {
    when: "there is no adb, and no server runs",
    changes: { adb: { is: "not_found", tried: ["/a/adb", "/b/adb"] }, adbServer: DOWN, snapshot: FAILED },
    finding: { check: "adb program", outcome: "fail", says: "not found at /a/adb, /b/adb" },
  },
  {
    when: "an adb server of another host answers",
    changes: {
      otherAdbServers: [{ address: "farm.example:5037", reading: { is: "answering", version: 41 } as const }],
    },
    finding: { check: "adb server farm.example:5037", outcome: "ok", says: "version 41 answers" },
  },
  {
    when: "nothing answers on another host",
    changes: { otherAdbServers: [{ address: "farm.example:5037", reading: DOWN }] },
    finding: {
      check: "adb server farm.example:5037",
      outcome: "fail",
      fix: "Start an adb server on that host that listens beyond its loopback (adb -a nodaemon server start), or take it out of AUTOMOBILE_ADB_SERVERS.",
    },
  },
  {
    when: "an adb server of another host hangs",
    changes: {
      otherAdbServers: [{ address: "farm.example:5037", reading: { is: "silent", waitedMs: 3000 } as const }],
    },
    finding: {
      check: "adb server farm.example:5037",
      outcome: "fail",
      says: "it takes the connection and says nothing in 3 s",
    },
  },
  {
    when: "another program listens on another host",
    changes: {
      otherAdbServers: [{ address: "farm.example:5037", reading: { is: "not_adb", reason: "no" } as const }],
    },
    finding: { check: "adb server farm.example:5037", outcome: "fail", says: "it is no adb server: no" },
  },
  {
    when: "there is no adb, but a server runs",
    changes: { adb: { is: "not_found", tried: ["/a/adb"] } },
    finding: {
      check: "adb program",
      outcome: "warn",
      says: "not found at /a/adb; not needed while an adb server runs",
    },
  },
  {
    when: "the configured adb is not there",
    changes: { ...settings({ adbPath: "/a/adb" }), adb: { is: "not_found", tried: ["/a/adb"] } },
    finding: { check: "adb program", fix: "Correct AUTOMOBILE_ADB, or unset it." },
  },
  {
    when: "the adb program would end the running server",
    changes: { adbVersion: 36 },
    finding: {
      check: "adb program",
      outcome: "warn",
      says: "/usr/bin/adb is version 36 and the running server is 41: using this program by hand ends that server and every connection with it",
    },
  },
  {
    when: "the server was down and could be started",
    changes: { adbServer: DOWN },
    finding: {
      check: "adb server",
      outcome: "ok",
      says: "did not run at 127.0.0.1:5037 (the default address), and was started to look for devices",
    },
  },
  {
    when: "the server is down and starts for nobody",
    changes: { adbServer: DOWN, snapshot: FAILED },
    finding: { check: "adb server", outcome: "fail", fix: "Run /usr/bin/adb start-server, and read what it says." },
  },
  {
    when: "the server of another machine is down",
    changes: {
      ...settings({ adbServer: { host: "10.0.0.1", port: 9, from: "ADB_SERVER_SOCKET", isStartable: false } }),
      ...{ adbServer: DOWN, snapshot: FAILED },
    },
    finding: {
      check: "adb server",
      says: "nothing answers at 10.0.0.1:9 (from ADB_SERVER_SOCKET): connect ECONNREFUSED 127.0.0.1:5037",
      fix: "Start the adb server on that machine, or unset the variable that names it.",
    },
  },
  {
    when: "the server hangs",
    changes: { adbServer: { is: "silent", waitedMs: 3000 } },
    finding: {
      check: "adb server",
      outcome: "fail",
      says: "127.0.0.1:5037 (the default address) takes the connection and says nothing in 3 s",
    },
  },
  {
    when: "something else listens on the port",
    changes: { adbServer: { is: "not_adb", reason: 'it answers "HTTP"' } },
    finding: { check: "adb server", outcome: "fail" },
  },
  {
    when: "ANDROID_SERIAL is set",
    changes: settings({ androidSerial: "PHONE" }),
    finding: {
      check: "ANDROID_SERIAL",
      outcome: "warn",
      fix: "Start the server with --allow-device PHONE if no other device may be used.",
    },
  },
  {
    when: "a Mac has no Xcode",
    changes: settings({ platform: "darwin" }),
    finding: { check: "Xcode (xcrun)", outcome: "warn" },
  },
  {
    when: "a Mac has Xcode",
    changes: { ...settings({ platform: "darwin" }), hasXcode: true },
    finding: { check: "Xcode (xcrun)", outcome: "ok", says: "answers" },
  },
  {
    when: "questions are switched off",
    changes: { switchValue: " OFF " },
    finding: {
      check: "AUTOMOBILE_ELICITATION",
      outcome: "ok",
      says: "off: nobody is asked, and an ambiguous call is refused",
    },
  },
  {
    when: "somebody tried to switch questions off",
    changes: { switchValue: "false" },
    finding: {
      check: "AUTOMOBILE_ELICITATION",
      outcome: "warn",
      fix: "Set AUTOMOBILE_ELICITATION=off to switch them off, or unset it.",
    },
  },
  {
    when: "a source failed",
    changes: { snapshot: FAILED },
    finding: { check: "devices (adb)", outcome: "fail", says: "No adb.", fix: "Install it." },
  },
  {
    when: "a phone has not allowed this computer",
    changes: { snapshot: { ...HEALTHY.snapshot, devices: [fakeUnready("B", "unauthorized")] } },
    finding: {
      check: "device B",
      outcome: "warn",
      says: "it has not allowed this computer to debug it",
    },
  },
] satisfies readonly { when: string; changes: Partial<Evidence>; finding: object }[])(
  "says so when $when",
  ({ changes, finding }) => {
    expect(diagnose({ ...HEALTHY, ...changes })).toContainEqual(expect.objectContaining(finding));
  },
);
