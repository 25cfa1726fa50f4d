import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Lab, type LabPhone } from "../../src/lab/lab.js";
import { startLab } from "../../src/lab/startLab.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { startRealAdbServer } from "./adbServer.js";
import { closedPort } from "./closedPort.js";
import { type Entrance, readReply, type Reply, sendTo } from "./entrance.js";
import { type Nginx, startNginx } from "./nginx.js";
import { EXAMPLE_HOST } from "./nginxExample.js";
import { type RedisServer, type RedisServerOptions, startRedisServer } from "./redisServer.js";
import { type CommandEnd, startAutomobile } from "./runAutomobile.js";

/** Two daemons on one Redis behind one nginx, and four phones on two adb servers. */
export interface Replicas {
  readonly nginx: Nginx;
  readonly redis: RedisServer;
  /** The two daemons themselves. */
  readonly each: readonly [Entrance, Entrance];
  /** How the daemons name the phones. */
  readonly ids: readonly string[];
  readonly phones: readonly LabPhone[];
  /** Calls a tool, as a client of this era. */
  call(at: Entrance, era: "legacy" | "modern", params: object): Promise<Reply>;
  /** Sends any modern request. */
  modern(at: Entrance, method: string, params: object): Promise<Reply>;
  /** How the asks ended that each of the daemons has a record of, oldest first. */
  outcomes(): Promise<readonly (readonly string[])[]>;
  /** Ends the first daemon at once, as a crash would. */
  killFirst(): Promise<void>;
  /** Asks the first daemon to end, as a service manager does, and resolves when it has. */
  endFirst(): Promise<CommandEnd>;
  /** Stops the first daemon without ending it, as a machine does that is suspended. Until `thawFirst`. */
  freezeFirst(): void;
  thawFirst(): void;
  close(): Promise<void>;
}

/** What the daemons want to hear from whoever calls them. */
export const TOKEN = "T".repeat(43);

const KEY = Buffer.alloc(32, 7).toString("base64");
const PROTOCOL = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": PROTOCOL,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {
    elicitation: { form: {} },
    extensions: { "io.modelcontextprotocol/tasks": {} },
  },
};

/** Starts all of it. */
export async function startReplicas(adb: string, store: RedisServerOptions = {}): Promise<Replicas> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-replicas-"));
  const [redis, here, farm, lab] = await Promise.all([
    startRedisServer(store),
    startRealAdbServer(adb),
    startRealAdbServer(adb),
    startLab({ phones: 4, timer: systemTimer }),
  ]);
  const ids = await attachAll(lab, here, farm);
  const tokenFile = join(folder, "token");
  await writeFile(tokenFile, TOKEN, { mode: 0o600 });
  const start = async (name: string) => {
    const port = await closedPort();
    const args = ["daemon", "run", "--port", `${port}`, "--allow-host", EXAMPLE_HOST, "--token-file", tokenFile];
    const command = startAutomobile(args, {
      AUTOMOBILE_STATE_DIR: join(folder, name),
      ANDROID_ADB_SERVER_PORT: `${here.port}`,
      AUTOMOBILE_ADB_SERVERS: `127.0.0.1:${farm.port}`,
      AUTOMOBILE_STORE: redis.url.href,
      AUTOMOBILE_REQUEST_STATE_KEY: KEY,
    });
    await new Promise<void>((resolve, reject) => {
      command.child.stderr?.on("data", (text: Buffer) => {
        if (text.includes("a daemon listens")) resolve();
      });
      void command.end.then(({ stderr }) => reject(new Error(stderr)));
    });
    return { port, child: command.child, end: command.end };
  };
  const [first, second] = await Promise.all([start("first"), start("second")]);
  const nginx = await startNginx([first.port, second.port]);
  const modern: Replicas["modern"] = async (at, method, params) => {
    const name = "name" in params ? { "Mcp-Name": String(params.name) } : {};
    const task = "taskId" in params ? { "Mcp-Name": String(params.taskId) } : {};
    const headers = { "MCP-Protocol-Version": PROTOCOL, "Mcp-Method": method, ...name, ...task };
    return await post(at, headers, { method, params: { ...params, _meta: META } });
  };
  return {
    ...{ nginx, redis },
    each: [first, second],
    ids,
    phones: lab.phones,
    modern,
    async call(at, era, params) {
      if (era === "modern") return await modern(at, "tools/call", params);
      return await post(at, { "MCP-Protocol-Version": "2025-11-25" }, { method: "tools/call", params });
    },
    outcomes: async () => await Promise.all(["first", "second"].map((name) => outcomesIn(join(folder, name, "logs")))),
    async killFirst() {
      first.child.kill("SIGKILL");
      await first.end;
    },
    async endFirst() {
      first.child.kill("SIGTERM");
      return await first.end;
    },
    freezeFirst: () => void first.child.kill("SIGSTOP"),
    thawFirst: () => void first.child.kill("SIGCONT"),
    async close() {
      for (const { child, end } of [first, second]) {
        child.kill("SIGTERM");
        await end;
      }
      await Promise.all([nginx.close(), here.close(), farm.close(), redis.close(), lab.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Two phones on each server, in the order of the lab. */
async function attachAll(
  lab: Lab,
  ...servers: readonly Awaited<ReturnType<typeof startRealAdbServer>>[]
): Promise<readonly string[]> {
  return await Promise.all(
    lab.phones.map(async ({ port }, index) => {
      const server = servers[index % 2];
      if (server === undefined) throw new Error("there are two servers");
      return `${await server.attach(port)}${index % 2 === 0 ? "" : `@127.0.0.1:${server.port}`}`;
    }),
  );
}

async function outcomesIn(logs: string): Promise<readonly string[]> {
  const files = await readdir(logs);
  const texts = await Promise.all(files.map((file) => readFile(join(logs, file), "utf8")));
  return [...texts.join("").matchAll(/"\[elicitation\] outcome=(\w+)/g)].map(([, outcome]) => String(outcome));
}

async function post(at: Entrance, headers: Readonly<Record<string, string>>, message: object): Promise<Reply> {
  const response = await sendTo(at, {
    ...{ method: "POST", path: "/mcp", body: { jsonrpc: "2.0", id: 1, ...message } },
    headers: {
      ...{ Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
      ...{ Accept: "application/json, text/event-stream", ...headers },
    },
  });
  return await readReply(response);
}
