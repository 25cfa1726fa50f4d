import { type StartedDaemon, startDaemon, type StartDaemonOptions } from "../../src/daemon/startDaemon.js";
import { createDaemonServer } from "../../src/server/index.js";
import { createHttpExchange } from "../../src/system/httpExchange.js";
import { ownPid, processMark } from "../../src/system/processMark.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { recordingLog, type RecordingLog } from "./recordingLog.js";
import { testStateFolder } from "./stateFolder.js";

/** A daemon in this process, over two virtual phones, spoken to over its real port. */
export interface LabDaemon {
  readonly daemon: StartedDaemon;
  readonly log: RecordingLog;
  /** One request with the token, at a path of the daemon; headers that are given come on top. */
  send(path: string, request?: DaemonRequest): Promise<Response>;
  /** Ends it, and removes its state folder. */
  close(): Promise<void>;
}

/** One request to a daemon. */
export interface DaemonRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Starts one. */
export async function labDaemon(overrides: Partial<StartDaemonOptions> = {}): Promise<LabDaemon> {
  const state = await testStateFolder();
  const log = recordingLog();
  const daemon = await startDaemon({
    folder: state.folder,
    surroundings: { exchange: createHttpExchange(systemTimer), processMark },
    ...{ version: "1.2.3", pid: ownPid(), settings: { "--lab": "2" }, idleExitMs: undefined },
    listen: { host: "127.0.0.1", port: 0, allowHosts: [] },
    sharedToken: undefined,
    ...{ timer: systemTimer, log },
    makeServer: (parts) => {
      return createDaemonServer({ ...parts, log, serve: { lab: 2, allowDevices: [], requireDeviceId: false } });
    },
    ...overrides,
  });
  return {
    ...{ daemon, log },
    send: (path, { method = "POST", headers = {}, body, signal } = {}) =>
      fetch(new URL(path, daemon.url), {
        method,
        headers: {
          Authorization: `Bearer ${daemon.token}`,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    async close() {
      await daemon.close();
      await state.remove();
    },
  };
}
