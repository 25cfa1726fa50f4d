import { settleOnce } from "../../../src/core/settleOnce.js";
import { type TaskStore, TaskStoreError } from "../../../src/server/tasks/taskStore.js";

/** The steps of a store that change something. */
type Step = "create" | "replace";

type Deafness = Step | "all" | "replacing";

/** A store that takes what it is given although its reply does not come, as over a line that breaks at the wrong moment. */
export interface UnheardStore {
  /** Puts it in front of a store. */
  readonly wrap: (store: TaskStore) => TaskStore;
  /** From now on that step is done, and its caller is told that the store did not answer. Until `heard`. */
  unheard(step: Step): void;
  /** Nothing can be reached. Until `heard`. */
  gone(): void;
  /** Nothing is replaced, and who tries is told that the store did not answer. Until `heard`. */
  replacesNothing(): void;
  /** All is well again. */
  heard(): void;
  /** The next replacement is done at once, and its caller hears of it only when the function that this gives back is called. */
  late(): () => void;
}

/** Makes one that is well. */
export function unheardStore(): UnheardStore {
  let deafTo: Deafness | undefined;
  let lateReply: Promise<undefined> | undefined;
  const throwIf = (...steps: readonly Deafness[]): void => {
    if (deafTo !== undefined && steps.includes(deafTo)) throw new TaskStoreError("it did not answer");
  };
  return {
    wrap: (store) => ({
      ...store,
      async create(task) {
        throwIf("all");
        const creation = await store.create(task);
        throwIf("create");
        return creation;
      },
      async read(taskId) {
        throwIf("all");
        return await store.read(taskId);
      },
      async replace(next) {
        throwIf("all", "replacing");
        const isTaken = await store.replace(next);
        throwIf("replace");
        const reply = lateReply;
        lateReply = undefined;
        await reply;
        return isTaken;
      },
    }),
    unheard: (step) => void (deafTo = step),
    gone: () => void (deafTo = "all"),
    replacesNothing: () => void (deafTo = "replacing"),
    heard: () => void (deafTo = undefined),
    late() {
      const { settled, settle } = settleOnce<undefined>();
      lateReply = settled;
      return () => void settle(undefined);
    },
  };
}
