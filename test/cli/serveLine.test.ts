import fc from "fast-check";
import { expect, test } from "vitest";
import { parseServeLine } from "../../src/cli/serveLine.js";
import { toServerArgs } from "../../src/cli/serverFlags.js";

const HELP_HINT = "automobile serve --help lists what it takes";

test.each([
  { argv: [], lab: undefined, allowDevices: [], requireDeviceId: false },
  { argv: ["serve"], lab: undefined, allowDevices: [], requireDeviceId: false },
  { argv: ["--lab", "2"], lab: 2, allowDevices: [], requireDeviceId: false },
  { argv: ["serve", "--lab=1", "--lab=3"], lab: 3, allowDevices: [], requireDeviceId: false },
  {
    argv: ["serve", "--allow-device", "A", "--require-device-id", "--allow-device=B=C"],
    lab: undefined,
    allowDevices: ["A", "B=C"],
    requireDeviceId: true,
  },
])("$argv starts a server", ({ argv, ...options }) => {
  expect(parseServeLine(argv)).toEqual({ is: "serve", options });
});

test("a proxy takes the flags of a server", () => {
  const options = { lab: 2, allowDevices: ["A"], requireDeviceId: false };
  expect(parseServeLine(["proxy", "--lab", "2", "--allow-device=A"])).toEqual({ is: "proxy", options });
});

test.each([
  { argv: ["--labs", "2"], problem: 'unknown option "--labs" (did you mean --lab?)' },
  {
    argv: ["serve", "--allow-devices=A"],
    problem: 'unknown option "--allow-devices=A" (did you mean --allow-device?)',
  },
  { argv: ["serve", "--qwertyuiop"], problem: 'unknown option "--qwertyuiop"' },
  { argv: ["-lab"], problem: 'unknown option "-lab" (did you mean --lab?)' },
  { argv: ["--lab"], problem: "--lab needs a value: --lab N" },
  { argv: ["--allow-device", "--lab"], problem: "--allow-device needs a value: --allow-device ID" },
  { argv: ["--lab", "0"], problem: '--lab takes a whole number from 1 to 1000, not "0"' },
  { argv: ["--lab=two"], problem: '--lab takes a whole number from 1 to 1000, not "two"' },
  { argv: ["--lab=1e2"], problem: '--lab takes a whole number from 1 to 1000, not "1e2"' },
  { argv: ["--allow-device="], problem: "--allow-device takes a device id, and got an empty one" },
  { argv: ["--require-device-id=yes"], problem: "--require-device-id takes no value" },
])("$argv is wrong use", ({ argv, problem }) => {
  expect(parseServeLine(argv)).toEqual({ is: "wrong_use", problem, hint: HELP_HINT });
});

test("a command after the flags is told to come first", () => {
  expect(parseServeLine(["--lab", "2", "devices"])).toEqual({
    is: "wrong_use",
    problem: 'unexpected argument "devices"',
    hint: "a command comes first, as in: automobile devices …",
  });
});

test.each([[["devices"]], [["serve", "--help"]], [["--lab", "2", "-h"]], [["--version"]], [["call", "tapOn"]]])(
  "%j is for the full program",
  (argv) => {
    expect(parseServeLine(argv)).toEqual({ is: "other" });
  },
);

test("reads back every command line that it writes for a server of its own", () => {
  const options = fc.record({
    lab: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
    allowDevices: fc.array(fc.string({ unit: "binary" }).filter((id) => id.trim() !== "")),
    requireDeviceId: fc.boolean(),
  });
  fc.assert(
    fc.property(options, (chosen) => {
      expect(parseServeLine(["serve", ...toServerArgs(chosen)])).toEqual({ is: "serve", options: chosen });
    }),
  );
});
