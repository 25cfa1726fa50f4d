import { AdbServerStream } from "@yume-chan/adb";
import { AdbFailure } from "./adbFailure.js";
import { connectToServer, type ServerAddress } from "./serverSocket.js";

/** Which attached device a command is for. Both must be true of it, or nothing is sent. */
export interface TransportAddress {
  readonly serial: string;
  readonly transportId: string;
  /** adb shows this serial more than once, so that only the transport id tells the two apart. */
  readonly isSerialShared: boolean;
}

/** An open conversation with the adb server, after it said OKAY to the last request. */
export interface ServerConnection {
  /** @throws AdbFailure `broke_off` when it ends before. */
  readExactly(bytes: number): Promise<Uint8Array>;
  /** One text with its length in front, as adb's host services answer. */
  readText(): Promise<string>;
  /** Sends bytes as they are; resolves when there is room for more. Only `chunks` may follow. @throws AdbFailure `broke_off`. */
  write(bytes: Uint8Array): Promise<void>;
  /** The next bytes, however many; `undefined` at the end. No other read may follow. */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
  close(): void;
}

/** Longest request: its length is sent as four hexadecimal digits. */
const LONGEST_REQUEST_BYTES = 0xffff;
const STATUS_BYTES = 4;
const TRANSPORT_ID_BYTES = 8;

/**
 * Asks the adb server for one of its own services, such as `host:version`. The signal ends the connection, also later.
 *
 * @throws AdbFailure
 */
export async function openHostService(
  address: ServerAddress,
  service: string,
  signal: AbortSignal,
): Promise<ServerConnection> {
  const stream = new AdbServerStream(await connectToServer(address, signal));
  return closingOnFailure(stream, () => request(stream, service));
}

/** What to open on which device. */
export interface DeviceServiceRequest {
  readonly transport: TransportAddress;
  /** For example `shell,v2,raw:id`. */
  readonly service: string;
  /** Called just before the service is named: until then, nothing has reached the device. */
  readonly onSend?: () => void;
}

/**
 * Opens a service on exactly one device. The adb server says which transport it chose before the service is named; if that
 * is another than the one meant (the id now belongs to another device), nothing is sent.
 *
 * @throws AdbFailure `refused` when the device is not that one any more, or will not open the service.
 */
export async function openDeviceService(
  address: ServerAddress,
  { transport, service, onSend }: DeviceServiceRequest,
  signal: AbortSignal,
): Promise<ServerConnection> {
  const stream = new AdbServerStream(await connectToServer(address, signal));
  return closingOnFailure(stream, async () => {
    await switchToDevice(stream, transport);
    onSend?.();
    await request(stream, service);
  });
}

async function switchToDevice(stream: AdbServerStream, transport: TransportAddress): Promise<void> {
  if (transport.isSerialShared) {
    await request(stream, `host:transport-id:${transport.transportId}`);
    return;
  }
  await request(stream, `host:tport:serial:${transport.serial}`);
  const bytes = await stream.readExactly(TRANSPORT_ID_BYTES);
  const chosen = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true).toString();
  if (chosen !== transport.transportId) {
    throw new AdbFailure("refused", "that id now belongs to another connection");
  }
}

async function request(stream: AdbServerStream, service: string): Promise<void> {
  if (Buffer.byteLength(service) > LONGEST_REQUEST_BYTES) {
    throw new RangeError(`a request of ${Buffer.byteLength(service)} bytes does not fit adb's protocol`);
  }
  await stream.writeString(service);
  const status = Buffer.from(await stream.readExactly(STATUS_BYTES)).toString("latin1");
  if (status === "OKAY") return;
  if (status === "FAIL") throw new AdbFailure("refused", await stream.readString());
  throw notAdb();
}

async function closingOnFailure(stream: AdbServerStream, open: () => Promise<void>): Promise<ServerConnection> {
  try {
    await brokeOff(open);
  } catch (error) {
    await stream.dispose();
    throw error;
  }
  let released: RawStream | undefined;
  const raw = (): RawStream => (released ??= stream.release());
  return {
    readExactly: (bytes) => brokeOff(() => stream.readExactly(bytes)),
    readText: () => brokeOff(() => stream.readString()),
    write: (bytes) => brokeOff(() => writeTo(raw().writable, bytes)),
    chunks: () => chunksOf(raw().readable),
    close: () => void stream.dispose(),
  };
}

/** The connection itself, once what frames it has let go of it. */
type RawStream = ReturnType<AdbServerStream["release"]>;

async function writeTo(writable: RawStream["writable"], bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  try {
    await writer.write(bytes);
  } finally {
    writer.releaseLock();
  }
}

async function* chunksOf(readable: RawStream["readable"]): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await brokeOff(() => reader.read());
    if (done) return;
    yield value;
  }
}

/** Tango throws bare errors for a connection that ends or breaks, and a TypeError for a length that is no number. */
async function brokeOff<T>(step: () => PromiseLike<T> | T): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof AdbFailure || cause instanceof RangeError) throw cause;
    if (cause instanceof TypeError) throw notAdb(cause);
    throw new AdbFailure("broke_off", "the connection to the adb server ended", { cause });
  }
}

function notAdb(cause?: TypeError): AdbFailure {
  return new AdbFailure("not_adb", "what answers there does not speak adb's protocol", cause && { cause });
}
