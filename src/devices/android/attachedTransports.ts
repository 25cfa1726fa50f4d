import type { Log } from "../../core/log.js";
import { Refusal } from "../../core/refusal.js";
import type { Cancel, Timer } from "../../core/timer.js";
import type { DeviceState } from "../device.js";
import { isPassing, parseAdbState, type AdbState } from "./adbState.js";
import type { KnownTransport } from "./deviceGroups.js";
import { isSerialShared, type DeviceLine } from "./deviceLine.js";
import type { TrackedList } from "./deviceTracker.js";
import type { ProbeFacts } from "./probe.js";
import type { TransportAddress } from "./serverConnection.js";

/** What a probe found out, and what the device can do. */
export interface ProbeAnswer {
  readonly facts: ProbeFacts;
  readonly hasShellProtocol: boolean;
}

/** One entry of adb's list for as long as adb keeps it. */
export interface AttachedTransport extends KnownTransport {
  /** Absent when adb gave no transport id: then nothing can be sent to it. */
  readonly address: TransportAddress | undefined;
  readonly hasShellProtocol: boolean;
}

/** Every transport that adb lists, and what is known of each. */
export interface AttachedTransports {
  /** Takes adb's newest list over and begins to probe what is new; `undefined` forgets everything. */
  update(list: TrackedList | undefined): void;
  /** Probes again what adb calls a device and what was not ready at its last probe. */
  probeUnready(): void;
  /** Whether an answer that was never had before is still on its way, or adb is about to change a state by itself. */
  isSettling(): boolean;
  all(): readonly AttachedTransport[];
  /** Drops what is known of one transport, which turned out not to be so. */
  doubt(address: TransportAddress): void;
  /** Ends every probe. */
  close(): void;
}

/** What keeping track of transports needs. */
export interface AttachedTransportsOptions {
  readonly timer: Timer;
  readonly log: Log;
  /** Asks one device what it is; bounded. */
  readonly probe: (address: TransportAddress, signal: AbortSignal) => Promise<ProbeAnswer>;
  /** Told after each change of what `all` and `isSettling` give. */
  readonly onChange: () => void;
}

/** How long adb may take to get from `connecting` or `authorizing` to a state that stays. */
export const PASSING_STATE_MS = 2_000;

/** How the last probe ended. */
type LastProbe =
  | { readonly is: "none" }
  | { readonly is: "answered"; readonly answer: ProbeAnswer }
  | { readonly is: "silent"; readonly why: string };

/** One transport in one state: another state makes another entry. */
interface Entry {
  line: DeviceLine;
  address: TransportAddress | undefined;
  readonly adbState: AdbState;
  last: LastProbe;
  running: AbortController | undefined;
  /** From the last answer, kept through `offline` to tell whose transport it was. */
  facts: ProbeFacts | undefined;
  /** Set while adb is expected to change the state by itself. */
  cancelPassing: Cancel | undefined;
}

/** Makes an empty list; nothing is probed before the first `update`. */
export function createAttachedTransports(options: AttachedTransportsOptions): AttachedTransports {
  const { timer, log, probe, onChange } = options;
  let epoch: number | undefined;
  let entries: ReadonlyMap<string, Entry> = new Map();

  function toEntry(line: DeviceLine, known: Entry | undefined): Entry {
    const entry: Entry = {
      line,
      address: undefined,
      adbState: parseAdbState(line.stateText),
      last: { is: "none" },
      running: undefined,
      facts: known?.facts,
      cancelPassing: undefined,
    };
    if (isPassing(entry.adbState)) {
      entry.cancelPassing = timer.after(PASSING_STATE_MS, "adb: passing state", () => {
        entry.cancelPassing = undefined;
        onChange();
      });
    }
    return entry;
  }

  function startProbe(entry: Entry): void {
    if (entry.adbState.is !== "attached" || entry.address === undefined || entry.running !== undefined) return;
    const controller = new AbortController();
    entry.running = controller;
    void probe(entry.address, controller.signal)
      .then(
        (answer): LastProbe => ({ is: "answered", answer }),
        (error: unknown): LastProbe => ({ is: "silent", why: describeFailure(error) }),
      )
      .then((last) => {
        if (controller.signal.aborted) return;
        entry.running = undefined;
        entry.last = last;
        if (last.is === "answered") entry.facts = last.answer.facts;
        onChange();
      });
  }

  function describeFailure(error: unknown): string {
    if (error instanceof Refusal) return error.detail.message;
    log.error("adb: a probe failed in a way that is a bug", { error });
    return "it could not be asked what it is";
  }

  return {
    update(list) {
      const known = list?.epoch === epoch ? entries : new Map<string, Entry>();
      const next = new Map<string, Entry>();
      for (const line of list?.lines ?? []) {
        const key = `${line.transportId ?? ""} ${line.serial}`;
        const before = known.get(key);
        const entry = before?.line.stateText === line.stateText ? before : toEntry(line, before);
        entry.line = line;
        entry.address = toAddress(line, list?.lines ?? []);
        next.set(key, entry);
      }
      const kept = new Set(next.values());
      for (const entry of entries.values()) if (!kept.has(entry)) abandon(entry);
      entries = next;
      epoch = list?.epoch;
      for (const entry of kept) if (entry.last.is === "none") startProbe(entry);
      onChange();
    },
    probeUnready() {
      for (const entry of entries.values()) if (stateOf(entry).is !== "ready") startProbe(entry);
    },
    isSettling() {
      return [...entries.values()].some(
        (entry) => entry.cancelPassing !== undefined || (entry.running !== undefined && entry.last.is !== "silent"),
      );
    },
    all: () => [...entries.values()].map(toTransport),
    doubt(address) {
      for (const entry of entries.values()) {
        if (entry.address?.serial === address.serial && entry.address.transportId === address.transportId) {
          entry.last = { is: "none" };
          onChange();
        }
      }
    },
    close() {
      for (const entry of entries.values()) abandon(entry);
      entries = new Map();
      onChange();
    },
  };
}

function abandon(entry: Entry): void {
  entry.cancelPassing?.();
  entry.running?.abort(new Error("the transport is gone"));
}

function toAddress(line: DeviceLine, lines: readonly DeviceLine[]): TransportAddress | undefined {
  if (line.transportId === undefined) return undefined;
  return { serial: line.serial, transportId: line.transportId, isSerialShared: isSerialShared(line, lines) };
}

function toTransport(entry: Entry): AttachedTransport {
  return {
    line: entry.line,
    state: stateOf(entry),
    facts: entry.facts,
    address: entry.address,
    hasShellProtocol: entry.last.is === "answered" && entry.last.answer.hasShellProtocol,
  };
}

function stateOf({ adbState, address, last }: Entry): DeviceState {
  if (adbState.is !== "attached") return adbState;
  if (address === undefined) return { is: "unknown", text: "device, but adb gave it no transport id" };
  switch (last.is) {
    case "none":
      return { is: "not_ready", reason: "unresponsive", detail: "it has not answered yet" };
    case "silent":
      return { is: "not_ready", reason: "unresponsive", detail: last.why };
    case "answered":
      return readiness(last.answer.facts);
  }
}

/** Ready takes more than adb's word: until the package manager answers, the next command would fail as still booting. */
function readiness({ isBootCompleted, isPackageManagerUp }: ProbeFacts): DeviceState {
  if (!isBootCompleted) return { is: "not_ready", reason: "booting", detail: "it has not finished booting" };
  if (!isPackageManagerUp) {
    return { is: "not_ready", reason: "booting", detail: "its package manager does not answer yet" };
  }
  return { is: "ready" };
}
