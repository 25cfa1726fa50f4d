import { ConcatStringStream, TextDecoderStream } from "@yume-chan/stream-extra";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Lab, LabAdbServer, LabPhone } from "../../../src/lab/lab.js";
import { startLab } from "../../../src/lab/startLab.js";
import { askAdbServer, sendToAdbServer } from "../../support/adbRequest.js";
import { manualTimer } from "../../support/manualTimer.js";
import { tangoClient, tangoShell } from "../../support/tangoClient.js";

let lab: Lab;
let server: LabAdbServer;
let phone: LabPhone;

const ask = (...requests: readonly string[]): Promise<string> => askAdbServer(server.port, ...requests);

beforeEach(async () => {
  lab = await startLab({ phones: 0, timer: manualTimer() });
  phone = await lab.addPhone();
  server = await lab.startAdbServer();
});

afterEach(() => lab.close());

describe("the lab's adb server", () => {
  it.each([
    ["host:version", "OKAY00040029"],
    ["host:host-features", "OKAY002bshell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir"],
    ["host:devices", "OKAY0012LABPHONE01\tdevice\n"],
    [
      "host:devices-l",
      "OKAY005eLABPHONE01             device usb:1-1 product:tokay model:Pixel_9 device:tokay transport_id:1\n",
    ],
    ["host:list-forward", "OKAY0000"],
    ["host:features", "OKAY002bshell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir"],
    ["host:get-state", "OKAY0006device"],
    ["host-serial:LABPHONE01:get-serialno", "OKAY000aLABPHONE01"],
    ["host-transport-id:1:get-devpath", "OKAY0007usb:1-1"],
    ["host-serial:NOPE:get-state", "FAIL0017device 'NOPE' not found"],
    ["host-transport-id:9:features", "FAIL001fno device with transport id '9'"],
    ["host-local:get-state", "FAIL0012no emulators found"],
    ["host:forward:tcp:1;tcp:2", "FAIL0014unknown host service"],
    ["host-serial:LABPHONE01:wait-for-any-device", "OKAYOKAY"],
    ["host-serial:NOPE:wait-for-any-disconnect", "OKAYOKAY"],
  ])("answers %s", async (request, answer) => {
    expect(await ask(request)).toBe(answer);
  });

  it("does not end when a client tells it to", async () => {
    expect(await ask("host:kill")).toBe("FAIL0025the lab's adb server does not do kill");
    expect(await ask("host:version")).toBe("OKAY00040029");
  });

  it("ties a connection to a device, by any of its names", async () => {
    const id = "\u0001\0\0\0\0\0\0\0";
    expect(await ask("host:transport:LABPHONE01", "exec:echo hi")).toBe("OKAYOKAYhi\n");
    expect(await ask("host:transport-id:1", "exec:echo hi")).toBe("OKAYOKAYhi\n");
    expect(await ask("host:tport:serial:LABPHONE01", "exec:echo hi")).toBe(`OKAY${id}OKAYhi\n`);
    expect(await ask("host:tport:any", "host:features")).toMatch(/^OKAY.{8}OKAY002bshell_v2/s);
    expect(await ask("host:transport:LABPHONE01", "nonsense:")).toBe("OKAYFAIL0006closed");
  });

  it("picks no device when several could be meant", async () => {
    await lab.addPhone();
    await lab.addPhone();
    expect(await ask("host:transport-any")).toBe("FAIL001dmore than one device/emulator");
    expect(await ask("host:transport-usb")).toBe("FAIL0014more than one device");
    expect(await ask("host:transport-local", "exec:getprop ro.kernel.qemu")).toBe("OKAYOKAY1\n");
    expect(await ask("exec:input tap 1 1")).toBe("FAIL001dmore than one device/emulator");
  });

  it("does not pick one of two with the same id", async () => {
    const twin = await lab.addPhone({ serial: "LABPHONE01" });
    expect(await ask("host:transport:LABPHONE01")).toBe("FAIL0014more than one device");
    expect(await ask("host:transport-id:2", "exec:input tap 1 1")).toBe("OKAYOKAY");
    expect([phone.received().length, twin.received().length]).toEqual([0, 1]);
  });

  it.each([
    ["offline", "FAIL000edevice offline"],
    ["authorizing", "FAIL0018device still authorizing"],
    ["connecting", "FAIL0017device still connecting"],
  ])("lists a phone that is %s, and opens nothing on it", async (state, refusal) => {
    phone.setAdbState(state);
    expect(await ask("host:devices-l")).toContain(`LABPHONE01             ${state} usb:1-1 transport_id:1\n`);
    expect(await ask("host:transport:LABPHONE01", "exec:input tap 1 1")).toBe(refusal);
    expect(phone.services()).toEqual([]);
  });

  it("shows any word for a state", async () => {
    phone.setAdbState("no permissions (user lab is not in the group); see [http://127.0.0.1/]");
    expect(await ask("host:devices")).toContain(
      "\tno permissions (user lab is not in the group); see [http://127.0.0.1/]\n",
    );
  });

  it.each([
    ["no length", "hello, adb server"],
    ["a length that is cut", "00"],
    ["a negative length", "-001host:version"],
  ])("hangs up on what is no request: %s", async (_, bytes) => {
    expect(await sendToAdbServer(server.port, bytes.padEnd(4))).toBe("");
    expect(await ask("host:version")).toBe("OKAY00040029");
  });
});

