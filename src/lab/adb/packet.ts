/**
 * Message types of the protocol between an adb server and a device: four letters, read as a little-endian number.
 * https://android.googlesource.com/platform/packages/modules/adb/+/refs/heads/main/protocol.txt
 */
export const COMMAND = {
  connect: 0x4e584e43,
  auth: 0x48545541,
  open: 0x4e45504f,
  okay: 0x59414b4f,
  close: 0x45534c43,
  write: 0x45545257,
} as const;

/** The oldest protocol version, with checksums. */
export const VERSION_WITH_CHECKSUM = 0x01000000;
/** From this version on, the checksum is not looked at. */
export const VERSION_WITHOUT_CHECKSUM = 0x01000001;
/** Largest payload that a lab phone takes or sends: what adb itself uses. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;

const HEADER_BYTES = 24;

/** One message. */
export interface Packet {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly payload: Uint8Array;
  /** The checksum as it stood in the header. */
  readonly checksum: number;
}

/** Sum of all bytes, modulo 2^32: what the protocol calls a CRC. */
export function checksumOf(payload: Uint8Array): number {
  let sum = 0;
  for (const byte of payload) sum = (sum + byte) >>> 0;
  return sum;
}

/** Writes a message. A checksum that is left out is zero, and the bytes are not summed. */
export function encodePacket(packet: Omit<Packet, "checksum">, checksum: "sent" | "left_out"): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(packet.command, 0);
  header.writeUInt32LE(packet.arg0, 4);
  header.writeUInt32LE(packet.arg1, 8);
  header.writeUInt32LE(packet.payload.length, 12);
  header.writeUInt32LE(checksum === "sent" ? checksumOf(packet.payload) : 0, 16);
  header.writeUInt32LE((packet.command ^ 0xffffffff) >>> 0, 20);
  return Buffer.concat([header, packet.payload]);
}

/** What a chunk of bytes completed: whole messages, and the reason to hang up when what follows them is no message. */
export interface PacketsRead {
  readonly packets: readonly Packet[];
  readonly violation: string | undefined;
}

/** Cuts a byte stream into messages, however it was chunked. After a violation it reads nothing more. */
export function createPacketReader(): (chunk: Uint8Array) => PacketsRead {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let wantedBytes = HEADER_BYTES;
  let violation: string | undefined;

  return (chunk) => {
    const packets: Packet[] = [];
    held.push(chunk);
    heldBytes += chunk.length;
    while (heldBytes >= wantedBytes && violation === undefined) {
      const bytes = Buffer.concat(held);
      held = [bytes];
      const payloadBytes = bytes.readUInt32LE(12);
      violation = violationOf(bytes, payloadBytes);
      wantedBytes = HEADER_BYTES + payloadBytes;
      if (violation !== undefined || bytes.length < wantedBytes) break;
      packets.push({
        command: bytes.readUInt32LE(0),
        arg0: bytes.readUInt32LE(4),
        arg1: bytes.readUInt32LE(8),
        payload: bytes.subarray(HEADER_BYTES, wantedBytes),
        checksum: bytes.readUInt32LE(16),
      });
      held = [bytes.subarray(wantedBytes)];
      heldBytes = bytes.length - wantedBytes;
      wantedBytes = HEADER_BYTES;
    }
    return { packets, violation };
  };
}

function violationOf(header: Buffer, payloadBytes: number): string | undefined {
  const magic = (header.readUInt32LE(0) ^ 0xffffffff) >>> 0;
  if (header.readUInt32LE(20) !== magic) return "bad magic";
  if (payloadBytes > MAX_PAYLOAD_BYTES) return `payload of ${payloadBytes} bytes is over the limit`;
  return undefined;
}
