import { connect } from "node:net";
import { expect, test } from "vitest";
import { z } from "zod";
import { daemonHome } from "../support/daemonHome.js";
import { projectText } from "../support/projectFiles.js";
import { runAutomobile, startAutomobile } from "../support/runAutomobile.js";
import { startTwoPhones } from "../support/twoPhones.js";

const NO_ADB = {
  AUTOMOBILE_ADB: "/nowhere/adb",
  ANDROID_ADB_SERVER_PORT: "9",
  ADB_SERVER_SOCKET: "",
  ANDROID_SERIAL: "",
};
const ERAS = ["legacy", "modern"] as const;

test("prints its version", async () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await projectText("package.json")));
  expect(await runAutomobile(["--version"])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
});

test.each([
  { args: ["serve", "--labs", "2"], says: 'unknown option "--labs" (did you mean --lab?)' },
  { args: ["devcies"], says: "unknown command 'devcies'\n(Did you mean devices?)" },
  { args: ["demo"], says: "demo asks a question, and this is no terminal" },
])("wrong use is told on standard error and ends with 2: $args", async ({ args, says }) => {
  const { exitCode, stdout, stderr } = await runAutomobile(args);
  expect(stderr).toContain(says);
  expect(stdout).toBe("");
  expect(exitCode).toBe(2);
});

test("devices lists virtual phones as the tool listDevices does, and nothing of those that are not allowed", async () => {
  const { exitCode, stdout } = await runAutomobile(["devices", "--lab", "2", "--allow-device", "LABPHONE02", "--json"]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ devices: [{ deviceId: "LABPHONE02", state: "ready" }], complete: true });
});

test("devices asks an adb server once, however often it is named", async () => {
  const phones = await startTwoPhones("the lab's own adb server", undefined);
  const port = phones.env["ANDROID_ADB_SERVER_PORT"] ?? "";
  const env = { ...phones.env, AUTOMOBILE_ADB_SERVERS: `localhost:${port},[::1]:${port}` };
  const { stdout } = await runAutomobile(["devices", "--json"], env);
  await phones.close();

  const { sources } = z.object({ sources: z.array(z.object({ source: z.string() })) }).parse(JSON.parse(stdout));
  expect(sources.map(({ source }) => source)).toEqual(["adb", "simctl", "devicectl"]);
});

test("devices fails when it could not look", async () => {
  const { exitCode, stdout } = await runAutomobile(["devices"], NO_ADB);
  expect(stdout).toContain("No device was found, but not every place could be looked at:");
  expect(stdout).toContain("adb_not_found");
  expect(exitCode).toBe(1);
});

test("doctor names the fix, and fails", async () => {
  const { exitCode, stdout } = await runAutomobile(["doctor", "--json"], NO_ADB);
  const { healthy, checks } = z
    .object({ healthy: z.boolean(), checks: z.array(z.unknown()) })
    .parse(JSON.parse(stdout));
  expect(healthy).toBe(false);
  expect(checks).toContainEqual({
    ...{ check: "adb program", outcome: "fail", says: "not found at /nowhere/adb" },
    fix: "Correct AUTOMOBILE_ADB, or unset it.",
  });
  expect(exitCode).toBe(1);
});

test("lab prints where its phones listen once they do, and ends cleanly when told to", async () => {
  const { child, firstLine, end } = startAutomobile(["lab", "--phones", "1", "--json"]);
  const phones = z.object({ phones: z.array(z.object({ address: z.string() })) }).parse(JSON.parse(await firstLine));
  const port = Number(phones.phones[0]?.address.split(":")[1]);
  await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.destroy(undefined).once("close", resolve));
  });
  child.kill("SIGTERM");
  expect(await end).toMatchObject({ exitCode: 0, stderr: "" });
});

test.each(ERAS)(
  "call refuses an ambiguous call on %s where nobody can answer, with an exit code of its own",
  async (era) => {
    const { exitCode, stdout } = await runAutomobile(["call", "tapOn", "text=Say hello", "--lab", "2", "--era", era]);
    expect(stdout).toContain("✗ refused: ambiguous_device_target");
    expect(stdout).toContain("LABPHONE02  android");
    expect(exitCode).toBe(3);
  },
);

test.each(ERAS)("call runs on the device that --answer names, on %s", async (era) => {
  const { exitCode, stdout } = await runAutomobile([
    ...["call", "tapOn", "text=Say hello", "--lab", "2", "--answer", "LABPHONE02", "--json", "--era", era],
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { device: { deviceId: "LABPHONE02" } } });
  expect(exitCode).toBe(0);
});

test("a server that must be told its device never asks", async () => {
  const { stdout } = await runAutomobile([
    ...["call", "deviceInfo", "--lab", "2", "--answer", "LABPHONE01", "--require-device-id"],
  ]);
  expect(stdout).toContain("✗ refused: device_id_required");
});

test.each(ERAS)("the demo shows that the chosen phone was tapped and the other one was not, on %s", async (era) => {
  const { exitCode, stdout } = await runAutomobile(["demo", "--answer", "LABPHONE02", "--era", era]);
  expect(stdout).toContain("   LABPHONE01  received nothing\n   LABPHONE02  received a tap at");
  expect(stdout).toContain("← ran on LABPHONE02, no question");
  expect(exitCode).toBe(0);
});

test.each(ERAS)("the demo shows that a decline on %s reaches no phone", async (era) => {
  const { exitCode, stdout } = await runAutomobile(["demo", "--answer", "decline", "--era", era]);
  expect(stdout).toContain("✗ refused: ambiguous_device_target");
  expect(stdout).toContain("   LABPHONE01  received nothing\n   LABPHONE02  received nothing\n");
  expect(exitCode).toBe(0);
});

test("the demo asks whatever the user's own switch says", async () => {
  const { exitCode } = await runAutomobile(["demo", "--answer", "cancel"], { AUTOMOBILE_ELICITATION: "off" });
  expect(exitCode).toBe(0);
});

test.each(ERAS)("call reaches a daemon on %s with the token of its environment, and not without", async (era) => {
  const home = await daemonHome();
  const { port } = await home.start();
  const args = ["call", "deviceInfo", "deviceId=LABPHONE02", "--url", `http://127.0.0.1:${port}/mcp`, "--era", era];

  const withToken = await runAutomobile(args, { AUTOMOBILE_CALL_TOKEN: await home.token() });
  const without = await runAutomobile(args);
  await home.remove();

  expect(withToken).toMatchObject({ exitCode: 0, stderr: "" });
  expect(withToken.stdout).toContain("LABPHONE02");
  expect(without).toMatchObject({ exitCode: 1, stdout: "" });
  expect(without.stderr).toContain("AUTOMOBILE_CALL_TOKEN");
});
