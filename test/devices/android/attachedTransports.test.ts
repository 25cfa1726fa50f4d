import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/refusal.js";
import {
  createAttachedTransports,
  type AttachedTransports,
  type ProbeAnswer,
} from "../../../src/devices/android/attachedTransports.js";
import { timedOut } from "../../../src/devices/deviceRefusals.js";
import { parseDeviceLines } from "../../../src/devices/android/deviceLine.js";
import type { TrackedList } from "../../../src/devices/android/deviceTracker.js";
import { parseProbe } from "../../../src/devices/android/probe.js";
import type { DeviceState } from "../../../src/devices/device.js";
import { fakeLog, type FakeLog } from "../../support/fakeLog.js";
import { manualTimer, type ManualTimer } from "../../support/manualTimer.js";

/** A probe that is still running, and the test's hand on it. */
interface RunningProbe {
  readonly serial: string;
  readonly signal: AbortSignal;
  answer(changes?: { readonly isBootCompleted?: boolean; readonly isPackageManagerUp?: boolean }): Promise<void>;
  fail(error: Error): Promise<void>;
}

let timer: ManualTimer;
let log: FakeLog;
let probes: RunningProbe[];
let transports: AttachedTransports;

beforeEach(() => {
  timer = manualTimer();
  log = fakeLog();
  probes = [];
  transports = createAttachedTransports({
    timer,
    log,
    probe: ({ serial }, signal) =>
      new Promise<ProbeAnswer>((resolve, reject) => {
        const settled = async (settle: () => void) => {
          settle();
          // The registry has taken the outcome over when the promises behind it have run.
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        };
        probes.push({
          serial,
          signal,
          answer: (changes = {}) =>
            settled(() =>
              resolve({
                hasShellProtocol: true,
                facts: { ...parseProbe(Buffer.alloc(0)), isBootCompleted: true, isPackageManagerUp: true, ...changes },
              }),
            ),
          fail: (error) => settled(() => reject(error)),
        });
      }),
    onChange: () => undefined,
  });
});

afterEach(() => {
  transports.close();
  expect(timer.live()).toEqual([]);
});

function list(epoch: number, ...entries: readonly string[]): TrackedList {
  return { epoch, lines: parseDeviceLines(entries.join("\n")) };
}

function line(serial: string, state: string, transportId: number): string {
  return `${serial.padEnd(22)} ${state} transport_id:${transportId}`;
}

function states(): Readonly<Record<string, DeviceState>> {
  return Object.fromEntries(transports.all().map(({ line: { serial }, state }) => [serial, state]));
}

describe("what is probed", () => {
  it("is only what adb calls a device; every other entry shows its own state at once", () => {
    // cases 69, 70, 73
    transports.update(
      list(1, line("A", "device", 1), line("B", "unauthorized", 2), line("C", "hibernating", 3), "D\tdevice"),
    );
    expect(probes.map(({ serial }) => serial)).toEqual(["A"]);
    expect(states()).toEqual({
      A: { is: "not_ready", reason: "unresponsive", detail: "it has not answered yet" },
      B: { is: "not_ready", reason: "unauthorized" },
      C: { is: "unknown", text: "hibernating" },
      D: { is: "unknown", text: "device, but adb gave it no transport id" },
    });
  });

  it("is not asked again while it is ready, however often adb lists it", async () => {
    transports.update(list(1, line("A", "device", 1)));
    await probes[0]?.answer();
    transports.update(list(1, line("A", "device", 1), line("B", "offline", 2)));
    transports.probeUnready();
    expect(states()["A"]).toEqual({ is: "ready" });
    expect(probes).toHaveLength(1);
  });

  it.each([
    ["it comes back under another transport", () => list(1, line("A", "device", 2))],
    ["the adb server was restarted and counts from 1 again", () => list(2, line("A", "device", 1))],
  ])("is asked again when %s", async (_case, next) => {
    transports.update(list(1, line("A", "device", 1)));
    await probes[0]?.answer();
    transports.update(next());
    expect(probes).toHaveLength(2);
    expect(transports.isSettling()).toBe(true);
  });

  it("is asked again after it was offline, and keeps until then what it had said", async () => {
    transports.update(list(1, line("A", "device", 1)));
    await probes[0]?.answer();
    transports.update(list(1, line("A", "offline", 1)));
    expect(transports.all()[0]).toMatchObject({ state: { reason: "offline" }, facts: { isBootCompleted: true } });
    transports.update(list(1, line("A", "device", 1)));
    expect(probes).toHaveLength(2);
  });

  it("is asked again after a command found it lost or silent", async () => {
    transports.update(list(1, line("A", "device", 1)));
    await probes[0]?.answer();
    transports.doubt({ serial: "A", transportId: "1", isSerialShared: false });
    transports.probeUnready();
    expect(probes).toHaveLength(2);
  });

  it("has its probe ended when it goes", () => {
    transports.update(list(1, line("A", "device", 1)));
    transports.update(undefined);
    expect(probes[0]?.signal.aborted).toBe(true);
    expect(transports.all()).toEqual([]);
  });
});

