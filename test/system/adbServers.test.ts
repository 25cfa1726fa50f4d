import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAdbServers } from "../../src/system/adbServers.js";
import { readSettings } from "../../src/system/settings.js";

const FIRST = { host: "127.0.0.1", port: 5037 };

describe("AUTOMOBILE_ADB_SERVERS", () => {
  it("names the adb servers of other hosts, in its order", () => {
    expect(parseAdbServers("Farm.example:5037, 192.0.2.7:5040 [2001:db8::1]:1", FIRST)).toEqual({
      addresses: [
        { host: "farm.example", port: 5037 },
        { host: "192.0.2.7", port: 5040 },
        { host: "2001:db8::1", port: 1 },
      ],
      problems: [],
    });
  });

  it.each([
    ["farm.example", '"farm.example" is not HOST:PORT'],
    [":5037", '":5037" is not HOST:PORT'],
    ["farm.example:0", '"farm.example:0" is not HOST:PORT'],
    ["farm.example:65536", '"farm.example:65536" is not HOST:PORT'],
    ["2001:db8::1:5037", '"2001:db8::1:5037" is not HOST:PORT'],
    ["tcp:farm.example:5037", '"tcp:farm.example:5037" is not HOST:PORT'],
    ["127.0.0.1:5037", '"127.0.0.1:5037" is the adb server that is used anyway'],
    ["LocalHost:5037", '"LocalHost:5037" is the adb server that is used anyway'],
    ["[::1]:5037", '"[::1]:5037" is the adb server that is used anyway'],
    ["[0:0::1]:5037", '"[0:0::1]:5037" is the adb server that is used anyway'],
  ])("cannot be %j, and says why", (text, problem) => {
    expect(parseAdbServers(text, FIRST)).toEqual({ addresses: [], problems: [problem] });
  });

  it("has each server once", () => {
    expect(parseAdbServers("a:1,A:1", FIRST)).toEqual({
      addresses: [{ host: "a", port: 1 }],
      problems: ['"A:1" stands there twice'],
    });
  });

  it("has a tunnel to another host once, whichever name of loopback it goes by, and those of other addresses too", () => {
    expect(parseAdbServers("localhost:6037 127.0.0.1:6037 [::1]:6037 127.0.0.2:6037", FIRST)).toEqual({
      addresses: [
        { host: "localhost", port: 6037 },
        { host: "127.0.0.2", port: 6037 },
      ],
      problems: ['"127.0.0.1:6037" stands there twice', '"[::1]:6037" stands there twice'],
    });
  });

  it("is not the first server by another name of this machine", () => {
    const { addresses, problems } = parseAdbServers("127.0.0.1:5037", { host: "LOCALHOST", port: 5037 });

    expect([addresses, problems.length]).toEqual([[], 1]);
  });

  it("is read or explained entry by entry, whatever it is", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { addresses, problems } = parseAdbServers(text, FIRST);
        expect(addresses.length + problems.length).toBe(text.split(/[\s,]+/).filter((part) => part !== "").length);
      }),
    );
  });

  it("is one of the settings, and its faults are told with theirs", () => {
    expect(readSettings({ AUTOMOBILE_ADB_SERVERS: "a:1,b" }, "linux")).toMatchObject({
      otherAdbServers: [{ host: "a", port: 1 }],
      problems: [{ variable: "AUTOMOBILE_ADB_SERVERS", problem: '"b" is not HOST:PORT' }],
    });
  });
});
