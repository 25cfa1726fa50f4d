import { beforeEach, describe, expect, it } from "vitest";
import type { StoredTask } from "../../../src/server/tasks/storedTask.js";
import type { TaskLimits, TaskStore } from "../../../src/server/tasks/taskStore.js";
import { CANCELLED, COMPLETED, FAILED, nextVersion, storedTask, WAITING } from "./storedTasks.js";

/** Small, so that a test fills a store with three tasks. */
export const CONTRACT_LIMITS: TaskLimits = { openPerOwner: 2, openInAll: 3, finishedInAll: 2 };

/** By then a store that has just been opened no longer gives strangers the benefit of the doubt. */
const SETTLED_MS = 7000;

/** One place that tasks are kept in, and the processes that share it. */
export interface SharedPlace {
  /** A store of one more process on the place; in a place of one process, the same store again. */
  readonly join: () => Promise<TaskStore>;
  /** Milliseconds since the Unix epoch, of the clock that the place forgets by. */
  readonly now: () => number;
  /** Lets that much time pass for the place. */
  readonly pass: (ms: number) => Promise<void>;
}

/** What every store keeps to. `open` gives an empty place with `CONTRACT_LIMITS`, and closes it after the test. */
export function taskStoreContract(name: string, open: () => Promise<SharedPlace>): void {
  describe(`${name}, as a store of tasks,`, () => {
    let place: SharedPlace;
    let store: TaskStore;
    let other: TaskStore;

    beforeEach(async () => {
      place = await open();
      store = await place.join();
      other = await place.join();
    });

    it("gives a task back as it was kept, to every process", async () => {
      expect(await store.create(storedTask())).toBe("created");
      expect(await other.read("task-1")).toEqual(storedTask());
    });

    it("undoes a creation, which takes no place any more", async () => {
      const [first, second] = await fill(store, ["task-1", "owner-1"], ["task-2", "owner-1"]);
      await store.withdraw(first);
      expect(await other.read("task-1")).toBeUndefined();
      expect(await idsOf(other)).toEqual(["task-2"]);
      expect(await other.create(storedTask({ taskId: "task-3" }))).toBe("created");
      await store.withdraw(first);
      expect(await other.read("task-2")).toEqual(second);
    });

    it("knows nothing of an id that never was", async () => {
      expect(await store.read("task-1")).toBeUndefined();
      expect(await store.replace(storedTask({ version: 2 }))).toBe(false);
    });

    it.each([
      ["waits", WAITING],
      ["has a result", COMPLETED],
      ["failed", FAILED],
      ["was cancelled", CANCELLED],
      [
        "works and says how far it is",
        { is: "working", worker: "worker-1", stretch: "stretch-1", progress: "3 of 10 MB" },
      ],
    ] as const)("gives a task back that %s", async (_, state) => {
      const created = storedTask();
      await store.create(created);
      expect(await store.replace(nextVersion(created, { state }))).toBe(true);
      expect(await other.read("task-1")).toEqual(nextVersion(created, { state }));
    });

    it("takes one of two replacements of the same version", async () => {
      const created = storedTask();
      await store.create(created);
      const taken = await Promise.all([
        store.replace(nextVersion(created, { state: COMPLETED })),
        other.replace(nextVersion(created, { state: CANCELLED })),
      ]);
      expect(taken.toSorted()).toEqual([false, true]);
      expect((await store.read("task-1"))?.version).toBe(2);
    });

    it("refuses a version that is not the next one", async () => {
      await store.create(storedTask());
      expect(await store.replace(storedTask({ version: 1, state: COMPLETED }))).toBe(false);
      expect(await store.replace(storedTask({ version: 3, state: COMPLETED }))).toBe(false);
      expect(await store.read("task-1")).toEqual(storedTask());
    });

    it("changes a finished task no more", async () => {
      const done = nextVersion(storedTask(), { state: COMPLETED, expiresAt: place.now() + 60_000 });
      await store.create(storedTask());
      await store.replace(done);
      expect(await other.replace(nextVersion(done, { state: CANCELLED }))).toBe(false);
      expect(await other.read("task-1")).toEqual(done);
    });

    it("forgets a finished task when its time is over, and not before", async () => {
      await store.create(storedTask());
      await store.replace(nextVersion(storedTask(), { state: COMPLETED, expiresAt: place.now() + 1000 }));
      await place.pass(500);
      expect(await other.read("task-1")).toBeDefined();
      await place.pass(500);
      expect(await other.read("task-1")).toBeUndefined();
    });

    it("refuses an owner who has as many open tasks as one may have", async () => {
      await fill(store, ["task-1", "owner-1"], ["task-2", "owner-1"]);
      expect(await other.create(storedTask({ taskId: "task-3" }))).toBe("owner_full");
      expect(await other.read("task-3")).toBeUndefined();
      expect(await other.create(storedTask({ taskId: "task-4", owner: "owner-2" }))).toBe("created");
    });

    it("refuses everybody when as many are open as there may be", async () => {
      await fill(store, ["task-1", "owner-1"], ["task-2", "owner-2"], ["task-3", "owner-3"]);
      expect(await other.create(storedTask({ taskId: "task-4", owner: "owner-4" }))).toBe("full");
      expect(await other.read("task-4")).toBeUndefined();
    });

    it("counts a waiting task as open and a finished one not", async () => {
      const [first] = await fill(store, ["task-1", "owner-1"], ["task-2", "owner-1"]);
      const waiting = nextVersion(first, { state: WAITING });
      await store.replace(waiting);
      expect(await other.create(storedTask({ taskId: "task-3" }))).toBe("owner_full");
      await store.replace(nextVersion(waiting, { state: CANCELLED, expiresAt: place.now() + 60_000 }));
      expect(await other.create(storedTask({ taskId: "task-3" }))).toBe("created");
    });

    it("keeps so many finished tasks, and forgets the one that finished first", async () => {
      const tasks = await fill(store, ["task-1", "owner-1"], ["task-2", "owner-2"], ["task-3", "owner-3"]);
      const expiresAt = place.now() + 60_000;
      for (const task of tasks) await store.replace(nextVersion(task, { state: COMPLETED, expiresAt }));
      const kept = await Promise.all(tasks.map(async ({ taskId }) => (await other.read(taskId))?.taskId));
      expect(kept).toEqual([undefined, "task-2", "task-3"]);
    });

    it("finds the open tasks, the one that was longest left alone first, of one owner and of all", async () => {
      const [first, second] = await fill(store, ["task-1", "owner-1"], ["task-2", "owner-2"], ["task-3", "owner-1"]);
      expect(await idsOf(other)).toEqual(["task-1", "task-2", "task-3"]);
      await store.replace(nextVersion(first, { state: WAITING }));
      expect(await idsOf(other)).toEqual(["task-2", "task-3", "task-1"]);
      expect(await idsOf(other, "owner-1")).toEqual(["task-3", "task-1"]);
      await store.replace(nextVersion(second, { state: COMPLETED, expiresAt: place.now() + 60_000 }));
      expect(await idsOf(other, "owner-2")).toEqual([]);
    });

    it("says of itself and of the other that they live, and of a stranger that he does not", async () => {
      expect(await store.isWorkerAlive(store.worker)).toBe(true);
      expect(await store.isWorkerAlive(other.worker)).toBe(true);
      await place.pass(SETTLED_MS);
      expect(await store.isWorkerAlive("nobody")).toBe(false);
      expect(await store.isWorkerAlive(other.worker)).toBe(true);
    });

    it("announces an end to every process until it stops listening", async () => {
      const heard = new Promise<string>((resolve) => other.onEnd(resolve));
      const tooMuch: string[] = [];
      const stop = other.onEnd((taskId) => tooMuch.push(taskId));
      stop();
      await store.announceEnd("task-1");
      expect(await heard).toBe("task-1");
      expect(tooMuch).toEqual([]);
    });
  });
}

/** Makes open tasks with these ids and owners, oldest first. */
async function fill(
  store: TaskStore,
  ...rows: readonly (readonly [taskId: string, owner: string])[]
): Promise<readonly [StoredTask, StoredTask, ...StoredTask[]]> {
  const [first = storedTask(), second = storedTask(), ...others] = rows.map(([taskId, owner]) =>
    storedTask({ taskId, owner }),
  );
  for (const task of [first, second, ...others]) await store.create(task);
  return [first, second, ...others];
}

/** The ids of open tasks, in the store's order. */
async function idsOf(store: TaskStore, owner?: string): Promise<readonly string[]> {
  return (await store.openTasks(owner)).tasks.map(({ taskId }) => taskId);
}
