import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Lab, LabAdbServer, LabPhone } from "../../src/lab/lab.js";
import { startLab } from "../../src/lab/startLab.js";
import { askAdbServer } from "../support/adbRequest.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";
import { tangoClient, tangoShell } from "../support/tangoClient.js";

let timer: ManualTimer;
let lab: Lab;
let server: LabAdbServer;
let phone: LabPhone;

const shell = (command: string): ReturnType<typeof tangoShell> =>
  tangoShell(tangoClient(server.port), "LABPHONE01", command);
const exec = (command: string): Promise<string> =>
  askAdbServer(server.port, "host:transport:LABPHONE01", `exec:${command}`);
const opened = async (): Promise<void> => {
  while (phone.services().length === 0) await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(async () => {
  timer = manualTimer();
  lab = await startLab({ phones: 1, timer });
  phone = lab.phones[0] ?? (await lab.addPhone());
  server = await lab.startAdbServer();
});

afterEach(async () => {
  await lab.close();
  expect(timer.live()).toEqual([]);
});

describe("a fault", () => {
  it("answers in place of the command", async () => {
    const end = phone.order({ kind: "answer", service: /getprop/, stdout: "lies\n", stderr: "oops\n", exitCode: 9 });
    expect(await shell("getprop ro.product.model")).toEqual({ stdout: "lies\n", stderr: "oops\n", exitCode: 9 });
    expect(await shell("echo hi")).toEqual({ stdout: "hi\n", stderr: "", exitCode: 0 });
    end();
    expect((await shell("getprop ro.product.model")).stdout).toBe("Pixel 9\n");
  });

  it("makes a service slow, and no other", async () => {
    phone.order({ kind: "slow", service: /slow one/, ms: 2000 });
    const slow = exec("echo the slow one");
    await opened();
    expect(await exec("echo another")).toBe("OKAYOKAYanother\n");
    timer.advance(1999);
    expect(timer.live()).toEqual(["lab phone is slow"]);
    timer.advance(1);
    expect(await slow).toBe("OKAYOKAYthe slow one\n");
  });

  it("keeps a command waiting for ever, without running it", async () => {
    phone.order({ kind: "hang", service: /input tap/ });
    const hanging = exec("input tap 1 1");
    await opened();
    expect(await exec("echo alive")).toBe("OKAYOKAYalive\n");
    await server.close();
    expect(await hanging).toBe("OKAYOKAY");
    expect(phone.received()).toEqual([]);
  });

  it.each([
    ["before the command ran", false, 0],
    ["after it, and before the answer", true, 1],
  ])("breaks the connection %s", async (_, ran, inputs) => {
    phone.order({ kind: "sever", service: /input tap/, ran });
    expect(await exec("input tap 1 1; echo done")).toBe("OKAYOKAY");
    expect(phone.received().length).toBe(inputs);
  });

  it("breaks what else runs on the phone, and nothing on another", async () => {
    const other = await lab.addPhone();
    phone.order({ kind: "hang", service: /hanging/ });
    other.order({ kind: "hang", service: /hanging/ });
    phone.order({ kind: "sever", service: /now/, ran: false });
    const here = exec("hanging");
    const there = askAdbServer(server.port, "host:transport:LABPHONE02", "exec:hanging");
    await opened();
    await exec("now");
    expect(await here).toBe("OKAYOKAY");
    await other.detach();
    expect(await there).toBe("OKAYOKAY");
  });

  it.each([
    [
      { kind: "booting" } as const,
      "getprop sys.boot_completed; pm path android",
      { stdout: "\n", stderr: "cmd: Can't find service: package\n", exitCode: 20 },
    ],
    [
      { kind: "no_package_manager" } as const,
      "getprop sys.boot_completed; pm list packages",
      { stdout: "1\n", stderr: "cmd: Can't find service: package\n", exitCode: 20 },
    ],
    [
      { kind: "no_package_manager" } as const,
      "service check package",
      { stdout: "Service package: not found\n", stderr: "", exitCode: 0 },
    ],
    [{ kind: "empty_screenshot" } as const, "screencap -p", { stdout: "", stderr: "", exitCode: 0 }],
    [
      { kind: "no_idle_state" } as const,
      "uiautomator dump /dev/tty",
      { stdout: "", stderr: "ERROR: could not get idle state.\n", exitCode: 0 },
    ],
    [
      { kind: "other_identity", serial: "OTHER", bootId: "other boot" } as const,
      "getprop ro.serialno; cat /proc/sys/kernel/random/boot_id",
      { stdout: "OTHER\nother boot\n", stderr: "", exitCode: 0 },
    ],
  ])("of the phone itself: %o", async (fault, command, end) => {
    phone.order(fault);
    expect(await shell(command)).toEqual(end);
  });

  it("puts a line before the picture", async () => {
    phone.order({ kind: "screenshot_warning", line: "[Warning] Multiple displays were found." });
    expect(await exec("screencap -p")).toMatch(/^OKAYOKAY\[Warning\] Multiple displays were found\.\n\u0089PNG\r\n/);
  });

  it("makes a dump huge and keeps it well-formed", async () => {
    phone.order({ kind: "huge_dump", bytes: 5_000_000 });
    const { stdout } = await shell("uiautomator dump /dev/tty");
    expect(stdout.length).toBeGreaterThan(5_000_000);
    expect(stdout).toMatch(/\/><\/hierarchy>UI hierchary dumped to: \/dev\/tty\n$/);
  });

  it("is overruled by a later one, and returns when that ends", async () => {
    phone.order({ kind: "answer", service: /echo/, stdout: "first", stderr: "", exitCode: 0 });
    const end = phone.order({ kind: "answer", service: /echo/, stdout: "second", stderr: "", exitCode: 0 });
    expect((await shell("echo")).stdout).toBe("second");
    end();
    expect((await shell("echo")).stdout).toBe("first");
  });
});
