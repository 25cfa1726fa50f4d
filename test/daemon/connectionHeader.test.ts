import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modernCall } from "../support/questionClient.js";
import { type LabDaemon, labDaemon } from "../support/labDaemon.js";

let lab: LabDaemon;
beforeAll(async () => {
  lab = await labDaemon();
});
afterAll(async () => {
  await lab.close();
});

/** What the answer to one message says of its connection. */
async function connectionOf(headers: Readonly<Record<string, string>>, params: object): Promise<string | undefined> {
  return await new Promise((resolve, reject) => {
    const request = httpRequest(lab.daemon.url, {
      method: "POST",
      agent: false,
      headers: {
        ...{ Authorization: `Bearer ${lab.daemon.token}`, "Content-Type": "application/json" },
        ...{ Accept: "application/json, text/event-stream", ...headers },
      },
    });
    request.once("error", reject);
    request.once("response", (response) => {
      response.resume().once("end", () => {
        resolve(response.headers.connection);
      });
    });
    request.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params }));
  });
}

const MODERN = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" };

it.each([
  ["2025", { "MCP-Protocol-Version": "2025-11-25" }, {}],
  ["2026", MODERN, modernCall({})],
])("a client of %s that wants its connection closed is told that it is", async (_, headers, params) => {
  expect(await connectionOf({ ...headers, Connection: "close" }, params)).toBe("close");
  expect(await connectionOf({ ...headers, Connection: "keep-alive" }, params)).toBe("keep-alive");
});
