import type { Socket } from "node:net";
import type { Log } from "../../core/log.js";
import { assertNever } from "../../core/assertNever.js";
import { type ByteReader, type Channel, createByteReader } from "../channel.js";
import type { AttachedPhone, Roster } from "../roster.js";
import { queryAnswer, serverAnswer } from "./hostAnswers.js";
import { type AdbRequest, parseRequest } from "./request.js";
import { selectPhone } from "./selectPhone.js";
import { openSocketChannel } from "./socketChannel.js";
import { trackDevices, waitForState } from "./waits.js";
import { fail, OKAY, transportIdBytes } from "./wire.js";

/** What an adb server is over. */
export interface AdbServerWorld {
  readonly roster: Roster;
  readonly log: Log | undefined;
}

interface Client {
  readonly socket: Socket;
  readonly channel: Channel;
  readonly reader: ByteReader;
  readonly world: AdbServerWorld;
  /** The device that the connection is tied to. */
  readonly selected: AttachedPhone | undefined;
}

/**
 * Answers one connection until it ends. Never rejects: a failure is a bug of the lab, logged, and ends this connection
 * only.
 */
export async function serveClient(socket: Socket, world: AdbServerWorld): Promise<void> {
  const channel = openSocketChannel(socket);
  const reader = createByteReader(() => channel.read());
  let selected: AttachedPhone | undefined;
  try {
    for (let text = await readRequest(reader); text !== undefined; text = await readRequest(reader)) {
      selected = await answer(parseRequest(text), { socket, channel, reader, world, selected });
      // Every answer but a tie to a device is the last on its connection.
      if (selected === undefined) break;
    }
  } catch (error) {
    world.log?.error("the lab's adb server failed on a request", { error: String(error) });
  } finally {
    channel.close();
  }
}

/** Four hex digits, then so many bytes. `undefined` at the end, and for what is no request. */
async function readRequest(reader: ByteReader): Promise<string | undefined> {
  const digits = (await reader.exactly(4))?.toString("latin1") ?? "";
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) return undefined;
  return (await reader.exactly(Number.parseInt(digits, 16)))?.toString();
}

/** Answers one request, and gives the device that the connection is now tied to. */
async function answer(request: AdbRequest, client: Client): Promise<AttachedPhone | undefined> {
  const { channel, world } = client;
  switch (request.kind) {
    case "switch": {
      const selection = selectPhone(world.roster.attached(), request.target);
      if (selection.kind === "failed") {
        await channel.write(fail(selection.reason));
        return undefined;
      }
      const { entry } = selection;
      await channel.write(request.givesId ? Buffer.concat([OKAY, transportIdBytes(entry.transportId)]) : OKAY);
      return entry;
    }
    case "track":
      await trackDevices(request.format, channel, world.roster);
      return undefined;
    case "wait":
      await waitForState(request, channel, world.roster);
      return undefined;
    case "server":
      await channel.write(serverAnswer(request.name, world.roster.attached()));
      return undefined;
    case "query":
      await channel.write(queryAnswer(request, world.roster.attached(), client.selected));
      return undefined;
    case "service":
      await runService(request.name, client);
      return undefined;
    default:
      return assertNever(request);
  }
}

async function runService(name: string, { channel, reader, selected, socket, world }: Client): Promise<void> {
  const attached = world.roster.attached();
  const target = selected === undefined ? { by: "any" as const } : transportOf(selected);
  const selection = selectPhone(attached, target);
  if (selection.kind === "failed") return channel.write(fail(selection.reason));
  const { entry } = selection;
  const service = entry.open(name);
  if (service === undefined) return channel.write(fail("closed"));
  await channel.write(OKAY);
  const cancel = entry.onBreak(() => socket.destroy());
  await service({ ...channel, read: () => reader.some() });
  cancel();
}

/** Asked for again: the device may have gone since the connection was tied to it. */
function transportOf({ transportId }: AttachedPhone): { readonly by: "transport_id"; readonly transportId: number } {
  return { by: "transport_id", transportId };
}
