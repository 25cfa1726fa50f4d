import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDeviceShell, type DeviceShell, type ShellRequest } from "../../../src/devices/android/deviceShell.js";
import { shell } from "../../../src/devices/android/shellCommand.js";
import {
  shellAnswer,
  shellPacket,
  startFakeAdbServer,
  transportIdBytes,
  type FakeAdbServer,
} from "../../support/fakeAdbServer.js";
import { manualTimer, type ManualTimer } from "../../support/manualTimer.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

const TAP: ShellRequest = { command: shell`input tap 1 2`, what: "tap", intent: "acts" };
const LOOK: ShellRequest = { command: shell`wm size`, what: "look", intent: "reads" };

let server: FakeAdbServer;
let timer: ManualTimer;
let doubts: number;

beforeEach(async () => {
  server = await startFakeAdbServer();
  timer = manualTimer();
  doubts = 0;
});

afterEach(async () => {
  await server.allClosed();
  await server.close();
  expect(timer.live()).toEqual([]);
});

function deviceShell(
  changes: { isSerialShared?: boolean; hasShellProtocol?: boolean; port?: number } = {},
): DeviceShell {
  return createDeviceShell({
    address: { host: "127.0.0.1", port: changes.port ?? server.address.port },
    transport: { serial: "TESTPHONE01", transportId: "7", isSerialShared: changes.isSerialShared ?? false },
    deviceId: "TESTPHONE01",
    hasShellProtocol: changes.hasShellProtocol ?? true,
    timer,
    onDoubt: () => {
      doubts += 1;
    },
  });
}

async function letDeviceBeChosen(): Promise<void> {
  (await server.request("host:tport:serial:TESTPHONE01")).okay(transportIdBytes(7));
}

describe("addressing", () => {
  // case 24
  it("names the exact serial, and sends nothing more on that connection than the command", async () => {
    const running = deviceShell().run(LOOK, unaborted);
    await letDeviceBeChosen();
    (await server.request("shell,v2,raw:")).okay(shellAnswer("Physical size: 1x2\n"));
    expect(await running).toEqual({ stdout: Buffer.from("Physical size: 1x2\n"), stderr: "", exitCode: 0 });
    expect(server.requests).toEqual(["host:tport:serial:TESTPHONE01", "shell,v2,raw:wm size"]);
  });

  it("sends nothing to a device that now has that serial in another's place", async () => {
    // case 58; also a restarted adb server, which counts transports from 1 again
    const running = asyncRefusalOf(deviceShell().run(TAP, unaborted));
    (await server.request("host:tport:serial:TESTPHONE01")).okay(transportIdBytes(8));
    expect(await running).toMatchObject({
      code: "device_lost",
      data: { deviceId: "TESTPHONE01", effect: "did_not_run" },
    });
    expect(server.requests).toEqual(["host:tport:serial:TESTPHONE01"]);
    expect(doubts).toBe(1);
  });

  it("goes by transport where two devices have one serial", async () => {
    const running = deviceShell({ isSerialShared: true }).run(LOOK, unaborted);
    (await server.request("host:transport-id:7")).okay();
    (await server.request("shell,v2,raw:")).okay(shellAnswer(""));
    await running;
    expect(server.requests).toEqual(["host:transport-id:7", "shell,v2,raw:wm size"]);
  });
});

describe("answers", () => {
  it("keeps stdout, stderr and status apart, in whatever pieces they come", async () => {
    const running = deviceShell().run(LOOK, unaborted);
    await letDeviceBeChosen();
    const peer = await server.request("shell,v2,raw:");
    peer.okay();
    const answer = Buffer.concat([
      shellPacket(1, "out 1 "),
      shellPacket(2, "err"),
      shellPacket(9, "a kind that nobody knows"),
      shellPacket(1, "out 2"),
      shellPacket(3, Uint8Array.of(3)),
    ]);
    for (const byte of answer) peer.send(Uint8Array.of(byte));
    expect(await running).toEqual({ stdout: Buffer.from("out 1 out 2"), stderr: "err", exitCode: 3 });
  });

  it("asks a device without the shell protocol to print its status", async () => {
    const running = deviceShell({ hasShellProtocol: false }).run(LOOK, unaborted);
    await letDeviceBeChosen();
    const peer = await server.request("exec:");
    peer.okay("Physical size: 1x2\n\nautomobile-exit-st");
    peer.send("atus:20");
    peer.end();
    expect(await running).toEqual({ stdout: Buffer.from("Physical size: 1x2\n"), stderr: "", exitCode: 20 });
    expect(server.requests.at(-1)).toBe(`exec:wm size\nprintf '\\nautomobile-exit-status:%s' "$?"`);
  });

  it("does not take output without that status for an answer", async () => {
    const running = asyncRefusalOf(deviceShell({ hasShellProtocol: false }).run(TAP, unaborted));
    await letDeviceBeChosen();
    const peer = await server.request("exec:");
    peer.okay("half an ans");
    peer.end();
    expect(await running).toMatchObject({ code: "device_lost", data: { effect: "may_have_run" } });
  });

  it.each([
    ["in one piece", Buffer.from([1, 0xff, 0xff, 0xff, 0x7f])],
    ["in many", Buffer.concat(Array.from({ length: 17 }, () => shellPacket(1, Buffer.alloc(1024 * 1024))))],
  ])("refuses output without end, %s", async (_case, output) => {
    const running = asyncRefusalOf(deviceShell().run(LOOK, unaborted));
    await letDeviceBeChosen();
    (await server.request("shell,v2,raw:")).okay(output);
    expect(await running).toMatchObject({
      code: "command_failed",
      data: { output: "more than 16777216 bytes of output" },
    });
  });
});

