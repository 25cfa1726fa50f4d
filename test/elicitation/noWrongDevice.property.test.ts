import fc from "fast-check";
import { expect, it } from "vitest";
import type { Device } from "../../src/devices/device.js";
import { cites } from "../requirements.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { scriptedPhones } from "../support/scriptedPhones.js";
import { type LegacyConnection, legacyConnection } from "./legacyConnection.js";
import { modernServer } from "./modernServer.js";

const OFFERED = [fakeDevice("A", { identity: "one A" }), fakeDevice("ﾊ\u0301", { identity: "one ﾊ" })];

// Two identities for each id, so that a device can be replaced under its id; one id more that can come.
const devices = fc
  .record({ id: fc.constantFrom("A", "ﾊ\u0301", "C"), identity: fc.constantFrom("one", "one", "two") })
  .map(({ id, identity }) => fakeDevice(id, { identity: `${identity} ${id.slice(0, 1)}` }));
const worlds: fc.Arbitrary<readonly Device[]> = fc.uniqueArray(devices, { maxLength: 3, selector: ({ id }) => id });
const picks = fc.constantFrom("A", "ﾊ\u0301", "ﾊ", "a", "C");
const answers = fc.oneof(
  picks.map((deviceId) => ({ action: "accept", content: { deviceId } })),
  fc.constantFrom({ action: "decline" }, { action: "cancel" }, { action: "accept" }, {}, null),
);

/** The offered id that an answer picks. */
function pickOf(answer: unknown): string | undefined {
  return OFFERED.find(
    ({ id }) => JSON.stringify(answer) === JSON.stringify({ action: "accept", content: { deviceId: id } }),
  )?.id;
}

type Step =
  | { readonly is: "answer"; readonly answer: object | null }
  | { readonly is: "attach"; readonly world: readonly Device[] }
  | { readonly is: "wait"; readonly ms: number }
  | { readonly is: "fail" | "cancel" | "pause" };

const steps = fc.array(
  fc.oneof(
    answers.map((answer): Step => ({ is: "answer", answer })),
    worlds.map((world): Step => ({ is: "attach", world })),
    fc.constantFrom(1, 19_999, 20_000).map((ms): Step => ({ is: "wait", ms })),
    fc.constantFrom<Step>({ is: "fail" }, { is: "cancel" }, { is: "pause" }),
  ),
  { maxLength: 8 },
);

async function take(step: Step, { client, phones, timer }: LegacyConnection, call: AbortController): Promise<void> {
  switch (step.is) {
    case "answer":
      client.answer(step.answer);
      return;
    case "attach":
      phones.attach(...step.world);
      return;
    case "wait":
      timer.advance(step.ms);
      return;
    case "fail":
      client.fail(new Error("no handler"));
      return;
    case "cancel":
      call.abort("stop");
      return;
    case "pause":
      await Promise.resolve();
  }
}

it(
  cites("C3", "C4", "U2")`whatever happens to a pushed question, the tool runs on the first pick or not at all`,
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const connection = legacyConnection({ phones: scriptedPhones(...OFFERED) });
        const cancelling = new AbortController();
        const call = connection.call({}, cancelling.signal);
        await connection.client.asked(1);

        for (const step of script) await take(step, connection, cancelling);
        connection.timer.advance(20_000);
        await call;

        const pick = pickOf(script.find((step) => step.is === "answer")?.answer);
        const [refused, ...ran] = connection.phones.runs;
        expect(refused).toBe("ambiguous_device_target");
        // Between the last look and the run a picked device can still go away or be replaced; then its call is refused.
        const allowed = [[], ["device_not_found"], ["device_lost"], [`ran on ${pick ?? "nothing"}`]];
        expect(allowed).toContainEqual(ran);
        expect(connection.records).toHaveLength(1);
        expect(connection.timer.live()).toEqual([]);
      }),
    );
  },
);

const retries = fc.record({
  waitMs: fc.constantFrom(0, 0, 0, 300_000, 600_001),
  world: worlds,
  args: fc.constantFrom({}, {}, { text: "x" }),
  hasState: fc.constantFrom(true, true, false),
  answer: answers,
});

it(
  cites("T6", "T10", "T11", "U3")`of any retries, those run that pick what was offered and is still there, once each`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(retries, { maxLength: 5 }), async (script) => {
        const server = modernServer({ phones: scriptedPhones(...OFFERED) });
        const state = await server.ask({ args: {} });
        const askedAt = server.timer.now();
        const expected = ["ambiguous_device_target"];

        for (const { waitMs, world, args, hasState, answer } of script) {
          server.timer.advance(waitMs);
          server.phones.attach(...world);
          await server.call({ args, responses: { deviceChoice: answer }, ...(hasState ? { state } : {}) });

          const pick = OFFERED.find((device) => device.id === pickOf(answer));
          const isThere = world.some(({ id, identity }) => id === pick?.id && identity === pick.identity);
          const isFresh = server.timer.now() - askedAt <= 600_000;
          const mayRun = hasState && isFresh && isThere && !("text" in args);
          expected.push(...(mayRun ? [`ran on ${pick?.id ?? "nothing"}`] : []));
        }

        expect(server.phones.runs).toEqual(expected);
        expect(server.timer.live()).toEqual([]);
      }),
    );
  },
);
