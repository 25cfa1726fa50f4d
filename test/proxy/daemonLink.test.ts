import { describe, expect, it } from "vitest";
import { createDaemonLink, type DaemonDoor, type Reach } from "../../src/proxy/daemonLink.js";
import type { PostEnd, Posting } from "../../src/proxy/daemonPost.js";
import { recordingLog } from "../support/recordingLog.js";

const FIRST: DaemonDoor = { host: "127.0.0.1", port: 1, token: "t", run: "first", version: "1.0.0" };
const SECOND: DaemonDoor = { host: "127.0.0.1", port: 2, token: "t", run: "second", version: "1.0.0" };
const ANSWERED: PostEnd = { is: "answered", line: "{}" };

function linkOver(reaches: readonly Reach[], posts: readonly PostEnd[]): Scene {
  const log = recordingLog();
  const ports: number[] = [];
  const reached = [...reaches];
  const ended = [...posts];
  const link = createDaemonLink({
    reach: () => Promise.resolve(reached.shift() ?? { is: "unavailable", cause: "nobody is there" }),
    post: ({ port }) => {
      ports.push(port);
      return Promise.resolve(ended.shift() ?? { is: "not_reached", cause: "refused" });
    },
    version: "1.0.0",
    log,
  });
  return { link, ports, log };
}

interface Scene {
  readonly link: ReturnType<typeof createDaemonLink>;
  readonly ports: readonly number[];
  readonly log: ReturnType<typeof recordingLog>;
}

const posting = (signal: AbortSignal = new AbortController().signal): Posting => ({
  path: "/mcp",
  body: "{}",
  headers: {},
  readAnswer: (text) => text,
  signal,
  onMessage: () => Promise.resolve(),
});
const reached = (door: DaemonDoor): Reach => ({ is: "reached", door });

describe("the link to the daemon", () => {
  it("looks for the daemon once for all messages", async () => {
    const { link, ports } = linkOver([reached(FIRST)], [ANSWERED, ANSWERED]);
    await Promise.all([link.send(posting()), link.send(posting())]);
    expect(ports).toEqual([1, 1]);
  });

  it("sends a message that nobody took to the daemon that is there now, and says that it is another", async () => {
    const { link, ports, log } = linkOver(
      [reached(FIRST), reached(SECOND)],
      [{ is: "not_reached", cause: "x" }, ANSWERED],
    );
    expect(await link.send(posting())).toEqual(ANSWERED);
    expect(ports).toEqual([1, 2]);
    expect(log.lines.map(({ line }) => line)).toEqual([
      "the daemon is another process now; what was waiting in the old one is gone",
    ]);
  });

  it("never sends a message again that may have been taken", async () => {
    const { link, ports } = linkOver([reached(FIRST), reached(SECOND)], [{ is: "lost", cause: "hang up" }, ANSWERED]);
    expect(await link.send(posting())).toEqual({ is: "unreachable", cause: "hang up", effect: "may_have_run" });
    expect(ports).toEqual([1]);
  });

  it("looks for the daemon once more and no oftener", async () => {
    const { link, ports } = linkOver([reached(FIRST), reached(SECOND)], []);
    expect(await link.send(posting())).toEqual({ is: "unreachable", cause: "refused", effect: "did_not_run" });
    expect(ports).toEqual([1, 2]);
  });

  it("asks again after it found none", async () => {
    const { link } = linkOver([{ is: "unavailable", cause: "the disk is full" }, reached(FIRST)], [ANSWERED]);
    expect(await link.send(posting())).toEqual({ is: "unreachable", cause: "the disk is full", effect: "did_not_run" });
    expect(await link.send(posting())).toEqual(ANSWERED);
  });

  it("sends nothing to a daemon with other devices", async () => {
    const { link, ports } = linkOver([{ is: "conflict", differences: ["--lab"] }], []);
    expect(await link.send(posting())).toEqual({ is: "conflict", differences: ["--lab"] });
    expect(ports).toEqual([]);
  });

  it("gives up looking with its caller", async () => {
    const { link, ports } = linkOver([reached(FIRST)], [ANSWERED]);
    expect(await link.send(posting(AbortSignal.abort()))).toEqual({ is: "cancelled" });
    expect(ports).toEqual([]);
  });
});
