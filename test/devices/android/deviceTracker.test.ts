import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createDeviceTracker,
  type DeviceTracker,
  type TrackedList,
} from "../../../src/devices/android/deviceTracker.js";
import type { StartServer } from "../../../src/devices/android/serverStarter.js";
import { closedPort } from "../../support/closedPort.js";
import { lengthed, startFakeAdbServer, type AnswerRequest, type FakeAdbServer } from "../../support/fakeAdbServer.js";
import { fakeLog, type FakeLog } from "../../support/fakeLog.js";
import { manualTimer, type ManualTimer } from "../../support/manualTimer.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";

const ONE = "TESTPHONE01            device usb:1-1 transport_id:1\n";
const TWO = `${ONE}TESTPHONE02            offline transport_id:2\n`;

/** Lists one phone, as soon as it is asked. */
const listsOne: AnswerRequest = (request, peer) => {
  if (request === "host:track-devices-l") peer.okay(lengthed(ONE));
};

const mayNotStart: StartServer = () => Promise.reject(new Error("no server was to be started"));

let timer: ManualTimer;
let log: FakeLog;
let changes: Changes;
/** How long each wait for a new connection was to last, oldest first. */
let pausesMs: number[];
let tracker: DeviceTracker | undefined;
let server: FakeAdbServer | undefined;

beforeEach(() => {
  timer = manualTimer();
  log = fakeLog();
  changes = listChanges();
  pausesMs = [];
});

afterEach(async () => {
  tracker?.close();
  await server?.close();
  expect(timer.live()).toEqual([]);
});

/** What the tracker told, and a way to wait for more of it. */
interface Changes {
  readonly onChange: (list: TrackedList | undefined) => void;
  /** The next thing told after this call: the serials, or `lost`. */
  next(): Promise<readonly string[] | "lost">;
}

function listChanges(): Changes {
  const waiters: ((list: TrackedList | undefined) => void)[] = [];
  return {
    onChange(list) {
      for (const resolve of waiters.splice(0)) resolve(list);
    },
    next: () =>
      new Promise((resolve) => {
        waiters.push((list) => resolve(list === undefined ? "lost" : list.lines.map(({ serial }) => serial)));
      }),
  };
}

async function untilOnlyWaitingIs(label: string): Promise<void> {
  await vi.waitUntil(() => timer.live().join() === label);
}

function track(port: number, startServer: StartServer = mayNotStart): DeviceTracker {
  tracker = createDeviceTracker({
    address: { host: "127.0.0.1", port },
    startServer,
    timer: {
      now: () => timer.now(),
      after(ms, label, fire) {
        if (label === "adb: reconnect") pausesMs.push(ms);
        return timer.after(ms, label, fire);
      },
    },
    log,
    onChange: changes.onChange,
  });
  return tracker;
}

describe("while the server answers", () => {
  it("connects to nothing before it is first asked, then once for all who ask", async () => {
    // case 89
    server = await startFakeAdbServer(listsOne);
    const lists = track(server.address.port);
    expect(server.requests).toEqual([]);
    const [first, second] = await Promise.all([lists.current(), lists.current()]);
    expect(first.lines.map(({ serial }) => serial)).toEqual(["TESTPHONE01"]);
    expect(second).toBe(first);
    expect(await lists.current()).toBe(first);
    expect(server.requests).toEqual(["host:track-devices-l"]);
  });

  it("takes over what is pushed", async () => {
    server = await startFakeAdbServer(listsOne);
    const lists = track(server.address.port);
    await lists.current();
    const pushed = changes.next();
    (await server.request("host:track-devices-l")).send(lengthed(TWO));
    expect(await pushed).toEqual(["TESTPHONE01", "TESTPHONE02"]);
    expect((await lists.current()).lines).toHaveLength(2);
  });
});

describe("a list that is older than a second", () => {
  it("is compared with what adb says now, for some servers do not push that a device went offline", async () => {
    // case 70
    const offline = ONE.replace(" device ", " offline ");
    server = await startFakeAdbServer((request, peer) => {
      peer.okay(lengthed(request === "host:devices-l" ? offline : ONE));
    });
    const lists = track(server.address.port);
    const pushed = await lists.current();
    timer.advance(999);
    expect(await lists.current()).toBe(pushed);
    timer.advance(1);
    const [compared, joined] = await Promise.all([lists.current(), lists.current()]);
    expect(compared.lines[0]?.stateText).toBe("offline");
    expect(joined).toBe(compared);
    expect(await lists.current()).toBe(compared);
    expect(server.requests).toEqual(["host:track-devices-l", "host:devices-l"]);
  });

  it("is compared also where the clock was set back meanwhile", async () => {
    server = await startFakeAdbServer((_request, peer) => peer.okay(lengthed(ONE)));
    const lists = track(server.address.port);
    await lists.current();
    timer.advance(-3_600_000);
    await lists.current();
    expect(server.requests).toEqual(["host:track-devices-l", "host:devices-l"]);
  });

  it("gives way to what is pushed while adb is being asked", async () => {
    server = await startFakeAdbServer(listsOne);
    const lists = track(server.address.port);
    await lists.current();
    timer.advance(1_000);
    const asking = lists.current();
    const asked = await server.request("host:devices-l");
    const pushed = changes.next();
    (await server.request("host:track-devices-l")).send(lengthed(TWO));
    await pushed;
    asked.okay(lengthed(ONE));
    expect((await asking).lines).toHaveLength(2);
  });

  it("gives up what is left of a connection when nothing listens there any more, and opens another", async () => {
    const left = await startFakeAdbServer(listsOne);
    const lists = track(left.address.port, async () => {
      server = await startFakeAdbServer((_request, peer) => peer.okay(lengthed(TWO)), left.address.port);
    });
    const before = await lists.current();
    left.stopListening();
    timer.advance(1_000);
    const after = await lists.current();
    expect([before.epoch, after.epoch, after.lines.length]).toEqual([1, 2, 2]);
    await left.allClosed();
    expect(await lists.current()).toBe(after);
  });

  it("shows that a server which no longer answers cannot be used", async () => {
    server = await startFakeAdbServer(listsOne);
    const lists = track(server.address.port);
    await lists.current();
    timer.advance(1_000);
    const refused = asyncRefusalOf(lists.current());
    await server.request("host:devices-l");
    timer.advance(5_000);
    expect(await refused).toMatchObject({ code: "adb_unreachable", data: { cause: "it said nothing for 5000 ms" } });
  });
});

