import { setImmediate as turn } from "node:timers/promises";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createStateCodec } from "../src/elicitation/stateCodec.js";
import { logRecorder, recordTo } from "../src/server/elicitationOutcome.js";
import { AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS } from "../src/server/elicitationPolicy.js";
import { createMcpServerFactory } from "../src/server/mcpServer.js";
import { readSessionKey } from "../src/server/sessionKey.js";
import { createStdioTransport } from "../src/server/stdioTransport.js";
import { fakeDevice } from "../test/support/fakeDevice.js";
import { manualTimer } from "../test/support/manualTimer.js";
import { scriptedPhones } from "../test/support/scriptedPhones.js";
import { atMost } from "./aim.js";
import { type Answer, createAskedClient } from "./askedClient.js";
import { type Comparison, toComparison } from "./comparison.js";
import type { Effort } from "./effort.js";
import { heldBytes } from "./heap.js";

const AIM = atMost(1.1);
const ASK_EVERY_MS = 250;
/** At the start of the hour, for what is made once; at its end, for what stays. */
const LOOKS = 10;
const ASKS_PER_LOOK = 50;
const PHONES = 4;

/** How a call ends up: each in turn, so that every end of an ask comes thousands of times in an hour. */
const ENDS = ["accept", "decline", "cancel", "nonsense"] as const;
const SILENT_EVERY = 100;

/** What one connection holds after an hour of asks that each end in another way, beside what it held after the first. */
export async function measureLongHour({ simulatedMs }: Effort): Promise<readonly Comparison[]> {
  const hour = await openHour();
  try {
    const look = async (): Promise<readonly number[]> => {
      const samples: number[] = [];
      for (let count = 0; count < LOOKS; count += 1) {
        for (let ask = 0; ask < ASKS_PER_LOOK; ask += 1) await hour.ask();
        samples.push(heldBytes() / 1024 ** 2);
      }
      return samples;
    };
    const reference = await look();
    const asksBefore = hour.asks();
    while (hour.passedMs() < simulatedMs) await hour.ask();
    const measured = await look();
    const minutes = Math.round(hour.passedMs() / 60_000);
    const contest = { baseline: `after ${asksBefore}`, aim: AIM, unit: "MB" };
    const name = `heap after ${minutes} simulated minutes with ${hour.asks()} asks on one connection`;
    return [toComparison({ ...contest, name }, { measured, reference })];
  } finally {
    hour.close();
  }
}

interface Hour {
  ask(): Promise<void>;
  asks(): number;
  passedMs(): number;
  close(): void;
}

/** The product's server on two streams, over phones that differ from ask to ask, and a clock that is moved by hand. */
async function openHour(): Promise<Hour> {
  const timer = manualTimer();
  const startedAt = timer.now();
  const phones = scriptedPhones();
  let asks = 0;
  const answer = (): Answer => {
    if (asks % SILENT_EVERY === 0) {
      timer.advance(AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS);
      return undefined;
    }
    return toAnswer(ENDS[asks % ENDS.length] ?? "nonsense", deviceId(asks, 0));
  };
  const client = createAskedClient(answer);
  const transport = createStdioTransport({ ...client.streams, timer });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const createServer = createMcpServerFactory({
    instructions: "",
    tools: [{ name: "tapOn", inputSchema: { type: "object" } }],
    backend: phones.backend,
    question: phones.question,
    ambiguousDeviceElicitation: {
      timer,
      policy: { isOff: () => false },
      recorder: recordTo([logRecorder(log)], log),
      topology: "direct",
    },
    stateCodec: createStateCodec({ bind: readSessionKey }),
    rawElicitation: transport.rawElicitation,
    log,
  });
  const handle = serveStdio(createServer, { transport });
  const capabilities = { elicitation: { form: {} } };
  await client.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities,
    clientInfo: { name: "bench", version: "1" },
  });
  return {
    async ask() {
      asks += 1;
      phones.attach(...Array.from({ length: PHONES }, (_, at) => fakeDevice(deviceId(asks, at))));
      await client.request("tools/call", { name: "tapOn", arguments: { text: `Sign in ${asks}` } });
      timer.advance(ASK_EVERY_MS);
      // Streams inside one process never reach the end of a tick by themselves, and hold all that waits for it.
      await turn();
    },
    asks: () => asks,
    passedMs: () => timer.now() - startedAt,
    close: () => void handle.close(),
  };
}

function toAnswer(end: (typeof ENDS)[number], deviceId: string): object {
  switch (end) {
    case "accept":
      return { action: "accept", content: { deviceId } };
    case "decline":
    case "cancel":
      return { action: end };
    case "nonsense":
      return { action: "accept", content: { deviceId: "no such phone" } };
  }
}

function deviceId(ask: number, at: number): string {
  return `phone-${ask}-${at}`;
}
