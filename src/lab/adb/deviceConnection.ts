import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { type Channel, createInbox, type Inbox } from "../channel.js";
import { connectBanner } from "./banner.js";
import {
  checksumOf,
  COMMAND,
  createPacketReader,
  encodePacket,
  MAX_PAYLOAD_BYTES,
  type Packet,
  VERSION_WITH_CHECKSUM,
  VERSION_WITHOUT_CHECKSUM,
} from "./packet.js";
import { openService, type ServiceWorld } from "./services.js";

/** Streams that one connection may have open. */
const STREAM_LIMIT = 256;
const AUTH_TOKEN = 1;
const AUTH_SIGNATURE = 2;
const AUTH_TOKEN_BYTES = 20;

/** How a phone answers an adb server that connects. */
export interface DeviceWorld extends ServiceWorld {
  readonly adbState: () => string;
}

interface Stream {
  readonly localId: number;
  readonly remoteId: number;
  readonly inbox: Inbox;
  readonly abort: AbortController;
  /** Called when the other side has taken what was last written. */
  acknowledged: () => void;
  /** Bytes came that their reader has not taken: the other side owes us patience. */
  hasUnread: boolean;
}

/** Speaks the device's side of the adb protocol on a socket until it ends. What is not the protocol ends this socket only. */
export function serveDeviceConnection(socket: Socket, world: DeviceWorld): void {
  const streams = new Map<number, Stream>();
  const readPackets = createPacketReader();
  let nextLocalId = 1;
  let peer: { readonly hasChecksum: boolean; readonly maxPayloadBytes: number } | undefined;

  const send = (command: number, args: readonly [number, number], payload: Uint8Array = new Uint8Array()): void => {
    const hasChecksum = peer?.hasChecksum ?? true;
    if (socket.writable) socket.write(encodePacket({ command, arg0: args[0], arg1: args[1], payload }, hasChecksum));
  };
  const hangUp = (reason: string): void => {
    world.log?.warn("a lab phone hung up on an adb server", { reason });
    socket.destroy();
  };
  const forget = (stream: Stream): void => {
    streams.delete(stream.localId);
    stream.inbox.finish();
    stream.abort.abort();
    stream.acknowledged();
  };

  const connect = (packet: Packet): void => {
    const version = packet.arg0;
    if (version < VERSION_WITH_CHECKSUM) return hangUp("protocol version is too old");
    peer = {
      hasChecksum: version < VERSION_WITHOUT_CHECKSUM,
      maxPayloadBytes: Math.max(1, Math.min(packet.arg1, MAX_PAYLOAD_BYTES)),
    };
    for (const stream of [...streams.values()]) forget(stream);
    switch (world.adbState()) {
      case "offline":
        return;
      case "unauthorized":
        return challenge();
      default:
        return greet();
    }
  };
  const challenge = (): void => {
    send(COMMAND.auth, [AUTH_TOKEN, 0], randomBytes(AUTH_TOKEN_BYTES));
  };
  const greet = (): void => {
    const banner = Buffer.from(connectBanner(world.phone.profile(), world.adbState()));
    // The greeting itself always carries its checksum: the other side may be old.
    const packet = {
      command: COMMAND.connect,
      arg0: peer?.hasChecksum === true ? VERSION_WITH_CHECKSUM : VERSION_WITHOUT_CHECKSUM,
      arg1: MAX_PAYLOAD_BYTES,
      payload: banner,
    };
    socket.write(encodePacket(packet, true));
  };

  const open = (packet: Packet): void => {
    const remoteId = packet.arg0;
    const name = Buffer.from(packet.payload).toString().replace(/\0$/, "");
    const service = streams.size < STREAM_LIMIT ? openService(name, world) : undefined;
    if (service === undefined) return send(COMMAND.close, [0, remoteId]);
    const stream = createStream(remoteId);
    send(COMMAND.okay, [stream.localId, remoteId]);
    void service(toChannel(stream));
  };
  const createStream = (remoteId: number): Stream => {
    const localId = nextLocalId;
    nextLocalId = (nextLocalId % 0x7fffffff) + 1;
    const stream: Stream = {
      localId,
      remoteId,
      inbox: createInbox(() => {
        stream.hasUnread = false;
        if (streams.has(localId)) send(COMMAND.okay, [localId, remoteId]);
      }),
      abort: new AbortController(),
      acknowledged: () => undefined,
      hasUnread: false,
    };
    streams.set(localId, stream);
    return stream;
  };
  const toChannel = (stream: Stream): Channel => ({
    signal: stream.abort.signal,
    read: () => stream.inbox.read(),
    async write(bytes) {
      const pieceBytes = peer?.maxPayloadBytes ?? MAX_PAYLOAD_BYTES;
      for (let at = 0; at < bytes.length && streams.has(stream.localId); at += pieceBytes) {
        const taken = new Promise<void>((resolve) => {
          stream.acknowledged = resolve;
        });
        send(COMMAND.write, [stream.localId, stream.remoteId], bytes.subarray(at, at + pieceBytes));
        await taken;
      }
    },
    close() {
      if (!streams.has(stream.localId)) return;
      send(COMMAND.close, [stream.localId, stream.remoteId]);
      forget(stream);
    },
  });

  const receive = (packet: Packet): void => {
    const stream = streams.get(packet.arg1);
    const isOurs = stream?.remoteId === packet.arg0;
    if (stream === undefined || !isOurs) {
      if (packet.command === COMMAND.write) send(COMMAND.close, [0, packet.arg0]);
      return;
    }
    switch (packet.command) {
      case COMMAND.okay:
        return stream.acknowledged();
      case COMMAND.write:
        if (stream.hasUnread) return hangUp("wrote again before the last write was acknowledged");
        stream.hasUnread = true;
        return stream.inbox.push(packet.payload);
      default:
        return forget(stream);
    }
  };

  const handle = (packet: Packet): void => {
    if (peer?.hasChecksum !== false && packet.checksum !== checksumOf(packet.payload)) return hangUp("bad checksum");
    if (packet.command === COMMAND.connect) return connect(packet);
    if (peer === undefined) return hangUp("first message was no greeting");
    switch (packet.command) {
      case COMMAND.auth:
        if (packet.arg0 === AUTH_SIGNATURE) challenge();
        return;
      case COMMAND.open:
        return world.adbState() === "unauthorized" ? hangUp("opened a stream unauthorized") : open(packet);
      case COMMAND.okay:
      case COMMAND.write:
      case COMMAND.close:
        return receive(packet);
      default:
      // A message type of a newer protocol; the lab announces none, and adbd skips them too.
    }
  };

  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    const { packets, violation } = readPackets(chunk);
    for (const packet of packets) {
      if (socket.destroyed) return;
      handle(packet);
    }
    if (violation !== undefined) hangUp(violation);
  });
  socket.on("error", (error) => world.log?.info("a connection to a lab phone broke", { reason: error.message }));
  socket.on("close", () => {
    for (const stream of [...streams.values()]) forget(stream);
  });
}
