import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMAND, encodePacket, type Packet } from "../../../src/lab/adb/packet.js";
import type { Lab, LabPhone } from "../../../src/lab/lab.js";
import { startLab } from "../../../src/lab/startLab.js";
import { openAdbWire, openGreetedWire } from "../../support/adbWire.js";
import { manualTimer } from "../../support/manualTimer.js";

let lab: Lab;
let phone: LabPhone;

beforeEach(async () => {
  lab = await startLab({ phones: 0, timer: manualTimer() });
  phone = await lab.addPhone();
});

afterEach(() => lab.close());

/** A packet as a test writes it down. */
function plain({ command, arg0, arg1, payload }: Packet): readonly [number, number, number, string] {
  return [command, arg0, arg1, Buffer.from(payload).toString()];
}

describe("a phone that an adb server connects to", () => {
  it("greets with what it is and what works on it", async () => {
    const wire = await openAdbWire(phone.port);
    wire.send(COMMAND.connect, [0x01000001, 256 * 1024], "host::\0");
    expect(plain(await wire.next())).toEqual([
      COMMAND.connect,
      0x01000001,
      1024 * 1024,
      "device::ro.product.name=tokay;ro.product.model=Pixel 9;ro.product.device=tokay;features=shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir",
    ]);
    wire.close();
  });

  it("keeps to checksums with an old server, and without them with a new one", async () => {
    const old = await openGreetedWire(phone.port, 0x01000000);
    old.send(COMMAND.open, [7, 0], "shell:echo hi\0");
    expect(await old.next()).toMatchObject({ command: COMMAND.okay, checksum: 0 });
    expect(await old.next()).toMatchObject({ command: COMMAND.write, checksum: 104 + 105 + 10 });
    const recent = await openGreetedWire(phone.port);
    recent.sendRaw(
      encodePacket({ command: COMMAND.open, arg0: 7, arg1: 0, payload: Buffer.from("shell:echo hi") }, "left_out"),
    );
    expect(await recent.next()).toMatchObject({ command: COMMAND.okay });
    expect(await recent.next()).toMatchObject({ command: COMMAND.write, checksum: 0 });
    old.close();
    recent.close();
  });

  it("writes on only when the last write was acknowledged, in pieces that the server takes", async () => {
    const wire = await openAdbWire(phone.port);
    wire.send(COMMAND.connect, [0x01000001, 4], "host::\0");
    await wire.next();
    wire.send(COMMAND.open, [7, 0], "exec:echo 123456\0");
    const { arg0: id } = await wire.next();
    expect(plain(await wire.next())).toEqual([COMMAND.write, id, 7, "1234"]);
    wire.send(COMMAND.open, [8, 0], "no such service:\0");
    expect(plain(await wire.next())).toEqual([COMMAND.close, 0, 8, ""]);
    wire.send(COMMAND.okay, [7, id]);
    expect(plain(await wire.next())).toEqual([COMMAND.write, id, 7, "56\n"]);
    wire.send(COMMAND.okay, [7, id]);
    expect(plain(await wire.next())).toEqual([COMMAND.close, id, 7, ""]);
    wire.close();
  });

  it("runs several streams at once, each with its own input", async () => {
    const wire = await openGreetedWire(phone.port);
    wire.send(COMMAND.open, [7, 0], "exec:head -n 1\0");
    const { arg0: first } = await wire.next();
    wire.send(COMMAND.open, [8, 0], "exec:echo done\0");
    const { arg0: second } = await wire.next();
    expect(plain(await wire.next())).toEqual([COMMAND.write, second, 8, "done\n"]);
    wire.send(COMMAND.write, [7, first], "for the first");
    expect(plain(await wire.next())).toEqual([COMMAND.okay, first, 7, ""]);
    wire.close();
  });

  it("answers a write to a stream that is not there with a close, and lives on", async () => {
    const wire = await openGreetedWire(phone.port);
    wire.send(COMMAND.write, [7, 99], "hello?");
    expect(plain(await wire.next())).toEqual([COMMAND.close, 0, 7, ""]);
    wire.send(COMMAND.okay, [7, 99]);
    wire.send(COMMAND.close, [7, 99]);
    wire.send(COMMAND.open, [7, 0], "exec:echo hi\0");
    expect((await wire.next()).command).toBe(COMMAND.okay);
    wire.close();
  });

  it("challenges for ever while it is unauthorized, and opens nothing", async () => {
    phone.setAdbState("unauthorized");
    const wire = await openAdbWire(phone.port);
    wire.send(COMMAND.connect, [0x01000001, 4096], "host::\0");
    expect(await wire.next()).toMatchObject({ command: COMMAND.auth, arg0: 1, payload: { length: 20 } });
    wire.send(COMMAND.open, [7, 0], "exec:input tap 1 1\0");
    wire.send(COMMAND.auth, [2, 0], "signature");
    expect(await wire.next()).toMatchObject({ command: COMMAND.auth, arg0: 1 });
    expect(phone.services()).toEqual([]);
    wire.close();
  });
});

describe("what is not the protocol", () => {
  const hello = encodePacket(
    { command: COMMAND.connect, arg0: 0x01000000, arg1: 4096, payload: Buffer.from("host::") },
    "sent",
  );
  const open = encodePacket({ command: COMMAND.open, arg0: 7, arg1: 0, payload: Buffer.from("exec:cat") }, "sent");
  const write = encodePacket({ command: COMMAND.write, arg0: 7, arg1: 1, payload: Buffer.from("x") }, "sent");
  const patched = (packet: Buffer, at: number): Buffer => {
    const copy = Buffer.from(packet);
    copy.writeUInt32LE(0xfefefefe, at);
    return copy;
  };

  it.each([
    ["another protocol", [Buffer.from("GET / HTTP/1.1\r\nHost: phone\r\n\r\n")]],
    ["a wrong magic", [patched(hello, 20)]],
    ["a giant payload", [hello, patched(open, 12)]],
    ["a wrong checksum", [hello, patched(open, 16)]],
    ["a stream before the greeting", [open]],
    ["writes that do not wait", [hello, open, write, write, write]],
  ])("ends its connection, and no other: %s", async (_, chunks) => {
    const good = await openGreetedWire(phone.port);
    const bad = await openAdbWire(phone.port);
    for (const chunk of chunks) bad.sendRaw(chunk);
    await bad.hungUp;
    good.send(COMMAND.open, [7, 0], "exec:echo hi\0");
    expect((await good.next()).command).toBe(COMMAND.okay);
    good.close();
  });
});
