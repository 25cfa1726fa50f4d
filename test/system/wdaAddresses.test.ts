import { describe, expect, it } from "vitest";
import { parseWdaAddresses } from "../../src/system/wdaAddresses.js";
import { readSettings } from "../../src/system/settings.js";

describe("AUTOMOBILE_WDA", () => {
  it("names a WDA for each device", () => {
    const { addresses, problems } = parseWdaAddresses(
      "5E2F1C07-9B1D-4C55-8B0E-0A6D3C5B7F21=http://127.0.0.1:8100, 00008030-000A11112222333A=http://192.0.2.7:8100/base",
    );

    expect(addresses.map(({ deviceId, url }) => `${deviceId} ${url.href}`)).toEqual([
      "5E2F1C07-9B1D-4C55-8B0E-0A6D3C5B7F21 http://127.0.0.1:8100/",
      "00008030-000A11112222333A http://192.0.2.7:8100/base",
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ["http://127.0.0.1:8100", "an entry is not ID=http://HOST:PORT"],
    ["=http://127.0.0.1:8100", "an entry is not ID=http://HOST:PORT"],
    ["A=8100", 'the address of "A" cannot be read'],
    ["A=https://127.0.0.1:8100", 'the address of "A" is not an http:// address'],
    ["A=file:///x", 'the address of "A" is not an http:// address'],
    ["A=http://user:secret@h:1", 'the address of "A" has more in it than host, port and path'],
    ["A=http://h:1?token=secret", 'the address of "A" has more in it than host, port and path'],
  ])("cannot be %j, and says why without repeating it", (text, problem) => {
    expect(parseWdaAddresses(text)).toEqual({ addresses: [], problems: [problem] });
  });

  it("gives no device two", () => {
    const { addresses, problems } = parseWdaAddresses("A=http://h:1 A=http://h:2");

    expect(addresses.map(({ url }) => url.href)).toEqual(["http://h:1/"]);
    expect(problems).toEqual(['"A" has two addresses; the first is used']);
  });

  it("is nothing when it is not set, and its faults are listed with those of other settings", () => {
    expect(readSettings({}, "linux").wdaAddresses).toEqual([]);
    expect(readSettings({ AUTOMOBILE_WDA: "A" }, "linux").problems).toEqual([
      { variable: "AUTOMOBILE_WDA", problem: "an entry is not ID=http://HOST:PORT" },
    ]);
  });
});
