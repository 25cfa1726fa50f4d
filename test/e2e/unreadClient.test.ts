import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SHORT_WAITS } from "../support/oddClock.js";
import { initialize, isAlive, type ProxyWorld, startProxyWorld } from "../support/proxyWorld.js";
import { modernCall } from "../support/questionClient.js";
import { resultOf, type ServerProcess } from "../support/serverProcess.js";

const COMMANDS = ["serve", "proxy"] as const;
const LIST = { name: "listDevices" };

/** A line of the log names the client of a call that could not be asked. */
const LONG_NAME = "x".repeat(16 * 1024);
const AMBIGUOUS = modernCall({ name: "tapAt", arguments: { x: 190, y: 564 } }, {}, LONG_NAME);

/** More than all pipes between hold: a list of tools is some 20 KB, and so is a line with that name. */
const MANY = 60;

let world: ProxyWorld;
beforeEach(async () => {
  world = await startProxyWorld();
});
afterEach(async () => {
  await world.close();
});

/** A server whose client asks for much and takes nothing of it. */
async function unreadServer(command: (typeof COMMANDS)[number], env = {}): Promise<ServerProcess> {
  const server = world.start(command, { env });
  await initialize(server);
  await server.request("tools/call", LIST);
  server.stopReading("stdout");
  for (let asked = 0; asked < MANY; asked += 1) server.post("tools/list");
  return server;
}

describe.each(COMMANDS)("%s, before a client that never reads", (command) => {
  it("the standard error, answers every call", async () => {
    const server = world.start(command);
    server.stopReading("stderr");

    for (let call = 0; call < MANY; call += 1) server.post("tools/call", AMBIGUOUS);
    const last = await server.request("tools/call", AMBIGUOUS);

    expect(JSON.stringify(resultOf(last))).toContain("ambiguous_device_target");
    expect(await server.end()).toEqual({ code: 0, signal: null });
  });

  it("its output, ends when it is told to", async () => {
    const server = await unreadServer(command);

    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });

  it("its output, ends by itself after two minutes of that and says why", async () => {
    const server = await unreadServer(command, SHORT_WAITS);

    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.stderr()).toContain("the client took nothing for 120 s");
  });
});

describe("the daemon behind a proxy whose client never reads", () => {
  it("serves others, and outlives the proxy", async () => {
    const proxy = await unreadServer("proxy");
    proxy.post("tools/call", AMBIGUOUS);
    const other = world.start("proxy");
    await initialize(other);

    const { body } = await other.request("tools/call", LIST);
    const { pid } = await world.daemon();
    await proxy.stop();

    expect(body["result"]).toMatchObject({ structuredContent: { complete: true } });
    expect(isAlive(pid)).toBe(true);
  });
});
