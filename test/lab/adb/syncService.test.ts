import { describe, expect, it } from "vitest";
import { runSyncService } from "../../../src/lab/adb/syncService.js";
import { bufferChannel } from "../../support/bufferChannel.js";
import { looseLabPhone } from "../../support/labShell.js";

/** A number as four little-endian bytes, one byte a character. */
function u32(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString("latin1");
}

function request(id: string, text: string): string {
  return id + u32(text.length) + text;
}

const QUIT = request("QUIT", "");

describe("files over the sync service", () => {
  it("are stored with mode and time, and recorded", async () => {
    const phone = looseLabPhone();
    const channel = bufferChannel(
      request("SEND", "/sdcard/a,b,33188"),
      request("DATA", "hel"),
      request("DATA", "lo"),
      `DONE${u32(99)}`,
      QUIT,
    );
    await runSyncService(phone, channel);
    expect(channel.written()).toBe(`OKAY${u32(0)}`);
    expect(phone.files.get("/sdcard/a,b")).toEqual({
      kind: "file",
      data: Buffer.from("hello"),
      mode: 0o100644,
      modifiedS: 99,
    });
    expect(phone.received()).toEqual([{ kind: "push", path: "/sdcard/a,b", bytes: 5 }]);
  });

  it("come back in pieces of 64 KiB", async () => {
    const phone = looseLabPhone();
    phone.files.put("/sdcard/f", { data: Buffer.alloc(65_537, "x") });
    const channel = bufferChannel(request("RECV", "/sdcard/f"));
    await runSyncService(phone, channel);
    expect(channel.written()).toBe(`DATA${u32(65_536)}${"x".repeat(65_536)}DATA${u32(1)}xDONE${u32(0)}`);
  });

  it("are told by size and time, old way and new, and what is not there is told too", async () => {
    const phone = looseLabPhone();
    phone.files.put("/sdcard/f", { data: Buffer.from("abc"), modifiedS: 7 });
    const channel = bufferChannel(
      request("STAT", "/sdcard/f"),
      request("STAT", "/nope"),
      request("LST2", "/nope"),
      QUIT,
    );
    await runSyncService(phone, channel);
    expect(channel.written()).toBe(
      `STAT${u32(0o100660)}${u32(3)}${u32(7)}` + `STAT${u32(0)}${u32(0)}${u32(0)}` + `LST2${u32(2)}${"\0".repeat(64)}`,
    );
  });

  it("are listed by folder", async () => {
    const phone = looseLabPhone();
    phone.files.put("/sdcard/new/f", { data: Buffer.from("abc"), modifiedS: 7 });
    const channel = bufferChannel(request("LIST", "/sdcard/new"), request("LIST", "/nope"), QUIT);
    await runSyncService(phone, channel);
    const done = `DONE${"\0".repeat(16)}`;
    expect(channel.written()).toBe(`DENT${u32(0o100660)}${u32(3)}${u32(7)}${u32(1)}f${done}${done}`);
  });
});

describe("what is no sync request", () => {
  const failure = (reason: string): string => request("FAIL", reason);

  it.each([
    ["an unknown command", [request("WHAT", "/x")], failure('unknown command "WHAT"')],
    ["a giant path", [`STAT${u32(0xffffffff)}`], failure("path too long")],
    ["a file that is not there", [request("RECV", "/nope"), QUIT], failure("No such file or directory")],
    ["a folder in the way", [request("SEND", "/sdcard,33188"), `DONE${u32(0)}`, QUIT], failure("couldn't create file")],
    [
      "a giant piece",
      [request("SEND", "/sdcard/f,33188"), request("DATA", "x".repeat(65_537)), `DONE${u32(0)}`],
      failure("invalid data message"),
    ],
    [
      "something else amid a file",
      [request("SEND", "/sdcard/f,33188"), request("STAT", "")],
      failure("invalid data message"),
    ],
    ["half a request", ["STA"], ""],
  ])("is told so: %s", async (_, chunks, answer) => {
    const phone = looseLabPhone();
    const channel = bufferChannel(...chunks);
    await runSyncService(phone, channel);
    expect(channel.written()).toBe(answer);
    expect(phone.received()).toEqual([]);
  });
});
