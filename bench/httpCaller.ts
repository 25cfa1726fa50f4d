import { Agent, type IncomingMessage, request } from "node:http";

/** Many callers of one MCP endpoint over HTTP, each with a connection that stays open. */
export interface HttpCaller {
  /** One modern `tools/call`. @throws Error when it is not answered with a result. */
  call(name: string, args: object): Promise<void>;
  close(): void;
}

const REVISION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Opens no connection before the first call. */
export function createHttpCaller(endpoint: { readonly port: number; readonly token?: string }): HttpCaller {
  const agent = new Agent({ keepAlive: true });
  let id = 0;
  return {
    async call(name, args) {
      id += 1;
      const params = { name, arguments: args, _meta: META };
      const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
      const answer = await post({ ...endpoint, agent, name, body });
      if (!answer.includes('"result"') || answer.includes('"isError":true')) throw new Error(`${name}: ${answer}`);
    },
    close: () => agent.destroy(),
  };
}

interface Post {
  readonly port: number;
  readonly token?: string;
  readonly agent: Agent;
  readonly name: string;
  readonly body: string;
}

async function post({ port, token = "", agent, name, body }: Post): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path: "/mcp",
      method: "POST",
      agent,
      headers: headers(name, token),
    });
    sent.once("response", resolve);
    sent.once("error", reject);
    sent.end(body);
  });
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
  return text;
}

function headers(name: string, token: string): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
    "mcp-protocol-version": REVISION,
    "mcp-method": "tools/call",
    "mcp-name": name,
  };
}
