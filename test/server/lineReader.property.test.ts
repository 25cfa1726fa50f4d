import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader } from "../../src/server/lineReader.js";

const LIMIT = 40;

/** What a reader makes of these chunks, in order: each line's text, or the request id of a line that was too long. */
function read(chunks: readonly Uint8Array[]): readonly unknown[] {
  const taken: unknown[] = [];
  const reader = createLineReader(LIMIT, {
    line: (text) => taken.push(text),
    oversized: (requestId) => taken.push({ requestId }),
  });
  chunks.forEach(reader.take);
  reader.end();
  return taken;
}

/** The bytes, cut into pieces of the given lengths over and over. */
function cut(bytes: Uint8Array, lengths: readonly number[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

const inBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", " ", "\r", "é☝שלום", '{"id":7,"method":"x","params":{"text":"很很很很很很很很"}}'),
);

describe("a line reader", () => {
  it("gives the same lines however the bytes are cut, in the middle of a character too", () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(texts), lengths, (lines, sizes) => {
        const bytes = inBytes(lines.join("\n"));

        expect(read(cut(bytes, sizes))).toEqual(read([bytes]));
      }),
    );
  });

  it("gives each line without its end and outer blanks, and no blank one", () => {
    expect(read([inBytes('\n  \r\n{"a":1}\r\n\t{"b":2} \n\n[3]')])).toEqual(['{"a":1}', '{"b":2}', "[3]"]);
  });

  it("counts bytes, not characters: as many as the limit are a line, one more are not", () => {
    const fits = "é".repeat(LIMIT / 2);

    expect(read([inBytes(`${fits}\n${fits}x\n${fits}\n`)])).toEqual([fits, { requestId: undefined }, fits]);
  });

  it("knows the request of a line that is too long, and reads on after it", () => {
    const long = '{"jsonrpc":"2.0","method":"tools/call","params":{"text":"ééééééé"},"id":"a"}';

    expect(read(cut(inBytes(`${long}\n{}\n`), [7]))).toEqual([{ requestId: "a" }, "{}"]);
  });
});