describe("readiness", () => {
  it.each<[string, Parameters<RunningProbe["answer"]>[0], DeviceState]>([
    ["takes a finished boot and a package manager that answers", {}, { is: "ready" }],
    [
      "is not there before the boot is finished",
      { isBootCompleted: false },
      { is: "not_ready", reason: "booting", detail: "it has not finished booting" },
    ],
    [
      "is not there before the package manager answers",
      { isPackageManagerUp: false },
      { is: "not_ready", reason: "booting", detail: "its package manager does not answer yet" },
    ],
  ])("%s", async (_case, answer, expected) => {
    // case 85
    transports.update(list(1, line("A", "device", 1)));
    await probes[0]?.answer(answer);
    expect(states()["A"]).toEqual(expected);
  });

  it("is not there for a device that does not answer, and that device hides no other", async () => {
    transports.update(list(1, line("A", "device", 1), line("B", "device", 2)));
    await probes[0]?.fail(timedOut("A", { effect: "did_not_run", timeoutMs: 5_000 }));
    await probes[1]?.answer();
    expect(states()).toMatchObject({ A: { reason: "unresponsive" }, B: { is: "ready" } });
    expect(log.lines).toEqual([]);
  });

  it("is not there for a device whose probe has a bug, which is told in the log", async () => {
    transports.update(list(1, line("A", "device", 1)));
    await probes[0]?.fail(new Error("a bug"));
    expect(states()["A"]).toMatchObject({ reason: "unresponsive" });
    expect(log.lines).toEqual(["error: adb: a probe failed in a way that is a bug"]);
  });
});

describe("settling", () => {
  it("lasts until every device has answered once", async () => {
    transports.update(list(1, line("A", "device", 1), line("B", "device", 2)));
    await probes[0]?.answer();
    expect(transports.isSettling()).toBe(true);
    await probes[1]?.answer({ isBootCompleted: false });
    expect(transports.isSettling()).toBe(false);
  });

  it("waits for a booting device that is asked again, and not for one that was silent", async () => {
    transports.update(list(1, line("A", "device", 1)));
    await probes[0]?.answer({ isBootCompleted: false });
    transports.probeUnready();
    expect(transports.isSettling()).toBe(true);
    await probes[1]?.fail(new Refusal(timedOut("A", { effect: "did_not_run", timeoutMs: 5_000 }).detail));
    transports.probeUnready();
    expect(probes).toHaveLength(3);
    expect(transports.isSettling()).toBe(false);
  });

  it("gives adb two seconds to leave a state that passes by itself", () => {
    transports.update(list(1, line("A", "authorizing", 1)));
    timer.advance(1_999);
    expect(transports.isSettling()).toBe(true);
    timer.advance(1);
    expect(transports.isSettling()).toBe(false);
  });
});