describe("a device that is lost or silent", () => {
  it.each<[string, ShellRequest, string]>([
    ["an act may have run", TAP, "may_have_run"],
    ["a look has no effect to lose", LOOK, "did_not_run"],
  ])("in the middle of a command: %s", async (_case, request, effect) => {
    const running = asyncRefusalOf(deviceShell().run(request, unaborted));
    await letDeviceBeChosen();
    const peer = await server.request("shell,v2,raw:");
    peer.okay(shellPacket(1, "half"));
    peer.reset();
    expect(await running).toMatchObject({ code: "device_lost", data: { effect } });
    expect(doubts).toBe(1);
  });

  it.each<[string, ShellRequest, string]>([
    ["an act may have run", TAP, "may_have_run"],
    ["a look has no effect to lose", LOOK, "did_not_run"],
  ])("for as long as a command may take: %s", async (_case, request, effect) => {
    const running = asyncRefusalOf(deviceShell().run({ ...request, timeoutMs: 2_000 }, unaborted));
    await letDeviceBeChosen();
    await server.request("shell,v2,raw:");
    timer.advance(2_000);
    expect(await running).toMatchObject({
      code: "timed_out",
      data: { deviceId: "TESTPHONE01", timeoutMs: 2_000, effect },
    });
    expect(doubts).toBe(1);
  });

  it("did not run what was never sent", async () => {
    const running = asyncRefusalOf(deviceShell().run(TAP, unaborted));
    await server.request("host:tport:");
    timer.advance(15_000);
    expect(await running).toMatchObject({ code: "timed_out", data: { timeoutMs: 15_000, effect: "did_not_run" } });
  });

  it("quotes adb's own words", async () => {
    const running = asyncRefusalOf(deviceShell().run(TAP, unaborted));
    (await server.request("host:tport:")).fail("device offline");
    const refusal = await running;
    expect(refusal.message).toBe(
      'The connection to "TESTPHONE01" is gone: device offline. Nothing was changed on the device.',
    );
  });

  it("says that the server cannot be used when nothing answers there", async () => {
    const { port } = server.address;
    await server.close();
    const refusal = await asyncRefusalOf(deviceShell({ port }).run(TAP, unaborted));
    expect(refusal).toMatchObject({
      code: "adb_unreachable",
      data: { address: `127.0.0.1:${port}`, cause: `connect ECONNREFUSED 127.0.0.1:${port}` },
    });
    server = await startFakeAdbServer();
  });

  it("says that the server cannot be used when something else answers there", async () => {
    const running = asyncRefusalOf(deviceShell().run(TAP, unaborted));
    (await server.request("host:tport:")).send("HTTP/1.1 400 Bad Request\r\n\r\n");
    expect(await running).toMatchObject({
      code: "adb_unreachable",
      data: { cause: "what answers there does not speak adb's protocol" },
    });
  });
});

describe("a caller who gives up", () => {
  it("ends the connection and gets its own reason", async () => {
    const caller = new AbortController();
    const reason = new Error("the client went away");
    const running = deviceShell().run(TAP, caller.signal);
    await letDeviceBeChosen();
    await server.request("shell,v2,raw:");
    caller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(doubts).toBe(0);
  });

  it("connects to nothing when it had given up before", async () => {
    const reason = new Error("too late");
    await expect(deviceShell().run(TAP, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });
});
