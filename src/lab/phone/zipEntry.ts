import { inflateRawSync } from "node:zlib";

/** Largest entry that is unpacked. */
const ENTRY_LIMIT_BYTES = 4 * 1024 * 1024;

const END_SIGNATURE = Buffer.from("PK\u0005\u0006", "latin1");
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks one entry of a ZIP archive. `undefined` when it has no such entry, is broken or packed in another way than by
 * deflate. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function readZipEntry(zip: Buffer, name: string): Buffer | undefined {
  try {
    return unpack(zip, name);
  } catch (error) {
    // Offsets that lead out of the file, and data that does not inflate.
    if (error instanceof RangeError || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}

function unpack(zip: Buffer, name: string): Buffer | undefined {
  const end = zip.lastIndexOf(END_SIGNATURE);
  if (end < 0) return undefined;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY_SIGNATURE) return undefined;
    const nameBytes = zip.readUInt16LE(at + 28);
    if (zip.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes) === name) return entryData(zip, at);
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return undefined;
}

function entryData(zip: Buffer, at: number): Buffer | undefined {
  const method = zip.readUInt16LE(at + 10);
  const packedBytes = zip.readUInt32LE(at + 20);
  const local = zip.readUInt32LE(at + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (method === STORED) return packed;
  return method === DEFLATED ? inflateRawSync(packed, { maxOutputLength: ENTRY_LIMIT_BYTES }) : undefined;
}