describe("the lab's adb server, for a client that others wrote", () => {
  it("lists devices and runs commands on the one that is named", async () => {
    const other = await lab.addPhone();
    const client = tangoClient(server.port);
    expect(await client.getVersion()).toBe(41);
    expect((await client.getDevices()).map(({ serial, model }) => [serial, model])).toEqual([
      ["LABPHONE01", "Pixel_9"],
      ["LABPHONE02", "SM_S921B"],
    ]);
    expect(await tangoShell(client, "LABPHONE02", "input tap 1 2; ls /nope; exit 3")).toEqual({
      stdout: "",
      stderr: "ls: /nope: No such file or directory\n",
      exitCode: 3,
    });
    expect(phone.received()).toEqual([]);
    expect(other.received()).toEqual([{ kind: "tap", x: 1, y: 2, hit: undefined }]);
  });

  it("pushes every change of the list", async () => {
    const observer = await tangoClient(server.port).trackDevices();
    const lists: string[][] = [];
    const reached = new Promise<void>((resolve) => {
      observer.onListChange((devices) => {
        lists.push(devices.map(({ serial, state, transportId }) => `${serial} ${state} ${transportId}`));
        if (lists.length === 5) resolve();
      });
    });
    await lab.addPhone();
    phone.setAdbState("unauthorized");
    await phone.detach();
    await phone.attach();
    await reached;
    await observer.stop();
    expect(lists).toEqual([
      ["LABPHONE01 device 1"],
      ["LABPHONE01 device 1", "LABPHONE02 device 2"],
      ["LABPHONE01 unauthorized 1", "LABPHONE02 device 2"],
      ["LABPHONE02 device 2"],
      ["LABPHONE02 device 2", "LABPHONE01 unauthorized 3"],
    ]);
  });

  it("moves files both ways", async () => {
    const adb = await tangoClient(server.port).createAdb({ serial: "LABPHONE01" });
    const sync = await adb.sync();
    await tangoShell(tangoClient(server.port), "LABPHONE01", "echo 'from the phone' > /sdcard/a/b.txt");
    const text = await sync
      .read("/sdcard/a/b.txt")
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new ConcatStringStream());
    expect(text).toBe("from the phone\n");
    expect((await sync.lstat("/sdcard/a/b.txt")).size).toBe(15n);
    expect((await sync.readdir("/sdcard/a")).map(({ name, size }) => [name, size])).toEqual([["b.txt", 15n]]);
    expect(await sync.isDirectory("/sdcard/a")).toBe(true);
    await sync.dispose();
    await adb.close();
  });
});
