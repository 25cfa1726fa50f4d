import { connect, type Socket } from "node:net";
import { COMMAND, createPacketReader, encodePacket, MAX_PAYLOAD_BYTES, type Packet } from "../../src/lab/adb/packet.js";

/** The host's end of a connection to a lab phone, packet by packet, for what no real adb server would send. */
export interface AdbWire {
  send(command: number, args: readonly [number, number], payload?: string | Uint8Array): void;
  sendRaw(bytes: Uint8Array): void;
  /** The next packet that comes. @throws Error when the phone hangs up instead. */
  next(): Promise<Packet>;
  /** Resolves when the phone has hung up. */
  hungUp: Promise<void>;
  close(): void;
}

/** Connects to a phone's port and says nothing. Packets are sent with checksums, which every phone takes. */
export async function openAdbWire(port: number): Promise<AdbWire> {
  const socket = connect(port, "127.0.0.1");
  const { packets, waiting, hungUp } = collect(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  return {
    send(command, [arg0, arg1], payload = "") {
      socket.write(encodePacket({ command, arg0, arg1, payload: Buffer.from(payload) }, "sent"));
    },
    sendRaw(bytes) {
      socket.write(bytes);
    },
    async next() {
      while (packets.length === 0) await waiting();
      const [packet] = packets.splice(0, 1);
      if (packet === undefined) throw new Error("no packet");
      return packet;
    },
    hungUp,
    close() {
      socket.destroy();
    },
  };
}

/** Connects and exchanges greetings. */
export async function openGreetedWire(port: number, version = 0x01000001): Promise<AdbWire> {
  const wire = await openAdbWire(port);
  wire.send(COMMAND.connect, [version, MAX_PAYLOAD_BYTES], "host::features=shell_v2\0");
  await wire.next();
  return wire;
}

function collect(socket: Socket): {
  readonly packets: Packet[];
  readonly waiting: () => Promise<void>;
  readonly hungUp: Promise<void>;
} {
  const packets: Packet[] = [];
  const readPackets = createPacketReader();
  let wake: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let isClosed = false;
  socket.on("data", (chunk) => {
    packets.push(...readPackets(chunk).packets);
    wake();
  });
  // The phone may reset the connection: that is a hang-up like any other.
  socket.on("error", () => undefined);
  const hungUp = new Promise<void>((resolve) => {
    socket.on("close", () => {
      isClosed = true;
      resolve();
      fail(new Error("the phone hung up"));
    });
  });
  const waiting = (): Promise<void> =>
    new Promise((resolve, reject) => {
      wake = resolve;
      fail = reject;
      if (isClosed) reject(new Error("the phone hung up"));
    });
  return { packets, waiting, hungUp };
}
