import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { connectBanner } from "./banner.js";
import { type DeviceStream, openDeviceStream, type SendPacket } from "./deviceStream.js";
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

/** What the adb server said in its greeting, and whether it was answered. */
interface Peer {
  readonly isGreeted: boolean;
  readonly checksum: "sent" | "left_out";
  readonly maxPayloadBytes: number;
}

/** Speaks the device's side of the adb protocol on a socket until it ends. What is not the protocol ends this socket only. */
export function serveDeviceConnection(socket: Socket, world: DeviceWorld): void {
  const streams = new Map<number, DeviceStream>();
  const readPackets = createPacketReader();
  let lastLocalId = 0;
  let peer: Peer | undefined;

  const send: SendPacket = (command, [arg0, arg1], payload = new Uint8Array()) => {
    if (socket.writable) socket.write(encodePacket({ command, arg0, arg1, payload }, peer?.checksum ?? "sent"));
  };
  const hangUp = (reason: string): void => {
    world.log?.warn("a lab phone hung up on an adb server", { reason });
    socket.destroy();
  };
  const endStreams = (): void => {
    for (const stream of [...streams.values()]) stream.end();
  };
  const challenge = (): void => {
    send(COMMAND.auth, [AUTH_TOKEN, 0], randomBytes(AUTH_TOKEN_BYTES));
  };

  const connect = (packet: Packet): void => {
    endStreams();
    const isOld = packet.arg0 < VERSION_WITHOUT_CHECKSUM;
    const version = isOld ? VERSION_WITH_CHECKSUM : VERSION_WITHOUT_CHECKSUM;
    // Greetings carry their checksum whatever was agreed: the other side may be old.
    peer = {
      isGreeted: false,
      checksum: "sent",
      maxPayloadBytes: Math.max(1, Math.min(packet.arg1, MAX_PAYLOAD_BYTES)),
    };
    const state = world.adbState();
    if (state === "offline") return;
    if (state === "unauthorized") {
      challenge();
      return;
    }
    send(COMMAND.connect, [version, MAX_PAYLOAD_BYTES], Buffer.from(connectBanner(world.phone.profile(), state)));
    peer = { ...peer, isGreeted: true, checksum: isOld ? "sent" : "left_out" };
  };

  const open = (packet: Packet, maxPayloadBytes: number): void => {
    const remoteId = packet.arg0;
    const name = Buffer.from(packet.payload).toString().replace(/\0$/, "");
    const service = streams.size < STREAM_LIMIT ? openService(name, world) : undefined;
    if (service === undefined) {
      send(COMMAND.close, [0, remoteId]);
      return;
    }
    lastLocalId = (lastLocalId % 0x7fffffff) + 1;
    const localId = lastLocalId;
    const stream = openDeviceStream({ localId, remoteId, maxPayloadBytes, send, onEnd: () => streams.delete(localId) });
    streams.set(localId, stream);
    send(COMMAND.okay, [localId, remoteId]);
    void service(stream.channel);
  };

  const hearStream = (packet: Packet): void => {
    const stream = streams.get(packet.arg1);
    if (stream?.remoteId !== packet.arg0) {
      // To a stream that was closed meanwhile, or that never was.
      if (packet.command === COMMAND.write) send(COMMAND.close, [0, packet.arg0]);
    } else if (packet.command === COMMAND.okay) {
      stream.acknowledge();
    } else if (packet.command === COMMAND.close) {
      stream.end();
    } else if (!stream.receive(packet.payload)) {
      hangUp("wrote again before the last write was acknowledged");
    }
  };

  const hear = (packet: Packet): void => {
    if (isSummed(packet, peer) && packet.checksum !== checksumOf(packet.payload)) hangUp("bad checksum");
    else if (packet.command === COMMAND.connect) connect(packet);
    else if (peer === undefined) hangUp("the first message was no greeting");
    else if (!peer.isGreeted) hearUnknown(packet);
    else if (packet.command === COMMAND.open) open(packet, peer.maxPayloadBytes);
    else if (STREAM_COMMANDS.has(packet.command)) hearStream(packet);
  };

  /** An adb server whose key the phone does not know tries all its keys; the phone asks for another each time. */
  const hearUnknown = (packet: Packet): void => {
    if (packet.command === COMMAND.auth && packet.arg0 === AUTH_SIGNATURE) challenge();
  };

  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    const { packets, violation } = readPackets(chunk);
    for (const packet of packets) if (!socket.destroyed) hear(packet);
    if (violation !== undefined) hangUp(violation);
  });
  socket.on("error", (error) => world.log?.info("a connection to a lab phone broke", { reason: error.message }));
  socket.on("close", endStreams);
}

/** A greeting says itself whether it is: an adb server that connects again knows the phone and leaves the sum out at once. */
function isSummed(packet: Packet, peer: Peer | undefined): boolean {
  return packet.command === COMMAND.connect ? packet.arg0 < VERSION_WITHOUT_CHECKSUM : peer?.checksum !== "left_out";
}

/** Messages of a newer protocol are skipped, as adbd does it: the lab announces none that it would need. */
const STREAM_COMMANDS: ReadonlySet<number> = new Set([COMMAND.okay, COMMAND.write, COMMAND.close]);
