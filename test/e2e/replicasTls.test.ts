import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAdb } from "../support/adbBinary.js";
import { sendTo } from "../support/entrance.js";
import { hasNginx } from "../support/nginx.js";
import { hasRedis } from "../support/redisServer.js";
import { type Replicas, startReplicas, TOKEN } from "../support/replicas.js";
import { type CommandEnd, runAutomobile } from "../support/runAutomobile.js";

const adb = findAdb();
const SUPPORT = new URL("../support/", import.meta.url);
const CLIENT = {
  AUTOMOBILE_CALL_TOKEN: TOKEN,
  NODE_OPTIONS: `--import=${new URL("exampleNames.mjs", SUPPORT).href}`,
};

describe.skipIf(adb === undefined || !hasRedis() || !hasNginx())("over TLS, through the nginx of the docs,", () => {
  let replicas: Replicas;
  let url = "";
  beforeAll(async () => {
    replicas = await startReplicas(adb ?? "");
    url = `https://phones.example:${replicas.nginx.port}/mcp`;
  });
  afterAll(() => replicas.close());

  const call = (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandEnd> =>
    runAutomobile(["call", ...words], { ...CLIENT, NODE_EXTRA_CA_CERTS: replicas.nginx.certificate, ...env });
  const sdk1 = async (args: object): Promise<unknown> => {
    const script = new URL("sdk1HttpCall.mjs", SUPPORT).pathname;
    const env = { ...process.env, ...CLIENT, NODE_EXTRA_CA_CERTS: replicas.nginx.certificate };
    const { stdout } = await promisify(execFile)(process.execPath, [script, url, JSON.stringify(args)], { env });
    return JSON.parse(stdout);
  };

  it("one replica asks a modern client, and the other takes its answer", async () => {
    const device = replicas.ids[1] ?? "";
    const { exitCode, stdout } = await call(["tapAt", "x=1", "y=2", "--url", url, "--answer", device]);

    expect(JSON.parse(stdout)).toMatchObject({ device: { deviceId: device }, x: 1, y: 2 });
    expect(exitCode).toBe(0);
    expect(replicas.phones.map((phone) => phone.received().length)).toEqual([0, 1, 0, 0]);
    await expect.poll(async () => [...(await replicas.outcomes())].sort()).toEqual([["accept"], ["asked"]]);
  });

  it("a client of 2025 is not asked, reads which devices there are, and names one", async () => {
    const refused = await sdk1({ x: 3, y: 4 });
    const text: unknown = expect.stringContaining('{"code":"ambiguous_device_target"');
    expect(refused).toMatchObject({ questions: 0, isError: true, content: [{ type: "text", text }] });

    const named = await sdk1({ x: 3, y: 4, deviceId: replicas.ids[2] });
    expect(named).toMatchObject({ questions: 0, isError: false });
    expect(replicas.phones[2]?.received()).toHaveLength(1);
  });

  it("a record is streamed at once, whichever replica wrote it", async () => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const stream = await sendTo(replicas.nginx, { method: "GET", path: "/telemetry", headers });
    let told = "";
    stream.on("data", (chunk: Buffer) => (told += chunk.toString("utf8")));
    const ambiguous = { name: "deviceInfo", arguments: {} };
    await replicas.call(replicas.each[0], "modern", ambiguous);
    await replicas.call(replicas.each[1], "legacy", ambiguous);

    await expect.poll(() => told.match(/"outcome":"\w+"/g)).toEqual(['"outcome":"asked"', '"outcome":"not_offered"']);
    stream.destroy();
  });

  it("a name that the daemons do not know is refused by them", async () => {
    const headers = { Host: "evil.example", Authorization: `Bearer ${TOKEN}` };
    const { statusCode } = await sendTo(replicas.nginx, { method: "GET", path: "/telemetry", headers });
    expect(statusCode).toBe(403);
  });

  it.each([
    {
      failure: "a certificate that is not trusted",
      env: { NODE_EXTRA_CA_CERTS: "" },
      host: "phones.example",
      stderr:
        "automobile: The server could not be reached: self-signed certificate\n" +
        "  → If it is the right server, trust its certificate or its signer's: NODE_EXTRA_CA_CERTS=FILE (PEM)\n",
    },
    {
      failure: "a certificate for another name",
      env: {},
      host: "other.example",
      stderr:
        "automobile: The server could not be reached: Hostname/IP does not match certificate's altnames: " +
        "Host: other.example. is not in the cert's altnames: DNS:phones.example\n" +
        "  → Use a host name that its certificate is for\n",
    },
    {
      failure: "a wrong token",
      env: { AUTOMOBILE_CALL_TOKEN: "wrong" },
      host: "phones.example",
      stderr:
        "automobile: The server does not take the token in AUTOMOBILE_CALL_TOKEN (HTTP 401).\n" +
        "  → Give the server's own token in AUTOMOBILE_CALL_TOKEN; of an automobile daemon it is what its --token-file " +
        "holds, else the file token of its state folder\n",
    },
  ])("$failure is said, with what to do", async ({ env, host, stderr }) => {
    const at = `https://${host}:${replicas.nginx.port}/mcp`;
    expect(await call(["listDevices", "--url", at], env)).toEqual({ exitCode: 1, stdout: "", stderr });
  });
});
