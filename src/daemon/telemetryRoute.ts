import type { ServerResponse } from "node:http";
import type { Timer } from "../core/timer.js";
import type { TelemetryEvent } from "../telemetry/telemetryEvent.js";
import type { TelemetryHub } from "../telemetry/telemetryHub.js";
import { sendJson } from "./jsonAnswer.js";
import { toError } from "./requestGuard.js";

/** A comment that often, so that both ends notice when the other has gone. */
const KEEP_ALIVE_MS = 15_000;

/** Streams events to one subscriber as server-sent events, until one of the two ends. */
export function serveTelemetry(response: ServerResponse, hub: TelemetryHub, timer: Timer): void {
  const subscription = hub.subscribe({
    send: (event) => response.write(toServerSentEvent(event)),
    close: () => response.destroy(),
  });
  if (subscription === undefined) {
    sendJson(response, { status: 503, body: toError("There are as many subscribers as there may be") });
    return;
  }
  response.writeHead(200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  });
  response.write(": events as they happen; nothing is kept for those who come later\n\n");
  let cancel = (): void => undefined;
  const keepAlive = (): void => {
    cancel = timer.after(KEEP_ALIVE_MS, "telemetry: keep alive", () => {
      if (!response.writableNeedDrain) response.write(": still here\n\n");
      keepAlive();
    });
  };
  keepAlive();
  response.on("drain", () => subscription.ready());
  response.once("close", () => {
    cancel();
    subscription.end();
  });
}

/** JSON has no line breaks outside its strings, and none inside, so that one `data` line holds all of it. */
function toServerSentEvent({ type, ...data }: TelemetryEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
