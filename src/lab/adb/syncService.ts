import { type ByteReader, type Channel, createByteReader } from "../channel.js";
import type { StoredNode } from "../phone/fileStore.js";
import type { Phone } from "../phone/phone.js";
import { readFile } from "../shell/commands/files.js";

const PATH_LIMIT_BYTES = 1024;
const DATA_LIMIT_BYTES = 64 * 1024;
const FILE_LIMIT_BYTES = 256 * 1024 * 1024;
/** The kernel's "no such file or directory". */
const ENOENT = 2;

/**
 * Files in and out: the requests come one after another on one stream.
 * https://android.googlesource.com/platform/packages/modules/adb/+/refs/heads/main/SYNC.TXT
 */
export async function runSyncService(phone: Phone, channel: Channel): Promise<void> {
  const reader = createByteReader(() => channel.read());
  for (;;) {
    const header = await reader.exactly(8);
    if (header === undefined) return;
    const id = header.toString("latin1", 0, 4);
    const pathBytes = header.readUInt32LE(4);
    if (id === "QUIT") return;
    const path = pathBytes > PATH_LIMIT_BYTES ? undefined : (await reader.exactly(pathBytes))?.toString();
    if (path === undefined) return channel.write(fail("path too long"));
    const hasMore = await answer(id, path, { phone, channel, reader });
    if (!hasMore) return;
  }
}

interface SyncWorld {
  readonly phone: Phone;
  readonly channel: Channel;
  readonly reader: ByteReader;
}

/** `false` when the stream cannot go on. */
async function answer(id: string, path: string, world: SyncWorld): Promise<boolean> {
  const { phone, channel } = world;
  switch (id) {
    case "STAT":
      await channel.write(Buffer.concat([Buffer.from("STAT"), stat1(nodeAt(phone, path))]));
      return true;
    case "STA2":
    case "LST2":
      await channel.write(Buffer.concat([Buffer.from(id), stat2(nodeAt(phone, path))]));
      return true;
    case "LIST":
      await channel.write(listing(phone, path, { entryId: "DENT", stat: stat1 }));
      return true;
    case "LIS2":
      await channel.write(listing(phone, path, { entryId: "DNT2", stat: stat2 }));
      return true;
    case "RECV":
      await sendFile(path, world);
      return true;
    case "SEND":
      return receiveFile(path, world);
    default:
      await channel.write(fail(`unknown command ${JSON.stringify(id)}`));
      return false;
  }
}

function nodeAt(phone: Phone, path: string): StoredNode | undefined {
  const stored = phone.files.get(path);
  if (stored !== undefined) return stored;
  const made = readFile(phone, path);
  return made === undefined ? undefined : { kind: "file", data: made, mode: 0o100444, modifiedS: 0 };
}

function stat1(node: StoredNode | undefined): Buffer {
  return u32s(node?.mode ?? 0, sizeOf(node), node?.modifiedS ?? 0);
}

function stat2(node: StoredNode | undefined): Buffer {
  const whole = Buffer.alloc(68);
  if (node === undefined) {
    whole.writeUInt32LE(ENOENT, 0);
    return whole;
  }
  whole.writeUInt32LE(node.mode, 20);
  whole.writeUInt32LE(1, 24);
  whole.writeBigUInt64LE(BigInt(sizeOf(node)), 36);
  for (const at of [44, 52, 60]) whole.writeBigInt64LE(BigInt(node.modifiedS), at);
  return whole;
}

function sizeOf(node: StoredNode | undefined): number {
  return node?.kind === "file" ? node.data.length : node === undefined ? 0 : 4096;
}

interface ListFormat {
  readonly entryId: string;
  readonly stat: (node: StoredNode | undefined) => Buffer;
}

function listing(phone: Phone, path: string, format: ListFormat): Buffer {
  const names = phone.files.list(path) ?? [];
  const entries = names.map((name) => {
    const bytes = Buffer.from(name);
    const node = nodeAt(phone, `${path}/${name}`);
    return Buffer.concat([Buffer.from(format.entryId), format.stat(node), u32s(bytes.length), bytes]);
  });
  const padding = Buffer.alloc(format.stat(undefined).length + 4);
  return Buffer.concat([...entries, Buffer.from("DONE"), padding]);
}

async function sendFile(path: string, { phone, channel }: SyncWorld): Promise<void> {
  const data = readFile(phone, path);
  if (data === undefined) return channel.write(fail("No such file or directory"));
  for (let at = 0; at < data.length; at += DATA_LIMIT_BYTES) {
    const piece = data.subarray(at, at + DATA_LIMIT_BYTES);
    await channel.write(Buffer.concat([Buffer.from("DATA"), u32s(piece.length), piece]));
  }
  await channel.write(Buffer.concat([Buffer.from("DONE"), u32s(0)]));
}

async function receiveFile(target: string, { phone, channel, reader }: SyncWorld): Promise<boolean> {
  const [, path = target, mode = "33206"] = /^(.*),(\d+)$/s.exec(target) ?? [];
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const header = await reader.exactly(8);
    const id = header?.toString("latin1", 0, 4);
    const value = header?.readUInt32LE(4) ?? 0;
    if (id === "DONE") {
      const isStored = phone.files.put(path, { data: Buffer.concat(pieces), mode: Number(mode), modifiedS: value });
      if (isStored) phone.record({ kind: "push", path, bytes });
      await channel.write(isStored ? Buffer.concat([Buffer.from("OKAY"), u32s(0)]) : fail("couldn't create file"));
      return true;
    }
    const piece = id === "DATA" && value <= DATA_LIMIT_BYTES ? await reader.exactly(value) : undefined;
    bytes += value;
    if (piece === undefined || bytes > FILE_LIMIT_BYTES) {
      await channel.write(fail("invalid data message"));
      return false;
    }
    pieces.push(piece);
  }
}

function fail(reason: string): Buffer {
  const bytes = Buffer.from(reason);
  return Buffer.concat([Buffer.from("FAIL"), u32s(bytes.length), bytes]);
}

function u32s(...values: readonly number[]): Buffer {
  const all = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => all.writeUInt32LE(value >>> 0, index * 4));
  return all;
}
