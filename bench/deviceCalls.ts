import { connect } from "node:net";
import { startLab } from "../src/lab/startLab.js";
import { systemTimer } from "../src/system/systemTimer.js";
import { findAdb } from "../test/support/adbBinary.js";
import { startRealAdbServer } from "../test/support/adbServer.js";
import { compare, type Comparison } from "./comparison.js";
import { startLineClient } from "./lineClient.js";

const AIM = 1.3;
/** Far below what starting any program takes on a phone; it keeps two cores from measuring the lab. */
const PHONE_LATENCY_MS = 20;

const CALLS = [
  { name: "deviceInfo", arguments: {} },
  { name: "tapAt", arguments: { x: 10, y: 10 } },
  { name: "captureScreenshot", arguments: {} },
];

/** Tool calls on a lab phone through a real adb server, beside the same adb services opened raw on the adb socket. */
export async function measureDeviceCalls(rounds: number): Promise<readonly Comparison[]> {
  const adb = findAdb();
  if (adb === undefined) throw new Error("this needs adb (Debian: apt-get install adb)");
  const lab = await startLab({ phones: 1, latencyMs: PHONE_LATENCY_MS, timer: systemTimer });
  const server = await startRealAdbServer(adb);
  const [phone] = lab.phones;
  const deviceId = await server.attach(phone?.port ?? 0);
  const client = await startLineClient(["bin/automobile.js", "serve"], { ANDROID_ADB_SERVER_PORT: `${server.port}` });
  const comparisons: Comparison[] = [];
  try {
    for (const call of CALLS) {
      const measure = async (): Promise<undefined> => {
        const line = await client.request("tools/call", { ...call, arguments: { ...call.arguments, deviceId } });
        if (line.includes('"isError":true')) throw new Error(line);
        return undefined;
      };
      await measure();
      const before = phone?.services().length ?? 0;
      await measure();
      const services = phone?.services().slice(before) ?? [];
      comparisons.push(
        await compare({
          name: `${call.name} through a real adb server`,
          baseline: `the same ${services.length} adb service(s), raw`,
          aim: AIM,
          rounds,
          measure,
          reference: async () => {
            for (const service of services) await openService({ port: server.port, deviceId, service });
            return undefined;
          },
        }),
      );
    }
  } finally {
    await client.end();
    await lab.close();
    await server.close();
  }
  return comparisons;
}

/**
 * Opens one service of one device on the adb server's socket, and reads it to its end. The server drops what is sent before
 * it has said OKAY to the choice of the device.
 */
function openService({ port, deviceId, service }: Opening): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    socket.once("error", reject);
    socket.once("close", () => resolve());
    socket.once("data", () => {
      socket.resume();
      socket.write(framed(service));
    });
    socket.write(framed(`host:tport:serial:${deviceId}`));
  });
}

interface Opening {
  readonly port: number;
  readonly deviceId: string;
  readonly service: string;
}

function framed(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, "0") + text;
}
