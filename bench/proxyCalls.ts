import { atMost } from "./aim.js";
import { startBenchPhones } from "./benchPhones.js";
import { compare, type Comparison, lasting } from "./comparison.js";
import type { Effort } from "./effort.js";
import { type LineClient, startLineClient } from "./lineClient.js";

const AIM = atMost(1.5);
/** With what the rest of the way takes, a call of about 20 ms on the direct server. */
const PHONE_LATENCY_MS = 16;

/** A call that goes through proxy and daemon, beside the same call on the direct server. */
export async function measureProxyCalls({ calls }: Effort): Promise<readonly Comparison[]> {
  const phones = await startBenchPhones({
    phones: 1,
    latencyMs: PHONE_LATENCY_MS,
    through: "the lab's own adb server",
  });
  const direct = await startLineClient(["bin/automobile.js", "serve"], phones.env);
  const proxy = await startLineClient(["bin/automobile.js", "proxy"], phones.env);
  const call = async (client: LineClient): Promise<undefined> => {
    await client.call("deviceInfo", {});
    return undefined;
  };
  try {
    const comparison = await compare(
      { name: "deviceInfo through proxy and daemon", baseline: "on the direct server", aim: AIM, unit: "ms" },
      { measure: lasting(() => call(proxy)), reference: lasting(() => call(direct)), rounds: calls },
    );
    return [comparison];
  } finally {
    await proxy.end();
    await direct.end();
    await phones.close();
  }
}
