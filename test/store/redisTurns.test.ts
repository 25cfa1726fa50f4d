import { describe, expect, it } from "vitest";
import { createRedisTurns, type RedisTurn, type RedisTurns } from "../../src/store/redisTurns.js";
import { StoreError } from "../../src/store/storeError.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";
import { recordingLog } from "../support/recordingLog.js";
import { settled } from "../support/settled.js";
import { unaborted } from "../support/unaborted.js";

interface World {
  readonly turns: RedisTurns;
  readonly timer: ManualTimer;
  /** What was sent, oldest first; a turn that is given back with its token. */
  readonly sent: readonly string[];
  /** As if another process had handed device A over with this token. */
  hand(token: number): Promise<void>;
}

/** One process, and a store that answers its takes in this order, each with `[is granted, token or place]`. */
function turnsWith(...replies: readonly (readonly [number, number] | StoreError)[]): World {
  const timer = manualTimer();
  const left = [...replies];
  const sent: string[] = [];
  let hear: (message: string) => void = () => undefined;
  const turns = createRedisTurns({
    timer,
    log: recordingLog(),
    link: {
      async send(args) {
        if (args[2] === "2") return [0, 0];
        const given = args.find((arg) => / \d+$/.test(arg));
        sent.push(given === undefined ? "take" : given.replace(/^\S+/, "give back"));
        if (given !== undefined) return 1;
        const reply = left.shift() ?? new StoreError("no more replies");
        if (reply instanceof StoreError) throw reply;
        return reply;
      },
      async subscribe(_, listener) {
        hear = listener;
      },
      async close() {},
    },
  });
  return {
    turns,
    timer,
    sent,
    async hand(token) {
      hear(`A ${token}`);
      await settled();
    },
  };
}

function seen({ mark, askedAt, hasWaited }: RedisTurn): unknown {
  return { token: mark.split(" ")[1], askedAt, hasWaited };
}

describe("a process that waits for a device", () => {
  it("has it when it is handed over, as of its own asking", async () => {
    const { turns, timer, hand, sent } = turnsWith([0, 7]);
    const askedAt = timer.now();
    const taking = turns.take("A", unaborted);
    await settled();
    timer.advance(900);
    await hand(8);
    expect(seen(await taking)).toEqual({ token: "8", askedAt, hasWaited: true });
    expect([sent, timer.live()]).toEqual([["take"], []]);
  });

  it("asks again after a second in which it heard nothing", async () => {
    const { turns, timer, sent } = turnsWith([0, 7], [1, 9]);
    const taking = turns.take("A", unaborted);
    await settled();
    timer.advance(1000);
    expect(seen(await taking)).toEqual({ token: "9", askedAt: timer.now(), hasWaited: true });
    expect([sent, timer.live()]).toEqual([["take", "take"], []]);
  });

  it("does not take what was handed to it before it asked", async () => {
    const { turns, timer, hand, sent } = turnsWith([0, 7], [1, 9]);
    const taking = turns.take("A", unaborted);
    await hand(6);
    expect(sent).toEqual(["take"]);
    timer.advance(1000);
    expect(seen(await taking)).toEqual({ token: "9", askedAt: timer.now(), hasWaited: true });
  });

  it("asks anew when it was asleep for so long that what it was handed may have lapsed", async () => {
    const { turns, timer, hand, sent } = turnsWith([0, 7], [1, 9]);
    const taking = turns.take("A", unaborted);
    await settled();
    timer.advance(3000);
    await hand(8);
    expect(seen(await taking)).toEqual({ token: "9", askedAt: timer.now(), hasWaited: true });
    expect(sent).toEqual(["take", "take"]);
  });

  it("gives back what is handed to it when it has given up", async () => {
    const { turns, hand, sent } = turnsWith([0, 7]);
    const caller = new AbortController();
    const taking = turns.take("A", caller.signal);
    await settled();
    caller.abort(new Error("gave up"));
    await expect(taking).rejects.toThrow("gave up");
    await hand(8);
    expect(sent).toEqual(["take", "give back 8"]);
  });

  it("fails when the store does, and waits for nothing any more", async () => {
    const { turns, timer, hand, sent } = turnsWith([0, 7], new StoreError("it is full"));
    const taking = turns.take("A", unaborted);
    await settled();
    timer.advance(1000);
    await expect(taking).rejects.toThrow("it is full");
    await hand(8);
    expect([sent, timer.live()]).toEqual([["take", "take", "give back 8"], []]);
  });
});
