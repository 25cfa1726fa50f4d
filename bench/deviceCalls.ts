import { connect } from "node:net";
import { atMost } from "./aim.js";
import { type BenchPhones, startBenchPhones } from "./benchPhones.js";
import { compare, type Comparison, lasting } from "./comparison.js";
import type { Effort } from "./effort.js";
import { type LineClient, startLineClient } from "./lineClient.js";

const AIM = atMost(1.2);
/** Far below what starting any program takes on a phone; it keeps two cores from measuring the lab. */
const PHONE_LATENCY_MS = 20;

const CALLS = [
  { name: "deviceInfo", args: {} },
  { name: "tapAt", args: { x: 10, y: 10 } },
  { name: "captureScreenshot", args: {} },
] as const;

type Call = (typeof CALLS)[number];

/** Tool calls on a lab phone through a real adb server, beside the same adb services opened raw on the adb socket. */
export async function measureDeviceCalls({ calls }: Effort): Promise<readonly Comparison[]> {
  const phones = await startBenchPhones({ phones: 1, latencyMs: PHONE_LATENCY_MS, through: "a real adb server" });
  const client = await startLineClient(["bin/automobile.js", "serve"], phones.env);
  const comparisons: Comparison[] = [];
  try {
    for (const call of CALLS) comparisons.push(await measureCall({ phones, client, call, rounds: calls }));
  } finally {
    await client.end();
    await phones.close();
  }
  return comparisons;
}

interface MeasuredCall {
  readonly phones: BenchPhones;
  readonly client: LineClient;
  readonly call: Call;
  readonly rounds: number;
}

async function measureCall({ phones, client, call, rounds }: MeasuredCall): Promise<Comparison> {
  const [deviceId = ""] = phones.ids;
  const [phone] = phones.lab.phones;
  const run = async (): Promise<undefined> => {
    await client.call(call.name, { ...call.args, deviceId });
    return undefined;
  };
  await run();
  const before = phone?.services().length ?? 0;
  await run();
  const services = phone?.services().slice(before) ?? [];
  const replay = async (): Promise<undefined> => {
    for (const service of services) await openService({ port: phones.adbPort, deviceId, service });
    return undefined;
  };
  return await compare(
    {
      name: `${call.name} through a real adb server`,
      baseline: `the same ${services.length} adb service(s), raw`,
      aim: AIM,
      unit: "ms",
    },
    { measure: lasting(run), reference: lasting(replay), rounds },
  );
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
