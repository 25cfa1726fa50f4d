import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLoopback, toOneHost, toUrlHost } from "../../src/core/loopback.js";

describe("loopback", () => {
  it.each(["localhost", "LocalHost", "127.0.0.1", "127.0.0.2", "127.255.255.254", "::1", "[::1]", "0:0:0:0:0:0:0:1"])(
    "is %s",
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each([
    "",
    "farm.example",
    "127.farm.example",
    "localhost.farm.example",
    "127.0.0.1.farm.example",
    "farm.example@127.0.0.1",
    "farm.example/127.0.0.1",
    "127.0.0.1:5037",
    "0.0.0.0",
    "::",
    "128.0.0.1",
    "[::1",
    "::2",
  ])("is not %j", (host) => {
    expect(isLoopback(host)).toBe(false);
  });

  it("is every address of 127/8, and no other of IPv4", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV4().map((address) => address.replace(/^\d+/, "127")),
        ),
        (address) => {
          expect(isLoopback(address)).toBe(address.startsWith("127."));
          expect(isLoopback(`::ffff:${address}`)).toBe(address.startsWith("127."));
        },
      ),
    );
  });

  it("is no text that a name could hide it in", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(isLoopback(`${text}@127.0.0.1`)).toBe(false);
        expect(isLoopback(`${text}/localhost`)).toBe(false);
      }),
    );
  });
});

describe("one place", () => {
  it.each([
    ["LOCALHOST", "127.0.0.1"],
    ["::1", "127.0.0.1"],
    ["[0::1]", "127.0.0.1"],
    ["127.0.0.2", "127.0.0.2"],
    ["Farm.Example", "farm.example"],
    ["2001:DB8:0:0::1", "[2001:db8::1]"],
    ["no host", "no host"],
  ])("has one text: %s is %s", (host, text) => {
    expect(toOneHost(host)).toBe(text);
  });

  it("is spelled for a URL so that the spelling stays", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.ipV4(), fc.domain(), fc.string()), (host) => {
        expect(toUrlHost(toUrlHost(host))).toBe(toUrlHost(host));
      }),
    );
  });
});
