import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAdb } from "../support/adbBinary.js";
import { endOf } from "../support/entrance.js";
import { hasNginx } from "../support/nginx.js";
import { hasRedis } from "../support/redisServer.js";
import { type Replicas, startReplicas } from "../support/replicas.js";

const adb = findAdb();
const IN_FLIGHT_MS = 5000;

describe.skipIf(adb === undefined || !hasRedis() || !hasNginx())("a replica that is ended with SIGTERM", () => {
  let replicas: Replicas;
  beforeEach(async () => {
    replicas = await startReplicas(adb ?? "");
  });
  afterEach(() => replicas.close());

  const tap = async (index: number, y: number): Promise<string> => {
    const args = { deviceId: replicas.ids[index], x: index, y };
    return endOf(await replicas.call(replicas.nginx, "legacy", { name: "tapAt", arguments: args }));
  };

  it("finishes the call that it works on, while the other one takes all others, each once", async () => {
    const { each, phones } = replicas;
    const looks = (): number => phones[0]?.services().filter((service) => service.includes("input tap")).length ?? 0;
    phones[0]?.order({ kind: "slow", service: /input tap/, ms: IN_FLIGHT_MS });
    // The first request through nginx is the first replica's.
    const inFlight = tap(0, 1);
    await expect.poll(looks).toBe(1);
    const ended = replicas.endFirst();
    const listed = () => replicas.call(each[0], "legacy", { name: "listDevices", arguments: {} }).then(endOf);
    await expect.poll(listed).toBe("503 The daemon is stopping; this request did not run");

    const atOnce = await Promise.all([1, 2, 3, 1, 2, 3, 1, 2, 3].map((index, at) => tap(index, 100 + at)));
    const oneByOne = [await tap(1, 200), await tap(2, 201), await tap(3, 202), await tap(1, 203)];
    expect([...atOnce, ...oneByOne]).toEqual(Array.from({ length: 13 }, () => "200 ran"));
    // The replica was there all the time.
    expect(await listed()).toBe("503 The daemon is stopping; this request did not run");
    expect(await inFlight).toBe("200 ran");
    expect(await ended).toMatchObject({ exitCode: 0 });
    expect([await tap(1, 300), await tap(2, 301)]).toEqual(["200 ran", "200 ran"]);

    expect(phones.map((phone) => phone.received().length)).toEqual([1, 6, 5, 4]);
    const places = phones.flatMap((phone) => phone.received()).map((input) => JSON.stringify(input));
    expect(new Set(places).size).toBe(16);
  });
});
