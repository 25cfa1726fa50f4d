import type { Log } from "../../core/log.js";
import type { Cancel, Timer } from "../../core/timer.js";
import { AdbFailure } from "./adbFailure.js";
import { adbUnreachable } from "./androidRefusals.js";
import { parseDeviceLines, type DeviceLine } from "./deviceLine.js";
import { openHostService, type ServerConnection } from "./serverConnection.js";
import type { ServerAddress } from "./serverSocket.js";
import type { StartServer } from "./serverStarter.js";
import { withDeadline } from "../../core/withDeadline.js";

/** The adb server's device list as it was last pushed. */
export interface TrackedList {
  /** Grows with every connection: transport ids mean something only within one, for a restarted server counts from 1 again. */
  readonly epoch: number;
  readonly lines: readonly DeviceLine[];
}

/** Keeps one connection on which the adb server pushes its device list. */
export interface DeviceTracker {
  /**
   * The newest list, at once while the connection stands and the list is fresh; otherwise the connection is opened, and the
   * server started if it may be.
   *
   * @throws Refusal `adb_not_found`, `adb_unreachable`.
   */
  current(): Promise<TrackedList>;
  /** Whether the connection on which this list came still stands. */
  isStanding(list: TrackedList): boolean;
  /** Ends the connection and every wait. */
  close(): void;
}

/** What a tracker needs. */
export interface DeviceTrackerOptions {
  readonly address: ServerAddress;
  readonly startServer: StartServer;
  readonly timer: Timer;
  readonly log: Log;
  /** Told after each change: a list, or `undefined` when the connection is lost. */
  readonly onChange: (list: TrackedList | undefined) => void;
}

/** Longest silence from a server that accepted the connection. */
export const GREETING_TIMEOUT_MS = 5_000;

/**
 * How long a pushed list is taken as it is. Older adb servers (29, for one) do not push that a device over TCP went offline,
 * so a list that is older is compared with what adb says now.
 */
export const TRUSTED_MS = 1_000;

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/** Makes a tracker that does nothing until it is first asked. */
export function createDeviceTracker(options: DeviceTrackerOptions): DeviceTracker {
  const { address, startServer, timer, log, onChange } = options;
  const closing = new AbortController();
  let epoch = 0;
  let latest: TrackedList | undefined;
  let latestText: string | undefined;
  let connection: ServerConnection | undefined;
  let checkedAtMs = 0;
  let starting: Promise<TrackedList> | undefined;
  let checking: Promise<void> | undefined;
  let retrying: Promise<void> | undefined;
  let cancelRetry: Cancel = () => undefined;

  const latestList = () => latest;

  async function openStarting(): Promise<TrackedList> {
    cancelRetry();
    try {
      return await openTracking();
    } catch (error) {
      if (!(error instanceof AdbFailure) || error.kind !== "no_connection") throw await explain(error);
      await startServer(error.reason, closing.signal);
    }
    try {
      return await openTracking();
    } catch (error) {
      throw await explain(error);
    }
  }

  async function openTracking(): Promise<TrackedList> {
    const bounds = { timer, timeoutMs: GREETING_TIMEOUT_MS, label: "adb: first device list", signal: closing.signal };
    const greeting = await withDeadline(bounds, async (signal) => {
      const opened = await openHostService(address, "host:track-devices-l", signal);
      return { opened, text: await opened.readText() };
    });
    if (greeting.is === "timed_out") {
      throw new AdbFailure("broke_off", `it said nothing for ${GREETING_TIMEOUT_MS} ms`);
    }
    connection = greeting.value.opened;
    if (closing.signal.aborted) connection.close();
    epoch += 1;
    const first = accept(greeting.value.text);
    void follow(greeting.value.opened);
    return first;
  }

  function accept(text: string): TrackedList {
    checkedAtMs = timer.now();
    latest = { epoch, lines: parseDeviceLines(text) };
    latestText = text;
    onChange(latest);
    return latest;
  }

  async function check(before: TrackedList): Promise<void> {
    try {
      const text = await ask("host:devices-l");
      // What was pushed in the meantime is newer.
      if (latest !== before) return;
      checkedAtMs = timer.now();
      if (text !== latestText) accept(text);
    } catch (error) {
      if (latest !== before) return;
      if (!(error instanceof AdbFailure) || error.kind !== "no_connection") throw await explain(error);
      // Nothing listens there any more: what is left of the old connection is worth nothing, and the caller opens another.
      if (connection !== undefined) forget(connection);
    }
  }

  /** Asks the server for one text. @throws AdbFailure */
  async function ask(service: string): Promise<string> {
    const bounds = { timer, timeoutMs: GREETING_TIMEOUT_MS, label: `adb: ${service}`, signal: closing.signal };
    const answer = await withDeadline(bounds, async (signal) => {
      const opened = await openHostService(address, service, signal);
      const text = await opened.readText();
      opened.close();
      return text;
    });
    if (answer.is === "done") return answer.value;
    throw new AdbFailure("broke_off", `it said nothing for ${GREETING_TIMEOUT_MS} ms`);
  }

  async function follow(opened: ServerConnection): Promise<void> {
    try {
      for (;;) accept(await opened.readText());
    } catch (error) {
      if (closing.signal.aborted || connection !== opened) return;
      report("adb: the device list's connection is lost", error);
      forget(opened);
      retryAfter(FIRST_RETRY_MS);
    }
  }

  function forget(opened: ServerConnection): void {
    opened.close();
    connection = undefined;
    latest = undefined;
    onChange(undefined);
  }

  function retryAfter(delayMs: number): void {
    cancelRetry = timer.after(delayMs, "adb: reconnect", () => {
      retrying = retry(delayMs);
    });
  }

  /** Never starts a server: nobody is waiting for one. */
  async function retry(delayMs: number): Promise<void> {
    try {
      await openTracking();
    } catch (error) {
      if (closing.signal.aborted) return;
      report("adb: no connection yet", error);
      retryAfter(Math.min(delayMs * 2, LONGEST_RETRY_MS));
    } finally {
      retrying = undefined;
    }
  }

  function report(what: string, error: unknown): void {
    if (error instanceof AdbFailure) log.info(what, { reason: error.reason });
    else log.error(what, { error });
  }

  async function explain(error: unknown): Promise<unknown> {
    if (!(error instanceof AdbFailure)) return error;
    if (error.kind !== "refused") return adbUnreachable(address, { cause: error.reason });
    return adbUnreachable(address, {
      cause: `it will not list its devices (${error.reason}); ${await describeVersion()}`,
      hint: "Update Android's platform-tools on the machine that runs the adb server, restart that server, then call again.",
    });
  }

  async function describeVersion(): Promise<string> {
    try {
      const version = Number.parseInt(await ask("host:version"), 16);
      return `its protocol version is ${version}, 41 or later is needed`;
    } catch (error) {
      if (error instanceof AdbFailure) return "it does not tell its version";
      throw error;
    }
  }

  return {
    async current() {
      closing.signal.throwIfAborted();
      await retrying;
      const known = latestList();
      // A clock that was set back must not make an old list trusted.
      if (known !== undefined && Math.abs(timer.now() - checkedAtMs) >= TRUSTED_MS) {
        checking ??= check(known).finally(() => {
          checking = undefined;
        });
        await checking;
      }
      const fresh = latestList();
      if (fresh !== undefined) return fresh;
      starting ??= openStarting().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    isStanding: (list) => !closing.signal.aborted && latest?.epoch === list.epoch,
    close() {
      cancelRetry();
      closing.abort(new Error("the adb connection was closed"));
      connection?.close();
    },
  };
}
