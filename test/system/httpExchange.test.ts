import { createServer, type RequestListener, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import type { HttpRequest } from "../../src/core/httpExchange.js";
import { createHttpExchange } from "../../src/system/httpExchange.js";
import { closedPort } from "../support/closedPort.js";
import { manualTimer } from "../support/manualTimer.js";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it("sends a JSON body and gives the answer as it is", async () => {
  const url = await serve((request, response) => {
    void text(request).then((body) => {
      response.statusCode = 404;
      response.end(`${request.method ?? ""} ${request.url ?? ""} ${body} é`);
    });
  });
  const timer = manualTimer();

  const end = await createHttpExchange(timer)(to(`${url}/a/b?c=d`, { method: "POST", body: { text: "שלום" } }));

  expect(end).toEqual({ outcome: "answered", status: 404, text: 'POST /a/b?c=d {"text":"שלום"} é' });
  expect(timer.live()).toEqual([]);
});

it("follows no redirect", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(302, { Location: "http://192.0.2.1/" }).end();
  });

  expect(await createHttpExchange(manualTimer())(to(url))).toMatchObject({ outcome: "answered", status: 302 });
});

it("knows that nothing was sent where nobody listens", async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;

  expect(await createHttpExchange(manualTimer())(to(url))).toMatchObject({ outcome: "no_connection" });
});

it("knows that the request may have been taken when the answer breaks off", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { "Content-Length": "100" });
    response.write("half", () => response.destroy());
  });

  expect(await createHttpExchange(manualTimer())(to(url))).toMatchObject({ outcome: "broke_off" });
});

it("stops reading an answer that is too long", async () => {
  const url = await serve((_request, response) => response.end("x".repeat(1000)));

  expect(await createHttpExchange(manualTimer())(to(url, { maxBytes: 999 }))).toEqual({
    outcome: "broke_off",
    reason: "the answer is longer than 999 bytes",
  });
});

it("does not wait longer than it is allowed to", async () => {
  const timer = manualTimer();
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const url = await serve(() => {
    asked();
  });
  const exchange = createHttpExchange(timer)(to(url, { timeoutMs: 50 }));

  await isAsked;
  timer.advance(50);

  expect(await exchange).toEqual({ outcome: "timed_out" });
});

it.each(["before", "in the middle"])("ends when it is aborted %s", async (when) => {
  const caller = new AbortController();
  const url = await serve(() => {
    caller.abort();
  });
  const early = AbortSignal.abort();

  const end = await createHttpExchange(manualTimer())(to(url, { signal: when === "before" ? early : caller.signal }));

  expect(end).toEqual({ outcome: "aborted" });
});

function to(url: string, changes: Partial<HttpRequest> = {}): HttpRequest {
  const { signal } = new AbortController();
  return { method: "GET", url: new URL(url), body: undefined, timeoutMs: 1000, maxBytes: 10_000, signal, ...changes };
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(`http://127.0.0.1:${address.port}`);
      else reject(new Error("no TCP address"));
    });
  });
}
