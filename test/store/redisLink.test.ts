import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRedisLink, type RedisLink } from "../../src/store/redisLink.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { type HeldLine, layHeldLine } from "../support/heldLine.js";
import { recordingLog } from "../support/recordingLog.js";
import { hasRedis, type RedisServer, startRedisServer } from "../support/redisServer.js";

const PATIENCE = { timeout: 12_000 };

describe.skipIf(!hasRedis())("a line to the store that goes silent and stands", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
    await redis.run("ACL", "SETUSER", "somebody", "on", ">secret", "~*", "&*", "+@all");
  });
  afterAll(() => redis.close());

  async function lay(login: string): Promise<{ line: HeldLine; link: RedisLink; close: () => Promise<void> }> {
    const line = await layHeldLine(Number(redis.url.port));
    const url = new URL(`redis://${login}127.0.0.1:${line.port}`);
    const link = createRedisLink({ url, timer: systemTimer, log: recordingLog() });
    const close = async (): Promise<void> => {
      await link.close();
      await line.close();
    };
    return { line, link, close };
  }

  it.each([[""], ["somebody:secret@"]])("is given up for a new one, also while it logs in: %j", async (login) => {
    const { line, link, close } = await lay(login);
    await link.send(["PING"]);
    line.lose();
    await expect(link.send(["PING"])).rejects.toThrow("it did not answer in 1500 ms");
    // Long enough for the first new connection, which is lost too.
    await expect(link.send(["PING"])).rejects.toThrow();
    await expect(link.send(["PING"])).rejects.toThrow();
    line.release();
    await expect.poll(() => link.send(["PING"]).catch(String), PATIENCE).toBe("PONG");
    await close();
  });

  it("is given up for a new one where it only listens", async () => {
    const { line, link, close } = await lay("");
    const heard: string[] = [];
    await link.subscribe("news", (message) => heard.push(message));
    line.lose();
    await expect(link.send(["PING"])).rejects.toThrow();
    line.release();
    await expect.poll(() => redis.run("PUBLISH", "news", "again").then(() => heard), PATIENCE).toContain("again");
    await close();
  });
});
