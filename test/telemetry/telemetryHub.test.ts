import { describe, expect, it } from "vitest";
import type { TelemetryEvent } from "../../src/telemetry/telemetryEvent.js";
import { createTelemetryHub, type TelemetrySink } from "../../src/telemetry/telemetryHub.js";

const LIMITS = { subscribers: 2, queuedEvents: 3 };

const event = (candidates: number): TelemetryEvent => ({
  type: "elicitation",
  record: {
    ...{ declared: "form", era: "modern", outcome: "asked", tool: "tapOn", candidates },
    ...{ topology: "daemon", task: false },
  },
});

/** A connection that takes as much at once as it is told. */
const sinkThatTakes = (
  room: number,
): TelemetrySink & { readonly got: TelemetryEvent[]; readonly ended: () => boolean } => {
  const got: TelemetryEvent[] = [];
  let isEnded = false;
  return {
    got,
    send: (sent) => got.push(sent) < room,
    close: () => (isEnded = true),
    ended: () => isEnded,
  };
};

describe("the telemetry hub", () => {
  it("gives every event to everybody who is there, and nothing of before", () => {
    const hub = createTelemetryHub(LIMITS);
    const early = sinkThatTakes(9);
    const late = sinkThatTakes(9);
    hub.subscribe(early);
    hub.publish(event(2));
    hub.subscribe(late);
    hub.publish(event(3));

    expect(early.got).toEqual([event(2), event(3)]);
    expect(late.got).toEqual([event(3)]);
  });

  it("holds events for a slow one, in order, until it can take more", () => {
    const hub = createTelemetryHub(LIMITS);
    const slow = sinkThatTakes(1);
    const subscription = hub.subscribe(slow);
    for (const candidates of [2, 3, 4]) hub.publish(event(candidates));
    expect(slow.got).toEqual([event(2)]);

    subscription?.ready();
    subscription?.ready();

    expect(slow.got).toEqual([event(2), event(3), event(4)]);
  });

  it("lets go of one that reads too slowly, counts it, and tells the others", () => {
    const hub = createTelemetryHub(LIMITS);
    const stuck = sinkThatTakes(1);
    const quick = sinkThatTakes(99);
    hub.subscribe(stuck);
    hub.subscribe(quick);
    for (const candidates of [2, 3, 4, 5]) hub.publish(event(candidates));
    expect(stuck.ended()).toBe(false);

    hub.publish(event(6));

    expect(stuck.ended()).toBe(true);
    expect(stuck.got).toEqual([event(2)]);
    expect(quick.got.slice(-2)).toEqual([event(6), { type: "subscriber_dropped", total: 1 }]);
  });

  it("takes no more than it may, and one more when one has left", () => {
    const hub = createTelemetryHub(LIMITS);
    const first = hub.subscribe(sinkThatTakes(9));
    hub.subscribe(sinkThatTakes(9));
    expect(hub.subscribe(sinkThatTakes(9))).toBeUndefined();

    first?.end();

    expect(hub.subscribe(sinkThatTakes(9))).toBeDefined();
  });

  it("ends everybody's connection when it closes", () => {
    const hub = createTelemetryHub(LIMITS);
    const sink = sinkThatTakes(9);
    hub.subscribe(sink);

    hub.close();
    hub.publish(event(2));

    expect([sink.ended(), sink.got]).toEqual([true, []]);
  });
});
