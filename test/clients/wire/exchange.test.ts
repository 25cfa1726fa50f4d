import { describe, expect, it } from "vitest";
import { type Exchange, readExchange } from "./exchange.js";
import type { WireLine } from "./wireLine.js";

const PROBE = 1;
const SESSION = 2;
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "some client", version: "3.0.0" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};
const REFUSAL = { content: [{ type: "text", text: "which one?" }], isError: true };
const QUESTION = { mode: "form", message: "Which one?" };
/** Under the call's own id: each side counts its requests by itself. */
const ASK = { id: 1, method: "elicitation/create", params: QUESTION };
const INPUT_REQUIRED = {
  resultType: "input_required",
  inputRequests: { deviceChoice: { method: "elicitation/create", params: QUESTION } },
};

describe("what went over the wire", () => {
  it("is nothing to tell of while no tool was called", () => {
    expect(readExchange([])).toBeUndefined();
    expect(readExchange([line("client", 0, initialize({}))])).toBeUndefined();
  });

  it("shows a legacy question with its answer, and the call's own end", () => {
    const exchange = readExchange([
      line("client", 0, initialize({ elicitation: { form: {} } })),
      line("client", 100, call(1)),
      line("server", 120, ASK),
      line("client", 160, { id: 1, result: { action: "cancel" } }),
      line("server", 170, { id: 1, result: REFUSAL }),
      line("log", 171, { msg: "[elicitation] …", elicitation: { outcome: "cancel" } }),
    ]);

    expect(exchange).toEqual({
      client: { name: "some client", version: "3.0.0" },
      era: "legacy",
      revision: "2025-11-25",
      declared: { form: {} },
      calls: 1,
      questions: [{ params: QUESTION, answer: { action: "cancel" }, afterMs: 40 }],
      result: REFUSAL,
      failure: undefined,
      returnedAfterMs: 70,
      cancelledAfterMs: undefined,
      records: [{ outcome: "cancel" }],
    } satisfies Exchange);
  });

  it("shows a modern question with the retry's answer, and declared capabilities from the call itself", () => {
    const exchange = readExchange([
      line("client", 0, { ...call(1), params: { _meta: ENVELOPE } }),
      line("server", 5, { id: 1, result: INPUT_REQUIRED }),
      line("client", 45, {
        ...call(2),
        params: { _meta: ENVELOPE, inputResponses: { deviceChoice: { action: "decline" } } },
      }),
      line("server", 50, { id: 2, result: REFUSAL }),
    ]);

    expect(exchange).toMatchObject({
      client: { name: "some client", version: "3.0.0" },
      era: "modern",
      revision: "2026-07-28",
      declared: {},
      calls: 2,
      questions: [{ params: QUESTION, answer: { action: "decline" }, afterMs: 40 }],
      result: REFUSAL,
      returnedAfterMs: 50,
    });
  });

  it("shows a question that is never answered, and a call that never ends", () => {
    const modern = readExchange([
      line("client", 0, { ...call(1), params: { _meta: ENVELOPE } }),
      line("server", 5, { id: 1, result: INPUT_REQUIRED }),
    ]);

    expect(modern?.questions).toEqual([{ params: QUESTION, answer: undefined, afterMs: undefined }]);
    expect([modern?.result, modern?.returnedAfterMs, modern?.cancelledAfterMs]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("tells a call that failed from one that never ends", () => {
    const exchange = readExchange([
      line("client", 0, initialize({})),
      line("client", 0, call(1)),
      line("server", 30, { id: 1, error: { code: -32603, message: "a bug" } }),
    ]);

    expect([exchange?.result, exchange?.failure, exchange?.returnedAfterMs]).toEqual([
      undefined,
      { code: -32603, message: "a bug" },
      30,
    ]);
  });

  it("shows a client's error as its answer", () => {
    const exchange = readExchange([
      line("client", 0, initialize({ elicitation: {} })),
      line("client", 0, call(1)),
      line("server", 0, ASK),
      line("client", 3, { id: 1, error: { code: -32601, message: "no handler" } }),
    ]);

    expect(exchange?.questions[0]?.answer).toEqual({ code: -32601, message: "no handler" });
  });

  it.each([
    { then: [], cancelledAfterMs: 60 },
    { then: [line("server", 80, { id: 1, result: REFUSAL })], cancelledAfterMs: undefined },
  ])(
    "tells a call that the client gave up from one that came to an end: $cancelledAfterMs",
    ({ then, ...expected }) => {
      const exchange = readExchange([
        line("client", 0, initialize({})),
        line("client", 0, call(1)),
        line("client", 60, { method: "notifications/cancelled", params: { requestId: 1 } }),
        ...then,
      ]);

      expect(exchange?.cancelledAfterMs).toBe(expected.cancelledAfterMs);
    },
  );

  it("keeps apart the processes that one client starts", () => {
    const exchange = readExchange([
      line("client", 0, { id: 1, method: "server/discover" }, PROBE),
      line("server", 1, { id: 1, error: { code: -32601, message: "no" } }, PROBE),
      line("client", 2, initialize({})),
      line("client", 3, call(1)),
      line("server", 9, { id: 1, result: REFUSAL }),
    ]);

    expect([exchange?.result, exchange?.declared]).toEqual([REFUSAL, undefined]);
  });
});

function initialize(capabilities: object): object {
  const clientInfo = { name: "some client", version: "3.0.0" };
  return { id: 9, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities, clientInfo } };
}

function call(id: number): object {
  return { id, method: "tools/call", params: {} };
}

type LineParts = readonly [from: WireLine["from"], at: number, message: object, connection?: number];

function line(...[from, at, message, connection = SESSION]: LineParts): WireLine {
  return { at, connection, from, text: JSON.stringify(message) };
}
