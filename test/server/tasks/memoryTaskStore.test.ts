import { expect, it } from "vitest";
import { createMemoryTaskStore } from "../../../src/server/tasks/memoryTaskStore.js";
import { createInFlight } from "../../../src/daemon/inFlight.js";
import { manualTimer } from "../../support/manualTimer.js";
import { COMPLETED, nextVersion, storedTask, WAITING } from "./storedTasks.js";
import { CONTRACT_LIMITS, taskStoreContract } from "./taskStore.contract.js";

taskStoreContract("memory", async () => {
  const timer = manualTimer();
  const store = createMemoryTaskStore({ timer, limits: CONTRACT_LIMITS });
  return {
    join: async () => store,
    now: timer.now,
    pass: async (ms) => {
      timer.advance(ms);
    },
  };
});

it("waits on no timer, whatever is kept", async () => {
  const timer = manualTimer();
  const store = createMemoryTaskStore({ timer, limits: CONTRACT_LIMITS });
  await store.create(storedTask());
  await store.replace(nextVersion(storedTask(), { state: WAITING }));
  expect(timer.live()).toEqual([]);
});

it("holds its process while a task works or waits, and lets go with its end", async () => {
  const holds = createInFlight();
  const store = createMemoryTaskStore({ timer: manualTimer(), limits: CONTRACT_LIMITS, hold: holds.enter });
  const waiting = nextVersion(storedTask(), { state: WAITING });

  await store.create(storedTask());
  expect(holds.count()).toBe(1);
  await store.replace(waiting);
  expect(holds.count()).toBe(1);
  await store.replace(nextVersion(waiting, { state: COMPLETED }));
  expect(holds.count()).toBe(0);
});
