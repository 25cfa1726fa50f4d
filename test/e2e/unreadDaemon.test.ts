import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modernTap } from "../support/daemonCalls.js";
import { type DaemonHome, daemonHome, lives } from "../support/daemonHome.js";
import { readEvents } from "../support/readEvents.js";

/** How long somebody who takes nothing is borne, with the time to notice; the system keeps some megabytes for him first. */
const BORNE_MS = 50_000;

/** More than the system keeps for one who does not read. */
const ANSWERS = 600;

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

let home: DaemonHome;
let port: number;
let pid: number;
beforeEach(async () => {
  home = await daemonHome();
  ({ port, pid } = await home.start());
});
afterEach(async () => {
  await home.remove();
});

/** A connection that never reads, on which this was written. */
async function unread(head: string, body = "", times = 1): Promise<Socket> {
  const lines = [
    head,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${await home.token()}`,
    `Content-Length: ${body.length}`,
  ];
  const type = "Content-Type: application/json\r\nAccept: application/json, text/event-stream";
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  socket.on("error", () => undefined);
  socket.write(`${lines.join("\r\n")}\r\n${type}\r\n\r\n${body}`.repeat(times));
  return socket;
}

/** Whoever does not read learns it from what he writes. */
function isLetGo(socket: Socket): boolean {
  socket.write("\r\n");
  return socket.destroyed;
}

/** Of a process, as Linux counts them. */
async function residentMegabytes(pid: number): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** A tap that names no device, which makes an event. */
const tap = async (name: string): Promise<unknown> =>
  await modernTap(
    { send: (path, { headers = {}, body } = {}) => home.send(port, path, { headers, body: JSON.stringify(body) }) },
    {},
    { _meta: metaOf(name) },
  );

const metaOf = (name: string): object => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name, version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

describe("somebody who reads nothing of what the daemon sends him", () => {
  it("is let go, holds up nobody, and costs no memory that grows with what he asks", async () => {
    const socket = await unread("POST /mcp HTTP/1.1", LIST, ANSWERS);

    expect(await tap("another")).toMatchObject({ result: { isError: true } });
    await expect.poll(() => isLetGo(socket), { timeout: BORNE_MS, interval: 500 }).toBe(true);

    expect(await residentMegabytes(pid)).toBeLessThan(250);
    expect(await lives(pid)).toBe(true);
  });

  it("of the telemetry holds up neither the calls nor the other subscribers, nor the daemon's end", async () => {
    const socket = await unread("GET /telemetry HTTP/1.1");
    const events = await readEvents(await home.send(port, "/telemetry", { method: "GET" }));

    expect(await tap("another")).toMatchObject({ result: { isError: true } });
    expect(await events.next("elicitation")).toMatchObject({ record: { outcome: "not_offered" } });
    expect((await home.run(["stop"])).exitCode).toBe(0);

    await expect.poll(() => lives(pid)).toBe(false);
    socket.destroy();
  });
});
