import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAdb } from "../support/adbBinary.js";
import { endOf } from "../support/entrance.js";
import { letPass } from "../support/letPass.js";
import { hasNginx } from "../support/nginx.js";
import { hasRedis } from "../support/redisServer.js";
import { type Replicas, startReplicas } from "../support/replicas.js";

const adb = findAdb();
/** A stream to a client of 2025 begins with the first line that only keeps it open. */
const STREAM_BEGINS_MS = 15_000;

describe.skipIf(adb === undefined || !hasRedis() || !hasNginx())("a replica that is killed while it works", () => {
  let replicas: Replicas;
  beforeEach(async () => {
    replicas = await startReplicas(adb ?? "");
  });
  afterEach(() => replicas.close());

  /** Begins a wait through nginx, and gives its end once the phone has been looked at. */
  async function begin(index: number, era: "legacy" | "modern", timeoutMs: number): Promise<{ end: Promise<string> }> {
    const { nginx, ids, phones } = replicas;
    const looks = (): number => phones[index]?.services().length ?? 0;
    const before = looks();
    const args = { deviceId: ids[index], text: "never there", timeoutMs };
    const end = replicas.call(nginx, era, { name: "waitFor", arguments: args }).then(endOf, () => "broke off");
    await expect.poll(looks).toBeGreaterThan(before + 2);
    return { end };
  }

  it("leaves its callers an error or a broken stream at once, and none of their calls to the other one", async () => {
    // nginx gives the replicas a request each in turn.
    const streams = [await begin(0, "legacy", 25_000), await begin(1, "legacy", 25_000)];
    await letPass(STREAM_BEGINS_MS);
    const calls = [await begin(2, "legacy", 3000), await begin(3, "legacy", 3000)];
    const killedAt = performance.now();
    await replicas.killFirst();
    expect(await streams[0]?.end).toBe("broke off");
    expect(await calls[0]?.end).toBe("502 The replica went away; the call may have run");
    expect(performance.now() - killedAt).toBeLessThan(2000);

    const looks = (): readonly number[] => [0, 2].map((at) => replicas.phones[at]?.services().length ?? 0);
    const after = looks();
    expect(await Promise.all([streams[1]?.end, calls[1]?.end])).toEqual(["200 refused", "200 refused"]);
    expect(looks()).toEqual(after);
  });
});
