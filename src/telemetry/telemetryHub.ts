import type { TelemetryEvent } from "./telemetryEvent.js";

/** One subscriber's own connection. */
export interface TelemetrySink {
  /** Takes one event. `false`: send no more until `ready` of the subscription is called. */
  send(event: TelemetryEvent): boolean;
  /** Ends the connection. */
  close(): void;
}

/** One subscriber, from the side of its connection. */
export interface Subscription {
  /** The connection can take more. */
  ready(): void;
  /** The connection has ended. */
  end(): void;
}

/** Gives every event to everybody who is there. */
export interface TelemetryHub {
  /** Never throws and never waits. */
  publish(event: TelemetryEvent): void;
  /** `undefined` when there are as many subscribers as there may be. */
  subscribe(sink: TelemetrySink): Subscription | undefined;
  /** Ends every connection. */
  close(): void;
}

/** What a hub may hold on to. */
export interface TelemetryLimits {
  readonly subscribers: number;
  /** Events that wait for one slow subscriber; with one more it is let go. */
  readonly queuedEvents: number;
}

interface Subscriber {
  readonly sink: TelemetrySink;
  readonly queue: TelemetryEvent[];
  isBusy: boolean;
}

/** The limits of a daemon. */
export const TELEMETRY_LIMITS: TelemetryLimits = { subscribers: 64, queuedEvents: 256 };

/** Makes a hub without subscribers. */
export function createTelemetryHub(limits: TelemetryLimits = TELEMETRY_LIMITS): TelemetryHub {
  const subscribers = new Set<Subscriber>();
  let dropped = 0;

  const publish = (event: TelemetryEvent): void => {
    const slow = [...subscribers].filter((subscriber) => !offer(subscriber, event, limits));
    for (const subscriber of slow) {
      subscribers.delete(subscriber);
      subscriber.sink.close();
      dropped += 1;
    }
    // Ends: each round has let somebody go.
    if (slow.length > 0) publish({ type: "subscriber_dropped", total: dropped });
  };

  return {
    publish,
    subscribe(sink) {
      if (subscribers.size >= limits.subscribers) return undefined;
      const subscriber: Subscriber = { sink, queue: [], isBusy: false };
      subscribers.add(subscriber);
      return {
        ready() {
          subscriber.isBusy = false;
          drain(subscriber);
        },
        end: () => void subscribers.delete(subscriber),
      };
    },
    close() {
      const open = [...subscribers];
      subscribers.clear();
      for (const { sink } of open) sink.close();
    },
  };
}

/** `false` when the subscriber can hold no more. */
function offer(subscriber: Subscriber, event: TelemetryEvent, limits: TelemetryLimits): boolean {
  if (subscriber.isBusy && subscriber.queue.length >= limits.queuedEvents) return false;
  subscriber.queue.push(event);
  drain(subscriber);
  return true;
}

function drain(subscriber: Subscriber): void {
  while (!subscriber.isBusy) {
    const event = subscriber.queue.shift();
    if (event === undefined) return;
    subscriber.isBusy = !subscriber.sink.send(event);
  }
}
