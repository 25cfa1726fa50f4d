/**
 * Chunk types of Android's packed XML.
 * https://android.googlesource.com/platform/frameworks/base/+/refs/heads/main/libs/androidfw/include/androidfw/ResourceTypes.h
 */
const CHUNK = { strings: 0x0001, xml: 0x0003, startElement: 0x0102 } as const;
const CHUNK_HEADER_BYTES = 8;
const UTF8_FLAG = 0x100;

/**
 * Text of an attribute of the document's first element. `undefined` when that has none of this name, or when the bytes
 * are no packed XML.
 */
export function rootAttribute(xml: Buffer, name: string): string | undefined {
  try {
    return findRootAttribute(xml, name);
  } catch (error) {
    // An offset led out of the document.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type StringAt = (index: number) => string | undefined;

function findRootAttribute(xml: Buffer, name: string): string | undefined {
  if (xml.readUInt16LE(0) !== CHUNK.xml) return undefined;
  let stringAt: StringAt = () => undefined;
  let at = xml.readUInt16LE(2);
  for (;;) {
    const type = xml.readUInt16LE(at);
    const chunkBytes = xml.readUInt32LE(at + 4);
    if (type === CHUNK.strings) stringAt = readStrings(xml.subarray(at));
    if (type === CHUNK.startElement) return attributeOf(xml.subarray(at), name, stringAt);
    if (chunkBytes < CHUNK_HEADER_BYTES) return undefined;
    at += chunkBytes;
  }
}

function attributeOf(element: Buffer, name: string, stringAt: StringAt): string | undefined {
  const first = 16 + element.readUInt16LE(24);
  const bytes = element.readUInt16LE(26);
  const count = element.readUInt16LE(28);
  for (let index = 0; index < count; index += 1) {
    const at = first + index * bytes;
    if (stringAt(element.readUInt32LE(at + 4)) === name) return stringAt(element.readUInt32LE(at + 8));
  }
  return undefined;
}

function readStrings(pool: Buffer): StringAt {
  const count = pool.readUInt32LE(8);
  const isUtf8 = (pool.readUInt32LE(16) & UTF8_FLAG) !== 0;
  const stringsStart = pool.readUInt32LE(20);
  return (index) => {
    if (index >= count) return undefined;
    const at = stringsStart + pool.readUInt32LE(28 + index * 4);
    return isUtf8 ? readUtf8(pool, at) : readUtf16(pool, at);
  };
}

/** Length in characters, length in bytes, then the bytes; a length over 127 takes two bytes, of which the first has its top bit set. */
function readUtf8(pool: Buffer, at: number): string {
  const byteLengthAt = at + (pool.readUInt8(at) < 0x80 ? 1 : 2);
  const first = pool.readUInt8(byteLengthAt);
  if (first < 0x80) return pool.toString("utf8", byteLengthAt + 1, byteLengthAt + 1 + first);
  const bytes = ((first & 0x7f) << 8) | pool.readUInt8(byteLengthAt + 1);
  return pool.toString("utf8", byteLengthAt + 2, byteLengthAt + 2 + bytes);
}

/** Length in units, then the units. Longer strings have a longer length, and no name is that long. */
function readUtf16(pool: Buffer, at: number): string {
  return pool.toString("utf16le", at + 2, at + 2 + 2 * (pool.readUInt16LE(at) & 0x7fff));
}
