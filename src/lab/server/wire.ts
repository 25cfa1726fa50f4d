/** Answers of an adb server. https://android.googlesource.com/platform/packages/modules/adb/+/refs/heads/main/OVERVIEW.TXT */
export const OKAY = Buffer.from("OKAY");

/** Text behind its length in four hex digits. */
export function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(4, "0")), bytes]);
}

/** A refusal with its reason. */
export function fail(reason: string): Buffer {
  return Buffer.concat([Buffer.from("FAIL"), withLength(reason)]);
}

/** The eight bytes with which `host:tport:…` says which transport was taken. */
export function transportIdBytes(transportId: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(transportId));
  return bytes;
}
