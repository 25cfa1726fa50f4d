import { request } from "node:http";
import { afterEach, expect, it } from "vitest";
import { type RefusingProxy, startRefusingProxy } from "./refusingProxy.js";

let proxy: RefusingProxy | undefined;

afterEach(async () => {
  await proxy?.close();
});

it("refuses what should go outside, and keeps what it was", async () => {
  proxy = await startRefusingProxy();

  const statuses = [
    await statusOf(proxy.url, "CONNECT", "example.com:443"),
    await statusOf(proxy.url, "GET", "http://example.com/x"),
  ];

  expect(statuses).toEqual([403, 403]);
  expect(proxy.attempts).toEqual(["CONNECT example.com:443 HTTP/1.1", "GET http://example.com/x HTTP/1.1"]);
});

async function statusOf(proxyUrl: string, method: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(proxyUrl);
  return await new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path });
    outgoing.once("connect", ({ statusCode }) => {
      resolve(statusCode);
    });
    outgoing.once("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.once("error", reject);
    outgoing.end();
  });
}
