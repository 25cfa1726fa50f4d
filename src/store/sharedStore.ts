import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Log } from "../core/log.js";
import { parseJson } from "../core/parseJson.js";
import type { Timer } from "../core/timer.js";
import type { DeviceQueue } from "../devices/deviceQueue.js";
import type { ElicitationRecord, ElicitationRecorder } from "../server/elicitationOutcome.js";
import { parseElicitationRecord } from "../server/elicitationRecord.js";
import type { TaskLimits, TaskStore } from "../server/tasks/taskStore.js";
import { createRedisDeviceQueue } from "./redisDeviceQueue.js";
import { createRedisLink } from "./redisLink.js";
import { createRedisTaskStore } from "./redisTaskStore.js";
import { StoreError } from "./storeError.js";
import { storeKey } from "./storeKeys.js";

/** What several processes share, so that it does not matter which of them a request reaches. */
export interface SharedStore {
  readonly tasks: TaskStore;
  readonly queue: DeviceQueue;
  /** Tells the other processes of a record, if they can be reached; waits for nothing and never throws. */
  readonly tellOthers: ElicitationRecorder;
  /** Hears the records of other processes, never those of this one. */
  onRecord(listener: (record: ElicitationRecord) => void): void;
  /** Lets go of everything, the tasks too. Those that use them have closed them before. */
  close(): Promise<void>;
}

/** What a shared store is made of. */
export interface SharedStoreParts {
  /** `redis://` or `rediss://`. */
  readonly url: URL;
  readonly limits: TaskLimits;
  readonly timer: Timer;
  readonly log: Log;
}

const RECORDS_CHANNEL = storeKey("records");
const messageSchema = z.object({ from: z.string(), record: z.unknown() });

/** Opens what processes share in one Redis or Valkey. Does not wait for it to answer: it may be down, and come later. */
export function openSharedStore({ url, limits, timer, log }: SharedStoreParts): SharedStore {
  const link = createRedisLink({ url, timer, log });
  const self = randomUUID();
  const tasks = createRedisTaskStore({ link, timer, limits, log });
  return {
    tasks,
    queue: createRedisDeviceQueue({ link, timer, log }),
    tellOthers(record) {
      link.send(["PUBLISH", RECORDS_CHANNEL, JSON.stringify({ from: self, record })]).catch((error: unknown) => {
        const cause = error instanceof StoreError ? error.message : String(error);
        log.warn("store: subscribers of other processes miss a record", { cause });
      });
    },
    onRecord(listener) {
      void link.subscribe(RECORDS_CHANNEL, (text) => {
        const message = messageSchema.safeParse(parseJson(text));
        const record = message.success ? parseElicitationRecord(message.data.record) : undefined;
        if (record !== undefined && message.data?.from !== self) listener(record);
      });
    },
    async close() {
      await tasks.close();
      await link.close();
    },
  };
}
