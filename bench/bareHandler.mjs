// The SDK's own HTTP entry around one tool that gives a constant: what the daemon's calls are measured beside. Prints its port.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";

const TOOL = { name: "constant", inputSchema: { type: /** @type {const} */ ("object") } };

const handler = createMcpHandler(() => {
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [TOOL] }));
  server.setRequestHandler("tools/call", () => ({ content: [{ type: "text", text: "constant" }] }));
  return server;
});
const serve = toNodeHandler(handler);
const server = createServer((request, response) => {
  const { method = "POST", url = "/", headers } = request;
  const body = { [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
  void serve({ method, url, headers, ...body }, response);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" ? address?.port : address);
});
process.stdin.resume().on("end", () => process.exit(0));
