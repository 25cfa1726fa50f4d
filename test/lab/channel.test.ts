import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createByteReader, createInbox } from "../../src/lab/channel.js";

describe("an inbox", () => {
  it("gives what came, in order, then what comes, then the end", async () => {
    const inbox = createInbox();
    inbox.push(Buffer.from("a"));
    inbox.push(Buffer.from("b"));
    expect([await inbox.read(), await inbox.read()]).toEqual([Buffer.from("a"), Buffer.from("b")]);
    const later = inbox.read();
    inbox.push(Buffer.from("c"));
    expect(await later).toEqual(Buffer.from("c"));
    const end = inbox.read();
    inbox.finish();
    inbox.push(Buffer.from("too late"));
    expect([await end, await inbox.read()]).toEqual([undefined, undefined]);
  });

  it("tells of each chunk that was taken, and of the end not", async () => {
    let taken = 0;
    const inbox = createInbox(() => {
      taken += 1;
    });
    inbox.push(Buffer.from("a"));
    expect(taken).toBe(0);
    await inbox.read();
    inbox.finish();
    await inbox.read();
    expect(taken).toBe(1);
  });
});

describe("a byte reader", () => {
  it("gives exactly so many bytes, whatever the chunks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 })), fc.array(fc.nat(15)), async (chunks, counts) => {
        const all = Buffer.concat(chunks);
        const left = [...chunks];
        const reader = createByteReader(async () => left.shift());
        const read: Buffer[] = [];
        for (const count of counts) read.push((await reader.exactly(count)) ?? Buffer.alloc(0));
        expect(Buffer.concat(read)).toEqual(all.subarray(0, Buffer.concat(read).length));
      }),
    );
  });

  it("gives nothing when the stream ends before", async () => {
    const chunks = [Buffer.from("ab")];
    const reader = createByteReader(async () => chunks.shift());
    expect(await reader.exactly(3)).toBe(undefined);
  });

  it("gives what it holds before it reads on", async () => {
    const chunks = [Buffer.from("abc"), Buffer.from("d")];
    const reader = createByteReader(async () => chunks.shift());
    await reader.exactly(1);
    expect([await reader.some(), await reader.some(), await reader.some()]).toEqual([
      Buffer.from("bc"),
      Buffer.from("d"),
      undefined,
    ]);
  });
});
