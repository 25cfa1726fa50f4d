import { describe, expect, it } from "vitest";
import { cites } from "../../requirements.js";
import { storedTask } from "./storedTasks.js";
import { taskWorld, type TaskWorld, textEnd } from "./taskWorld.js";

const HOUR_MS = 3_600_000;

async function tryToStart({ tasks }: TaskWorld, owner: string): Promise<string> {
  const { call, caller } = storedTask();
  const started = await tasks.start({ owner, call, caller, begin: async () => textEnd("done") });
  return started.is === "started" ? "started" : `at most ${started.limit}`;
}

describe("as many tasks as there may be", () => {
  it(cites("K5")`are a limit for one owner, and no harm to another`, async () => {
    const world = taskWorld();
    await world.startWaiting();
    await world.startWaiting();

    expect(await tryToStart(world, "owner-1")).toBe("at most 2");
    expect(await tryToStart(world, "owner-2")).toBe("started");
  });

  it(cites("K5")`are a limit for all owners together`, async () => {
    const world = taskWorld();
    for (const owner of ["owner-1", "owner-2", "owner-3"]) await world.startWaiting(owner);

    expect(await tryToStart(world, "owner-4")).toBe("at most 3");
  });

  it("are no limit any more when one has ended", async () => {
    const world = taskWorld();
    const taskId = await world.startWaiting();
    await world.startWaiting();
    await world.tasks.cancel({ taskId, owner: "owner-1" }, () => undefined);

    expect(await tryToStart(world, "owner-1")).toBe("started");
  });

  it("make way where one has waited for an hour, the oldest first", async () => {
    const world = taskWorld();
    const first = await world.startWaiting();
    world.timer.advance(1);
    const second = await world.startWaiting();

    world.timer.advance(HOUR_MS - 2);
    expect(await tryToStart(world, "owner-1")).toBe("at most 2");
    world.timer.advance(1);
    expect(await tryToStart(world, "owner-1")).toBe("started");

    expect((await world.kept(first))?.state).toEqual({ is: "cancelled", effect: "did_not_run", why: "gave_way" });
    expect((await world.kept(second))?.state.is).toBe("input_required");
  });

  it("make way where one has waited for an hour behind one that works", async () => {
    const world = taskWorld();
    const { taskId } = await world.start();
    const waiting = await world.startWaiting();
    world.timer.advance(HOUR_MS);

    expect(await tryToStart(world, "owner-1")).toBe("started");
    expect((await world.kept(taskId))?.state.is).toBe("working");
    expect((await world.kept(waiting))?.state.is).toBe("cancelled");
  });

  it("do not make way while they work, however long", async () => {
    const world = taskWorld();
    await world.start();
    await world.start();
    world.timer.advance(24 * HOUR_MS);

    expect(await tryToStart(world, "owner-1")).toBe("at most 2");
  });
});
