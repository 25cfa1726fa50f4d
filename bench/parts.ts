import { measureColdStarts } from "./coldStart.js";
import type { Comparison } from "./comparison.js";
import { measureDaemonLoad } from "./daemonLoad.js";
import { measureDaemonMemory } from "./daemonMemory.js";
import { measureDeviceCalls } from "./deviceCalls.js";
import { measureDeviceGrowth } from "./deviceGrowth.js";
import type { Effort } from "./effort.js";
import { measureIdleProxies } from "./idleProxies.js";
import { measureLongHour } from "./longHour.js";
import { measureParallelCalls } from "./parallelCalls.js";
import { measureProxyCalls } from "./proxyCalls.js";
import { measureReplicas } from "./replicas.js";
import { measureRivalCalls } from "./rivalCalls.js";
import { measureServeMemory } from "./serveMemory.js";
import { measureWaitingTasks } from "./waitingTasks.js";

/** What is measured in one go, under the name by which it can be run alone. */
export interface Part {
  readonly name: string;
  readonly measure: (effort: Effort) => Promise<readonly Comparison[]>;
  /**
   * What it cannot do without. `registry`: installs another server. `redis`: a redis-server, and Linux. Both are no part of a
   * smoke run.
   */
  readonly needs?: "linux" | "redis" | "registry";
}

/** In the order of the table. */
export const PARTS: readonly Part[] = [
  { name: "start", measure: measureColdStarts },
  { name: "calls", measure: measureDeviceCalls },
  { name: "rival", measure: measureRivalCalls, needs: "registry" },
  { name: "growth", measure: measureDeviceGrowth },
  { name: "parallel", measure: measureParallelCalls },
  { name: "proxy", measure: measureProxyCalls },
  { name: "load", measure: measureDaemonLoad },
  { name: "replicas", measure: measureReplicas, needs: "redis" },
  { name: "serve-memory", measure: measureServeMemory, needs: "linux" },
  { name: "daemon-memory", measure: measureDaemonMemory, needs: "linux" },
  { name: "idle-proxies", measure: measureIdleProxies, needs: "linux" },
  { name: "asks", measure: measureLongHour },
  { name: "tasks", measure: measureWaitingTasks },
];
