import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksumOf, COMMAND, createPacketReader, encodePacket } from "../../../src/lab/adb/packet.js";

const u32 = fc.nat(0xffffffff);
const packets = fc.array(
  fc.record({ command: u32, arg0: u32, arg1: u32, payload: fc.uint8Array({ maxLength: 300 }) }),
  { minLength: 1, maxLength: 5 },
);

/** Cuts bytes at these places. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe("a message of the adb protocol", () => {
  it("is a header of six little-endian numbers, then the payload", () => {
    const bytes = encodePacket({ command: COMMAND.open, arg0: 1, arg1: 2, payload: Buffer.from("ab") }, "sent");
    expect(bytes.toString("hex")).toBe(
      "4f50454e" + "01000000" + "02000000" + "02000000" + "c3000000" + "b0afbab1" + "6162",
    );
  });

  it("leaves the checksum out when told to", () => {
    const bytes = encodePacket({ command: COMMAND.open, arg0: 0, arg1: 0, payload: Buffer.from("ab") }, "left_out");
    expect(bytes.readUInt32LE(16)).toBe(0);
  });

  it("comes back whole from any chunks", () => {
    fc.assert(
      fc.property(packets, fc.array(fc.nat(2000)), (sent, places) => {
        const bytes = Buffer.concat(sent.map((packet) => encodePacket(packet, "sent")));
        const read = createPacketReader();
        const seen = cut(bytes, places).map((chunk) => read(chunk));
        expect(seen.every(({ violation }) => violation === undefined)).toBe(true);
        expect(seen.flatMap((each) => each.packets)).toEqual(
          sent.map(({ payload, ...rest }) => ({
            ...rest,
            payload: Buffer.from(payload),
            checksum: checksumOf(payload),
          })),
        );
      }),
    );
  });

  it.each([
    ["bad magic", (header: Buffer) => header.writeUInt32LE(7, 20)],
    ["payload of 4294967295 bytes is over the limit", (header: Buffer) => header.writeUInt32LE(0xffffffff, 12)],
    ["payload of 1048577 bytes is over the limit", (header: Buffer) => header.writeUInt32LE(1048577, 12)],
  ])("is none with %s, and nothing after it is read", (violation, damage) => {
    const good = encodePacket({ command: COMMAND.okay, arg0: 1, arg1: 1, payload: Buffer.alloc(0) }, "sent");
    const bad = Buffer.from(good);
    damage(bad);
    const read = createPacketReader();
    expect(read(Buffer.concat([good, bad]))).toMatchObject({ packets: [{ command: COMMAND.okay }], violation });
    expect(read(good)).toMatchObject({ packets: [], violation });
  });
});
