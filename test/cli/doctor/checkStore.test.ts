import { describe, expect, it } from "vitest";
import { checkStore, type StoreEvidence } from "../../../src/cli/doctor/checkStore.js";

type Reading = StoreEvidence["reading"];
type Failing = Extract<Reading, { is: "failing" }>;

const FAILING: Failing = {
  ...{ is: "failing", server: "Redis 7.0.15", step: "write", fault: "other", cause: "it did not answer in 1500 ms" },
};
const containing = (text: string): unknown => expect.stringContaining(text);
const check = (reading: Reading) => checkStore({ place: "farm.example:6379/1", reading });
const withMemory = (policy: string, limitBytes: number) =>
  check({ is: "serving", server: "Valkey 8.0.1", memory: { is: "told", policy, limitBytes } });

describe("the doctor on the store", () => {
  it("is content with one that takes everything and forgets nothing", () => {
    expect(withMemory("noeviction", 1024)).toEqual([
      {
        ...{ check: "store", outcome: "ok" },
        says: "Valkey 8.0.1 at farm.example:6379/1 takes what daemons share; a server on stdio does not use it",
      },
      { check: "store memory", outcome: "ok", says: "maxmemory-policy is noeviction" },
    ]);
  });

  it("warns of one that forgets when it is full, if it can be full", () => {
    expect(withMemory("allkeys-lru", 1024)[1]).toEqual({
      ...{ check: "store memory", outcome: "warn", fix: "Set maxmemory-policy noeviction." },
      says: "maxmemory-policy is allkeys-lru: when it is full, it forgets turns and tasks",
    });
    expect(withMemory("allkeys-lru", 0)[1]).toMatchObject({ outcome: "ok" });
  });

  it("says what it may not read", () => {
    const [, memory] = check({ is: "serving", server: undefined, memory: { is: "not_told" } });

    expect(memory).toMatchObject({ outcome: "ok", says: containing("has to be noeviction") });
  });

  it.each<[Partial<Failing>, string, string]>([
    [
      { server: undefined, cause: "connect ECONNREFUSED" },
      "farm.example:6379/1 cannot be used: connect ECONNREFUSED",
      "Start it",
    ],
    [
      { fault: "full", cause: "it is full" },
      "Redis 7.0.15 at farm.example:6379/1 cannot be used: it is full",
      "maxmemory",
    ],
    [
      { fault: "not_allowed", step: "publish" },
      "Redis 7.0.15 at farm.example:6379/1 does not let its user publish under automobile:",
      "+@pubsub",
    ],
    [
      { fault: "not_let_in", server: undefined, cause: "it wants another user or password" },
      "farm.example:6379/1 cannot be used: it wants another user or password",
      "USER:PASSWORD@",
    ],
  ])("fails for %o, and names the next step", (changes, says, fix) => {
    expect(check({ ...FAILING, ...changes })).toEqual([
      { check: "store", outcome: "fail", says, fix: containing(fix) },
    ]);
  });
});
