import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addListenFlags, readListenFlags } from "../../src/cli/listenFlags.js";

const read = (...words: readonly string[]) =>
  readListenFlags(addListenFlags(new Command()).parse(words, { from: "user" }));

describe("where a daemon listens", () => {
  it.each([
    ["localhost", "127.0.0.1"],
    ["LOCALHOST", "127.0.0.1"],
    ["127.0.0.2", "127.0.0.2"],
    ["::1", "::1"],
    ["[::1]", "::1"],
    ["0:0:0:0:0:0:0:1", "::1"],
  ])("may be %s without anything else, which is %s", (given, host) => {
    expect(read("--host", given)).toEqual({ host, allowHosts: [], tokenFile: undefined });
  });

  it.each(["0.0.0.0", "::", "192.0.2.7", "127.farm.example"])("is not %s without what keeps strangers out", (host) => {
    expect(() => read("--host", host)).toThrow(`--host ${host} needs --token-file and --allow-host`);
  });
});
