import type { Socket } from "node:net";
import { assertNever } from "../../core/assertNever.js";
import type { Log } from "../../core/log.js";
import { DEVICE_FEATURES } from "../adb/banner.js";
import { type ByteReader, type Channel, createByteReader } from "../channel.js";
import type { LabAdbServer } from "../lab.js";
import { listen, LOOPBACK } from "../listener.js";
import type { AttachedPhone, Roster } from "../roster.js";
import { isTalking, longList, shortList } from "./deviceList.js";
import { type AdbRequest, parseRequest, type RequestTarget } from "./request.js";
import { fits, selectPhone } from "./selectPhone.js";
import { openSocketChannel } from "./socketChannel.js";
import { fail, OKAY, transportIdBytes, withLength } from "./wire.js";

/** Version that clients of adb 1.0.41 expect; with another one they would end this server and start their own. */
const SERVER_VERSION = 41;

/** What an adb server is over. */
export interface AdbServerWorld {
  readonly roster: Roster;
  readonly log: Log | undefined;
}

/** Starts an adb server on a port of loopback; 0 takes any free one. @throws Error when the port is taken. */
export async function startAdbServer(port: number, world: AdbServerWorld): Promise<LabAdbServer> {
  const listener = await listen(port, (socket) => {
    void serveClient(socket, world);
  });
  return { host: LOOPBACK, port: listener.port, close: () => listener.close() };
}

interface Client {
  readonly socket: Socket;
  readonly channel: Channel;
  readonly reader: ByteReader;
  readonly world: AdbServerWorld;
  /** The device that the connection is tied to. */
  readonly selected: AttachedPhone | undefined;
}

/** Answers one connection until it ends. Never rejects: a failure is a bug of the lab, logged, and ends this connection only. */
async function serveClient(socket: Socket, world: AdbServerWorld): Promise<void> {
  const channel = openSocketChannel(socket);
  const reader = createByteReader(() => channel.read());
  let selected: AttachedPhone | undefined;
  try {
    for (;;) {
      const text = await readRequest(reader);
      if (text === undefined) break;
      const next = await answer(parseRequest(text), { socket, channel, reader, world, selected });
      if (next === undefined) break;
      selected = next;
    }
  } catch (error) {
    world.log?.error("the lab's adb server failed on a request", { error: String(error) });
  } finally {
    channel.close();
  }
}

async function readRequest(reader: ByteReader): Promise<string | undefined> {
  const digits = (await reader.exactly(4))?.toString("latin1") ?? "";
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) return undefined;
  return (await reader.exactly(Number.parseInt(digits, 16)))?.toString();
}

/** Answers one request. Gives the device that the connection is now tied to; `undefined` ends the connection. */
async function answer(request: AdbRequest, client: Client): Promise<AttachedPhone | undefined> {
  const { channel, world } = client;
  switch (request.kind) {
    case "switch": {
      const selection = selectPhone(world.roster.attached(), request.target);
      if (selection.kind === "failed") return end(channel, fail(selection.reason));
      const { entry } = selection;
      await channel.write(request.givesId ? Buffer.concat([OKAY, transportIdBytes(entry.transportId)]) : OKAY);
      return entry;
    }
    case "server":
      return answerServer(request.name, client);
    case "query":
      return end(channel, queryAnswer(request.target, request.name, client));
    case "wait":
      await channel.write(OKAY);
      await waitForState(request.target, request.state, client);
      return end(channel, OKAY);
    case "service":
      return runService(request.name, client);
    default:
      return assertNever(request);
  }
}

async function end(channel: Channel, bytes: Uint8Array): Promise<undefined> {
  await channel.write(bytes);
  return undefined;
}

async function answerServer(name: string, { channel, world }: Client): Promise<undefined> {
  const attached = world.roster.attached();
  switch (name) {
    case "version":
      return end(channel, okay(SERVER_VERSION.toString(16).padStart(4, "0")));
    case "host-features":
      return end(channel, okay(DEVICE_FEATURES.join(",")));
    case "devices":
      return end(channel, okay(shortList(attached)));
    case "devices-l":
      return end(channel, okay(longList(attached)));
    case "list-forward":
      return end(channel, okay(""));
    case "track-devices":
      return trackDevices(shortList, channel, world.roster);
    case "track-devices-l":
      return trackDevices(longList, channel, world.roster);
    default:
      return end(channel, fail(`the lab's adb server does not do ${name}`));
  }
}

function okay(text: string): Buffer {
  return Buffer.concat([OKAY, withLength(text)]);
}

/** Sends the list now and after every change, until the client goes. */
async function trackDevices(
  format: (attached: readonly AttachedPhone[]) => string,
  channel: Channel,
  roster: Roster,
): Promise<undefined> {
  await channel.write(OKAY);
  let sending = Promise.resolve();
  const sendList = (): void => {
    const list = withLength(format(roster.attached()));
    sending = sending.then(() => channel.write(list));
  };
  sendList();
  const unwatch = roster.watch(sendList);
  await aborted(channel.signal);
  unwatch();
  await sending;
  return undefined;
}

function queryAnswer(target: RequestTarget | undefined, name: string, { world, selected }: Client): Buffer {
  const attached = world.roster.attached();
  const found =
    target === undefined && selected !== undefined
      ? ({ kind: "selected", entry: selected } as const)
      : selectPhone(attached, target ?? { by: "any" });
  if (found.kind === "failed") return fail(found.reason);
  const { phone, adbState, transportId } = found.entry;
  switch (name) {
    case "features":
      return okay(DEVICE_FEATURES.join(","));
    case "get-state":
      return okay(adbState);
    case "get-serialno":
      return okay(phone.profile().id);
    case "get-devpath":
      return okay(phone.profile().kind === "hardware" ? `usb:1-${String(transportId)}` : "unknown");
    default:
      return fail(`unknown host service`);
  }
}

/** Resolves when a device that fits is in the state, or the client has gone. `disconnect` waits for none to be left. */
async function waitForState(target: RequestTarget, state: string, { channel, world }: Client): Promise<void> {
  const isReached = (): boolean => {
    const fitting = world.roster.attached().filter((entry) => fits(entry, target));
    if (state === "disconnect") return fitting.length === 0;
    return fitting.some((entry) => entry.adbState === state || (state === "any" && isTalking(entry.adbState)));
  };
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (!isReached() && !channel.signal.aborted) return;
      unwatch();
      channel.signal.removeEventListener("abort", check);
      resolve();
    };
    const unwatch = world.roster.watch(check);
    channel.signal.addEventListener("abort", check);
    check();
  });
}

async function runService(name: string, client: Client): Promise<undefined> {
  const { channel, reader, selected, socket, world } = client;
  const selection = selected === undefined ? selectPhone(world.roster.attached(), { by: "any" }) : undefined;
  if (selection?.kind === "failed") return end(channel, fail(selection.reason));
  const entry = selection?.entry ?? selected;
  const isThere = world.roster.attached().some((other) => other.transportId === entry?.transportId);
  if (entry === undefined || !isThere) return end(channel, fail("device offline (no transport)"));

  const service = entry.open(name);
  if (service === undefined) return end(channel, fail("closed"));
  await channel.write(OKAY);
  const cancel = entry.onBreak(() => socket.destroy());
  await service({ ...channel, read: () => reader.some() });
  cancel();
  return undefined;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => {
      resolve();
    });
  });
}
