// A client of the last SDK before 2026's revision, over HTTP: taps with these arguments, and prints what came of it.
import { Client } from "mcp-sdk-1/client/index.js";
import { StreamableHTTPClientTransport } from "mcp-sdk-1/client/streamableHttp.js";
import { ElicitRequestSchema } from "mcp-sdk-1/types.js";

const [url = "", args = "{}"] = process.argv.slice(2);
const client = new Client({ name: "sdk-1", version: "1" }, { capabilities: { elicitation: {} } });
let questions = 0;
client.setRequestHandler(ElicitRequestSchema, () => {
  questions += 1;
  return { action: "decline" };
});
const headers = { Authorization: `Bearer ${process.env["AUTOMOBILE_CALL_TOKEN"]}` };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
const { isError = false, content } = await client.callTool({ name: "tapAt", arguments: JSON.parse(args) });
console.log(JSON.stringify({ questions, isError, content }));
await client.close();
