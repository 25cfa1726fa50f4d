import { expect, it } from "vitest";
import { initialize } from "../support/proxyWorld.js";
import { runAutomobile } from "../support/runAutomobile.js";
import { startServerProcess } from "../support/serverProcess.js";

const NAMED = { AUTOMOBILE_STORE: "redis://:pass-word@127.0.0.1:9" };
const SAID = "AUTOMOBILE_STORE is for daemons and not used here";

const timesIn = (text: string): number => text.split(SAID).length - 1;

it("a server on stdio that is given a store says once that it does not use it, and serves", async () => {
  const server = startServerProcess({ args: ["--lab", "1"], env: NAMED });
  await initialize(server);
  const first = await server.request("tools/call", { name: "deviceInfo" });
  const second = await server.request("tools/call", { name: "deviceInfo" });
  await server.end();

  expect([first.body["result"], second.body["result"]]).toMatchObject([
    { structuredContent: {} },
    { structuredContent: {} },
  ]);
  expect(timesIn(server.stderr())).toBe(1);
  expect(server.stderr()).not.toContain("pass-word");
});

it.each([[[]], [["--verbose"]]])("call says so once for the server that it starts (%j)", async (flags) => {
  const { exitCode, stderr } = await runAutomobile(["call", "deviceInfo", "--lab", "1", ...flags], NAMED);

  expect(exitCode).toBe(0);
  expect(timesIn(stderr)).toBe(1);
});

it("call says nothing of it for a server elsewhere", async () => {
  const { stderr } = await runAutomobile(["call", "--url", "http://127.0.0.1:9/mcp"], NAMED);

  expect(stderr).not.toContain("AUTOMOBILE_STORE");
});
