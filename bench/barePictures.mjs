// `node barePictures.mjs FILE`: the SDK's own stdio server around one tool that gives the picture in the file, read anew for each
// call as a screenshot is. What the memory of the server is measured beside.
import { readFile } from "node:fs/promises";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const file = process.argv[2] ?? "";

serveStdio(() => {
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/call", async () => {
    const data = (await readFile(file)).toString("base64");
    return { content: [{ type: "image", mimeType: "image/png", data }] };
  });
  return server;
});
