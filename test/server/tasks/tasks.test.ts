import { ProtocolError } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { cites } from "../../requirements.js";
import { settled } from "../../support/settled.js";
import { taskWorld, textEnd, textResult } from "./taskWorld.js";

const OWNER = "owner-1";
const ACCEPT = { deviceChoice: { action: "accept", content: { deviceId: "R3CN90ABCDE" } } };
const notAbandoned = (): void => {
  throw new Error("nothing was asked");
};

describe("a task", () => {
  it("is kept before its maker is told of it, works, and then has its result", async () => {
    const { start, tasks } = taskWorld();
    const { taskId, end } = await start();
    expect((await tasks.read({ taskId, owner: OWNER }))?.state.is).toBe("working");

    await end("seen");

    expect((await tasks.read({ taskId, owner: OWNER }))?.state).toEqual({
      is: "completed",
      result: textResult("seen"),
    });
  });

  it("has an id that cannot be guessed, another one each time", async () => {
    const { start } = taskWorld();
    const ids = [(await start()).taskId, (await start()).taskId];
    expect(ids[0]).toMatch(/^[\w-]{24}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it("completes with a tool's error as its result, and fails only by a JSON-RPC error", async () => {
    const { start, kept } = taskWorld();
    const refused = await start();
    await refused.end("refused");
    const failed = await start();
    await failed.fail(new ProtocolError(-32_602, "Unknown tool"));

    expect((await kept(refused.taskId))?.state.is).toBe("completed");
    expect((await kept(failed.taskId))?.state).toEqual({
      is: "failed",
      error: { code: -32_602, message: "Unknown tool" },
    });
  });

  it("fails as an internal error by a bug, which is logged and not told", async () => {
    const { start, kept, log } = taskWorld();
    const { taskId, fail } = await start();
    await fail(new TypeError("x is undefined"));

    expect((await kept(taskId))?.state).toEqual({
      is: "failed",
      error: { code: -32_603, message: "Internal error; the server's log says more" },
    });
    expect(log.lines).toMatchObject([{ level: "error", line: "a tool call failed on a bug" }]);
  });

  it("says how far it is, once a second at the most", async () => {
    const { start, kept, timer } = taskWorld();
    const { taskId, stretch, end } = await start();
    stretch.report({ done: 1, total: 4, message: "sending the app" });
    stretch.report({ done: 2, total: 4, message: "sending the app" });
    await settled();
    expect((await kept(taskId))?.state).toMatchObject({ is: "working", progress: "sending the app (25 %)" });

    timer.advance(1000);
    stretch.report({ done: 4, message: "the device installs the app" });
    await settled();
    expect((await kept(taskId))?.state).toMatchObject({ progress: "the device installs the app" });
    await end("installed");
    expect((await kept(taskId))?.state.is).toBe("completed");
  });

  it("can be read for a quarter of an hour after its end, and is unknown then", async () => {
    const { start, tasks, timer } = taskWorld();
    const { taskId, end } = await start();
    timer.advance(60_000);
    await end("seen");

    timer.advance(899_999);
    expect(await tasks.read({ taskId, owner: OWNER })).toBeDefined();
    timer.advance(1);
    expect(await tasks.read({ taskId, owner: OWNER })).toBeUndefined();
  });
});

describe("the task of another owner", () => {
  it(cites("K2")`is not there: it cannot be seen, answered or cancelled`, async () => {
    const { startWaiting, tasks, kept } = taskWorld();
    const taskId = await startWaiting();
    const stranger = { taskId, owner: "owner-2" };

    expect(await tasks.read(stranger)).toBeUndefined();
    expect(await tasks.answer(stranger, ACCEPT, async () => textEnd("stolen"))).toBe(false);
    expect(await tasks.cancel(stranger, notAbandoned)).toBe(false);
    expect((await kept(taskId))?.version).toBe(2);
  });
});

describe("cancelling", () => {
  it.each([
    ["waitFor", "did_not_run"],
    ["installApp", "may_have_run"],
  ])("stops the work of %s and says that something %s", async (name, effect) => {
    const { start, tasks, kept } = taskWorld();
    const { taskId, stretch, end } = await start({ call: { name, arguments: {} } });

    expect(await tasks.cancel({ taskId, owner: OWNER }, notAbandoned)).toBe(true);

    expect(stretch.signal.aborted).toBe(true);
    expect((await kept(taskId))?.state).toEqual({ is: "cancelled", effect, why: "asked" });
    await end("a result that comes too late");
    expect((await kept(taskId))?.state.is).toBe("cancelled");
  });

  it("tells of the question that nobody will answer now", async () => {
    const { startWaiting, tasks } = taskWorld();
    const taskId = await startWaiting();
    const abandoned: unknown[] = [];

    await tasks.cancel({ taskId, owner: OWNER }, (stretch) => abandoned.push(stretch.memo));
    await tasks.cancel({ taskId, owner: OWNER }, (stretch) => abandoned.push(stretch.memo));

    expect(abandoned).toEqual(["what was offered"]);
  });

  it("leaves a finished task alone, and is acknowledged", async () => {
    const { start, tasks, kept } = taskWorld();
    const { taskId, end } = await start();
    await end("seen");
    expect(await tasks.cancel({ taskId, owner: OWNER }, notAbandoned)).toBe(true);
    expect((await kept(taskId))?.state.is).toBe("completed");
  });
});

describe("work", () => {
  it("holds this process while it runs here, and no longer", async () => {
    const { start, startWaiting, held } = taskWorld();
    await startWaiting();
    expect(held()).toBe(0);
    const { end } = await start();
    expect(held()).toBe(1);
    await end("seen");
    expect(held()).toBe(0);
  });
});

describe("answers", () => {
  it(cites("K5")`cost nothing to wait for: no timer, and no work that is under way`, async () => {
    const { startWaiting, timer, tasks } = taskWorld();
    await startWaiting();
    expect(timer.live()).toEqual([]);
    await tasks.close();
  });

  it("go on with the work once, with what was offered and what came", async () => {
    const { startWaiting, tasks, kept } = taskWorld();
    const taskId = await startWaiting();
    const stretches: unknown[] = [];
    const resume: Parameters<typeof tasks.answer>[2] = async ({ memo, answers }) => {
      stretches.push({ memo, answers });
      return textEnd("ran");
    };

    const both = [ACCEPT, ACCEPT].map((answers) => tasks.answer({ taskId, owner: OWNER }, answers, resume));
    expect(await Promise.all(both)).toEqual([true, true]);
    await settled();

    expect(stretches).toEqual([{ memo: "what was offered", answers: ACCEPT }]);
    expect((await kept(taskId))?.state).toEqual({ is: "completed", result: textResult("ran") });
  });

  it("lose against a cancellation that came first", async () => {
    const { startWaiting, tasks, kept } = taskWorld();
    const taskId = await startWaiting();
    await tasks.cancel({ taskId, owner: OWNER }, () => undefined);

    expect(await tasks.answer({ taskId, owner: OWNER }, ACCEPT, async () => textEnd("ran"))).toBe(true);

    expect((await kept(taskId))?.state).toMatchObject({ is: "cancelled", effect: "did_not_run" });
  });
});

describe("closing", () => {
  it("stops what works, fails it, and leaves what waits", async () => {
    const { start, startWaiting, tasks, kept } = taskWorld();
    const running = await start();
    const waiting = await startWaiting();

    const closed = tasks.close();
    expect(running.stretch.signal.aborted).toBe(true);
    await running.fail(running.stretch.signal.reason);
    await closed;

    expect((await kept(running.taskId))?.state).toMatchObject({ is: "failed", error: { code: -32_603 } });
    expect((await kept(waiting))?.state.is).toBe("input_required");
  });
});