describe("when the connection is lost", () => {
  it("forgets the list, and comes back by itself with growing pauses", async () => {
    server = await startFakeAdbServer(listsOne);
    const { port } = server.address;
    const lists = track(port);
    const before = await lists.current();
    const lost = changes.next();
    await server.close();
    expect(await lost).toBe("lost");
    server = await startFakeAdbServer(listsOne, port);
    const back = changes.next();
    expect(timer.live()).toEqual(["adb: reconnect"]);
    timer.advance(249);
    expect(server.requests).toEqual([]);
    timer.advance(1);
    expect(await back).toEqual(["TESTPHONE01"]);
    expect((await lists.current()).epoch).toBe(before.epoch + 1);
  });

  it("tries again after pauses that double up to ten seconds", async () => {
    server = await startFakeAdbServer(listsOne);
    await track(server.address.port).current();
    const lost = changes.next();
    await server.close();
    await lost;
    for (let tries = 1; tries < 8; tries += 1) {
      timer.advance(10_000);
      await untilOnlyWaitingIs("adb: reconnect");
    }
    expect(pausesMs).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it("lets who asks join the try that is under way", async () => {
    let mayAnswer = true;
    server = await startFakeAdbServer((_request, peer) => {
      if (mayAnswer) peer.okay(lengthed(ONE));
      mayAnswer = false;
    });
    const lists = track(server.address.port);
    await lists.current();
    const lost = changes.next();
    (await server.request("host:track-devices-l")).end();
    await lost;
    timer.advance(250);
    const retried = await server.request("host:track-devices-l");
    const asking = lists.current();
    retried.okay(lengthed(TWO));
    expect((await asking).lines).toHaveLength(2);
    expect(server.requests).toEqual(["host:track-devices-l", "host:track-devices-l"]);
  });

  it("does not wait for its next try when somebody asks", async () => {
    server = await startFakeAdbServer(listsOne);
    const { port } = server.address;
    const lists = track(port);
    await lists.current();
    const lost = changes.next();
    await server.close();
    await lost;
    server = await startFakeAdbServer(listsOne, port);
    expect((await lists.current()).lines).toHaveLength(1);
    expect(timer.live()).toEqual([]);
  });
});

describe("when no server answers", () => {
  it("has one started, and connects again", async () => {
    const port = await closedPort();
    const causes: string[] = [];
    const lists = track(port, async (cause) => {
      causes.push(cause);
      server = await startFakeAdbServer(listsOne, port);
    });
    expect((await lists.current()).lines).toHaveLength(1);
    expect(causes).toEqual([`connect ECONNREFUSED 127.0.0.1:${port}`]);
  });

  it("says so when the started one does not answer either", async () => {
    const port = await closedPort();
    const refusal = await asyncRefusalOf(track(port, async () => undefined).current());
    expect(refusal).toMatchObject({
      code: "adb_unreachable",
      data: { address: `127.0.0.1:${port}`, cause: `connect ECONNREFUSED 127.0.0.1:${port}` },
    });
  });
});

describe("a server that is none", () => {
  it("may be silent: that ends after a time", async () => {
    server = await startFakeAdbServer();
    const refused = asyncRefusalOf(track(server.address.port).current());
    await server.request("host:track-devices-l");
    timer.advance(5_000);
    expect(await refused).toMatchObject({
      code: "adb_unreachable",
      data: { cause: "it said nothing for 5000 ms" },
    });
  });

  it.each<[string, AnswerRequest, string]>([
    [
      "speak another protocol",
      (_request, peer) => peer.send("HTTP/1.1 400 Bad Request\r\n\r\n"),
      "what answers there does not speak adb's protocol",
    ],
    [
      "give a length that is no number",
      (_request, peer) => peer.okay("zzzz"),
      "what answers there does not speak adb's protocol",
    ],
    ["hang up", (_request, peer) => peer.end(), "the connection to the adb server ended"],
    ["break off", (_request, peer) => peer.reset(), "the connection to the adb server ended"],
    [
      "be too old",
      (request, peer) => (request === "host:version" ? peer.okay(lengthed("0024")) : peer.fail("unknown host service")),
      "it will not list its devices (unknown host service); its protocol version is 36, 41 or later is needed",
    ],
    [
      "not even tell its version",
      (_request, peer) => peer.fail("unknown host service"),
      "it will not list its devices (unknown host service); it does not tell its version",
    ],
  ])("may %s", async (_case, answer, cause) => {
    server = await startFakeAdbServer(answer);
    const refusal = await asyncRefusalOf(track(server.address.port).current());
    expect(refusal).toMatchObject({ code: "adb_unreachable", data: { cause } });
  });
});

it("ends a wait that is still open when it is closed", async () => {
  server = await startFakeAdbServer();
  const lists = track(server.address.port);
  const waiting = lists.current();
  await server.request("host:track-devices-l");
  lists.close();
  await expect(waiting).rejects.toThrow("the adb connection was closed");
  await server.allClosed();
});
