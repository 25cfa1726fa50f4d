import { afterAll, beforeAll, describe } from "vitest";
import { findAdb } from "../support/adbBinary.js";
import { startRealAdbServer, type RealAdbServer } from "../support/adbServer.js";
import { startLabWorld, startRealAdbWorld } from "../support/androidWorld.js";
import { androidDriverContract } from "./androidDriver.contract.js";

const adb = findAdb();

androidDriverContract("Android over the lab's own adb server", startLabWorld);

// Where no adb is installed this half is shown as skipped; AUTOMOBILE_REQUIRE_ADB=1 makes that a failure.
describe.skipIf(adb === undefined)("Android over a real adb server", () => {
  let server: RealAdbServer;

  beforeAll(async () => {
    server = await startRealAdbServer(adb ?? "adb");
  });

  afterAll(() => server.close());

  androidDriverContract("of this machine", (phones) => startRealAdbWorld(server.port, phones));
});
