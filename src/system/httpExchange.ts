import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { HttpEnd, HttpExchange, HttpRequest } from "../core/httpExchange.js";
import { settleOnce, type SettleOnce } from "../core/settleOnce.js";
import type { Timer } from "../core/timer.js";

/** Makes exchanges over plain HTTP. No proxy of the environment is used: what is spoken to is named by its own address. */
export function createHttpExchange(timer: Timer): HttpExchange {
  return async (exchange) => {
    if (exchange.signal.aborted) return { outcome: "aborted" };
    const end = settleOnce<HttpEnd>();
    const progress = { isConnected: false };
    const outgoing = send(exchange);
    const abort = (): boolean => end.settle({ outcome: "aborted" });
    exchange.signal.addEventListener("abort", abort, { once: true });
    const cancelTimer = timer.after(exchange.timeoutMs, `http: ${exchange.url.pathname}`, () => {
      const reason = `no connection within ${exchange.timeoutMs} ms`;
      end.settle(progress.isConnected ? { outcome: "timed_out" } : { outcome: "no_connection", reason });
    });
    outgoing.on("socket", (socket) => {
      socket.once("connect", () => {
        progress.isConnected = true;
      });
    });
    outgoing.on("error", (error) => {
      end.settle({ outcome: progress.isConnected ? "broke_off" : "no_connection", reason: error.message });
    });
    outgoing.on("response", (answer) => readAnswer(answer, exchange.maxBytes, end));
    try {
      return await end.settled;
    } finally {
      cancelTimer();
      exchange.signal.removeEventListener("abort", abort);
      outgoing.destroy();
    }
  };
}

function send({ url, method, body, headers: own = {} }: HttpRequest): ClientRequest {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...own,
    Accept: "application/json",
    ...(text === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
  };
  // A connection that was kept alive may die under a request, and then nobody knows whether it was taken.
  const outgoing = request(url, { method, headers, agent: false });
  outgoing.end(text);
  return outgoing;
}

function readAnswer(answer: IncomingMessage, maxBytes: number, end: SettleOnce<HttpEnd>): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  answer.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) end.settle({ outcome: "broke_off", reason: `the answer is longer than ${maxBytes} bytes` });
  });
  answer.on("end", () => {
    const text = Buffer.concat(chunks).toString("utf8");
    end.settle({ outcome: "answered", status: answer.statusCode ?? 0, text });
  });
  answer.on("error", (error) => {
    end.settle({ outcome: "broke_off", reason: error.message });
  });
}
