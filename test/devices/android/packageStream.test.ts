import { afterEach, expect, it } from "vitest";
import type { OpenFile } from "../../../src/core/appFile.js";
import { createPackageStream } from "../../../src/devices/android/packageStream.js";
import { type AdbPeer, type FakeAdbServer, startFakeAdbServer, transportIdBytes } from "../../support/fakeAdbServer.js";
import { manualTimer } from "../../support/manualTimer.js";
import { unaborted } from "../../support/unaborted.js";

const TRANSPORT = { serial: "TESTPHONE01", transportId: "7", isSerialShared: false };
const INSTALL = "exec:cmd package install -r -S 10";
const timer = manualTimer();
let adb: FakeAdbServer | undefined;

afterEach(async () => {
  await adb?.close();
  expect(timer.live()).toEqual([]);
});

/** Streams ten bytes to a device whose answer to the installation is this. */
async function streaming(answer: (peer: AdbPeer) => void, file: Partial<OpenFile> = {}) {
  adb = await startFakeAdbServer((request, peer) => {
    if (request === "host:tport:serial:TESTPHONE01") peer.okay(transportIdBytes(7));
    if (request.startsWith("exec:")) answer(peer);
  });
  const sent: number[] = [];
  const ten: OpenFile = {
    sizeBytes: 10,
    chunks: async function* () {
      yield Buffer.from("012345");
      yield Buffer.from("6789");
    },
    close: async () => {},
    ...file,
  };
  const stream = createPackageStream({ address: adb.address, transport: TRANSPORT, timer });
  const end = await stream(ten, (bytes) => void sent.push(bytes), unaborted);
  return { end, sent, requests: adb.requests };
}

it("streams to one command without a pipeline, and tells what was sent and answered (case 134)", async () => {
  const { end, sent, requests } = await streaming((peer) => {
    peer.okay("Success\n");
    peer.end();
  });
  expect(requests).toContain(INSTALL);
  expect(sent).toEqual([6, 10]);
  expect(end).toEqual({ is: "answered", output: "Success\n" });
});

it("knows that nothing was sent when the device will not listen", async () => {
  const { end, sent } = await streaming((peer) => peer.fail("device offline"));
  expect([end, sent]).toEqual([{ is: "not_sent", reason: "device offline" }, []]);
});

it("does not know what came of it when the connection breaks after the last byte (case 111)", async () => {
  const whole = async function* () {
    yield Buffer.from("0123456789");
  };
  const answer = (peer: AdbPeer) => {
    peer.okay();
    setImmediate(() => peer.reset());
  };
  expect((await streaming(answer, { chunks: whole })).end.is).toBe("unknown");
});

it("knows that nothing can have been installed when it breaks off before (case 111)", async () => {
  let peer: AdbPeer | undefined;
  const broken = async function* () {
    yield Buffer.from("012345");
    peer?.reset();
    await adb?.allClosed();
    yield Buffer.from("6");
    yield Buffer.from("7");
  };
  const answer = (device: AdbPeer) => {
    peer = device;
    device.okay();
  };
  expect((await streaming(answer, { chunks: broken })).end.is).toBe("cut_short");
});
