// The least that can answer the requests of a bench: constants, no library. What a server's start and memory are measured
// against.
import { createInterface } from "node:readline";

/** @type {Record<string, object>} */
const RESULTS = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "bare", version: "1" },
  },
  "tools/list": { tools: [] },
  "tools/call": { content: [{ type: "text", text: "constant" }] },
};
createInterface({ input: process.stdin }).on("line", (line) => {
  /** @type {{ id?: number, method: string }} */
  const { id, method } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: RESULTS[method] })}\n`);
});
