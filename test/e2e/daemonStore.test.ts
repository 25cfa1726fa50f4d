import { expect, it } from "vitest";
import { closedPort } from "../support/closedPort.js";
import { daemonHome } from "../support/daemonHome.js";
import { startAutomobile } from "../support/runAutomobile.js";

it("a daemon says where it stands that its store cannot be used, and that no other takes its answers", async () => {
  const [home, port] = await Promise.all([daemonHome(), closedPort()]);
  const { child, end } = startAutomobile(["daemon", "run", "--lab", "1"], {
    AUTOMOBILE_STATE_DIR: home.path,
    AUTOMOBILE_STORE: `redis://user:secret@127.0.0.1:${port}`,
  });
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => (stderr += text.toString("utf8")));
  await expect.poll(() => stderr).toContain("automobile doctor says more");
  child.kill("SIGTERM");
  await end;
  await home.remove();

  const [, key, store] = stderr.split("\n");
  expect([key, store]).toEqual([
    "automobile: warning: AUTOMOBILE_STORE is set and AUTOMOBILE_REQUEST_STATE_KEY is not: no other daemon takes the answers to what this one asks",
    `automobile: warning: the store at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}. Calls are refused until it can; automobile doctor says more`,
  ]);
});
