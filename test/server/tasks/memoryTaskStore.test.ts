import { expect, it } from "vitest";
import { createMemoryTaskStore } from "../../../src/server/tasks/memoryTaskStore.js";
import { manualTimer } from "../../support/manualTimer.js";
import { nextVersion, storedTask, WAITING } from "./storedTasks.js";
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
