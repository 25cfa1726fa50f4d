import { expect, it } from "vitest";
import type { AdbLookup } from "../../../src/core/findAdb.js";
import type { ProcessEnd } from "../../../src/core/runProcess.js";
import { createServerStarter, type StartServer } from "../../../src/devices/android/serverStarter.js";
import { fakeLog } from "../../support/fakeLog.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { DONE, scriptedRunner, type ScriptedRunner } from "../../support/scriptedRunner.js";
import { unaborted } from "../../support/unaborted.js";

const FOUND: AdbLookup = { is: "found", path: "/sdk/platform-tools/adb" };

interface Changes {
  readonly isStartable?: boolean;
  readonly lookup?: AdbLookup;
  readonly runner?: ScriptedRunner;
}

function starter({ isStartable = true, lookup = FOUND, runner = scriptedRunner(() => DONE) }: Changes): StartServer {
  return createServerStarter({
    address: { host: "127.0.0.1", port: 5038, isStartable },
    findAdb: async () => lookup,
    runProcess: runner.run,
    log: fakeLog(),
  });
}

it("starts the user's own adb at our port, once in the life of the process", async () => {
  const runner = scriptedRunner(() => DONE);
  const start = starter({ runner });
  await start("refused", unaborted);
  const again = await asyncRefusalOf(start("connect ECONNREFUSED", unaborted));
  expect(runner.started).toEqual(["/sdk/platform-tools/adb -P 5038 start-server"]);
  expect(again).toMatchObject({
    code: "adb_unreachable",
    data: { cause: "it was started once already and is gone again (connect ECONNREFUSED)" },
  });
});

it("names every place where adb was looked for, and looks again at the next call", async () => {
  // case 88
  const runner = scriptedRunner(() => DONE);
  let lookup: AdbLookup = { is: "not_found", tried: ["/a/adb", "/b/adb"] };
  const start = createServerStarter({
    address: { host: "127.0.0.1", port: 5037, isStartable: true },
    findAdb: async () => lookup,
    runProcess: runner.run,
    log: fakeLog(),
  });
  const refusal = await asyncRefusalOf(start("refused", unaborted));
  expect(refusal).toMatchObject({ code: "adb_not_found", data: { tried: ["/a/adb", "/b/adb"] } });
  expect(refusal.message).toContain("/a/adb, /b/adb");
  lookup = FOUND;
  await start("refused", unaborted);
  expect(runner.started).toHaveLength(1);
});

it("starts nothing for an address that adb itself would not start a server at", async () => {
  const runner = scriptedRunner(() => DONE);
  const refusal = await asyncRefusalOf(starter({ isStartable: false, runner })("connect ECONNREFUSED", unaborted));
  expect(refusal).toMatchObject({ code: "adb_unreachable", data: { cause: "connect ECONNREFUSED" } });
  expect(runner.started).toEqual([]);
});

it.each<[ProcessEnd, string]>([
  [
    { outcome: "exited", exitCode: 1, stdout: "", stderr: "cannot bind 'tcp:5038': Address already in use\n" },
    "`/sdk/platform-tools/adb start-server` ended with 1: cannot bind 'tcp:5038': Address already in use",
  ],
  [{ outcome: "not_started", reason: "spawn EACCES" }, "/sdk/platform-tools/adb could not be run: spawn EACCES"],
  [{ outcome: "timed_out", stdout: "", stderr: "" }, "`/sdk/platform-tools/adb start-server` did not end in 20000 ms"],
])("says why adb could not start its server", async (end, cause) => {
  const refusal = await asyncRefusalOf(starter({ runner: scriptedRunner(() => end) })("refused", unaborted));
  expect(refusal).toMatchObject({ code: "adb_unreachable", data: { address: "127.0.0.1:5038", cause } });
});
