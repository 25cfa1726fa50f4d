import { describe, expect, it } from "vitest";
import { readRecord } from "../../src/daemon/endpointRecord.js";
import { startDaemon, type StartDaemonOptions } from "../../src/daemon/startDaemon.js";
import { envelope } from "../server/servedConnection.js";
import { KNOWS_TASKS } from "../server/tasks/taskConnection.js";
import { modernTap } from "../support/daemonCalls.js";
import { labDaemon } from "../support/labDaemon.js";
import { scriptedExchange } from "../support/scriptedExchange.js";
import type { DaemonServer } from "../../src/server/index.js";
import type { HoldProcess } from "../../src/server/tasks/taskStore.js";
import { settleOnce } from "../../src/core/settleOnce.js";
import { memoryFolder } from "../support/memoryFolder.js";
import { manualTimer } from "../support/manualTimer.js";
import { recordingLog } from "../support/recordingLog.js";

const HEADERS = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

const LISTEN = { host: "127.0.0.1", port: 0, allowHosts: [] };

/** What serves nothing in the tests that begin with one of these. */
const NOTHING: DaemonServer = {
  createServer: () => Promise.reject(new Error("not asked for here")),
  resolve: async () => [],
  close: async () => undefined,
};

/** A daemon over nothing, whose `resolve` is as slow as the test wants, on a clock that stands still. */
const startBare = async (overrides: Partial<StartDaemonOptions> = {}) => {
  const timer = manualTimer();
  const folder = memoryFolder();
  const asked = settleOnce<undefined>();
  const answer = settleOnce<undefined>();
  const closed: string[] = [];
  const daemon = await startDaemon({
    ...{ folder, timer, version: "1.2.3", pid: 77, settings: {}, idleExitMs: undefined, log: recordingLog() },
    listen: LISTEN,
    sharedToken: undefined,
    surroundings: {
      exchange: scriptedExchange(() => ({ outcome: "timed_out" })).exchange,
      processMark: async () => "mark",
    },
    makeServer: () => ({
      ...NOTHING,
      async resolve() {
        asked.settle(undefined);
        await answer.settled;
        return [];
      },
      close: async () => void closed.push("server"),
    }),
    ...overrides,
  });
  const resolve = (): Promise<Response> =>
    fetch(new URL("/resolve", daemon.url), {
      method: "POST",
      headers: HEADERS(daemon.token),
      body: JSON.stringify({ name: "tapAt", arguments: {} }),
    });
  return { daemon, timer, folder, closed, resolve, asked: asked.settled, answer: () => answer.settle(undefined) };
};

describe("a daemon that ends", () => {
  it("finishes what is in flight, refuses what comes, and then says goodbye", async () => {
    const { daemon, folder, closed, resolve, asked, answer, timer } = await startBare();
    const inFlight = resolve();
    await asked;

    const ended = daemon.close();
    const late = await resolve();
    expect(late.status).toBe(503);
    expect(await late.text()).toContain("did not run");
    expect(await readRecord(folder)).toMatchObject({ is: "recorded" });
    answer();

    expect((await inFlight).status).toBe(200);
    await ended;
    expect(await readRecord(folder)).toEqual({ is: "stopped", generation: 1 });
    expect(closed).toEqual(["server"]);
    expect(timer.live()).toEqual([]);
    await expect(resolve()).rejects.toThrow();
  });

  it("waits for a call that hangs no longer than ten seconds", async () => {
    const { daemon, resolve, asked, timer, closed } = await startBare();
    const hanging = resolve().catch(() => "broke off");
    await asked;

    const ended = daemon.close();
    await expect.poll(() => timer.live()).toEqual(["daemon: calls may finish"]);
    timer.advance(10_000);
    await ended;

    expect(await hanging).toBe("broke off");
    expect(closed).toEqual(["server"]);
  });

  it("does so when nobody came for as long as it was told, counted from the last one", async () => {
    const { daemon, resolve, answer, timer } = await startBare({ idleExitMs: 60_000 });
    timer.advance(59_999);
    answer();
    await (await resolve()).json();
    await expect.poll(() => timer.live()).toEqual(["daemon: nobody is there"]);
    timer.advance(59_999);
    expect(timer.live()).toEqual(["daemon: nobody is there"]);

    timer.advance(1);

    await daemon.closed;
    expect(timer.live()).toEqual([]);
  });

  it("does not end for want of clients while a task would be lost, and counts from the end of the last one", async () => {
    const holds: HoldProcess[] = [];
    const { daemon, timer } = await startBare({
      idleExitMs: 60_000,
      makeServer({ hold }) {
        holds.push(hold);
        return NOTHING;
      },
    });
    const releases = holds.map((hold) => hold());
    timer.advance(3_600_000);
    expect(timer.live()).toEqual([]);

    for (const release of releases) release();
    expect(timer.live()).toEqual(["daemon: nobody is there"]);
    timer.advance(60_000);

    await daemon.closed;
    expect(timer.live()).toEqual([]);
  });

  it("is still there an hour later for a task that waits for its answer", async () => {
    const timer = manualTimer();
    const lab = await labDaemon({ timer, idleExitMs: 60_000 });
    const task = { name: "waitFor", arguments: { text: "Inbox" }, _meta: envelope(KNOWS_TASKS) };
    expect(await modernTap(lab, { "Mcp-Name": "waitFor" }, task)).toMatchObject({ result: { resultType: "task" } });

    timer.advance(3_600_000);

    expect(await modernTap(lab)).toMatchObject({ result: { resultType: "input_required" } });
    await lab.close();
  });

  it("leaves no wait behind when a task ends with it", async () => {
    const releases: (() => void)[] = [];
    const { daemon, timer } = await startBare({
      idleExitMs: 60_000,
      makeServer({ hold }) {
        releases.push(hold());
        return { ...NOTHING, close: async () => releases.forEach((release) => release()) };
      },
    });

    await daemon.close();

    expect(timer.live()).toEqual([]);
  });

  it("does so when it is asked over its port", async () => {
    const { daemon } = await startBare();

    const response = await fetch(new URL("/stop", daemon.url), { method: "POST", headers: HEADERS(daemon.token) });

    expect(response.status).toBe(202);
    await daemon.closed;
  });
});

describe("a daemon that starts", () => {
  it("does not, where another lives, and leaves that one's record alone", async () => {
    const first = await startBare();

    const second = startBare({ folder: first.folder });

    await expect(second).rejects.toThrow("a daemon lives and does not answer (process 77");
    expect(await readRecord(first.folder)).toMatchObject({ record: { instance: first.daemon.record.instance } });
    await first.daemon.close();
  });

  it("takes no other port in place of one that is taken", async () => {
    const first = await startBare();

    const second = startBare({ listen: { ...LISTEN, port: first.daemon.record.port } });

    await expect(second).rejects.toThrow(`port ${first.daemon.record.port} of 127.0.0.1 cannot be listened on`);
    await first.daemon.close();
  });
});
