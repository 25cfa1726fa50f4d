import { type ByteReader, type Channel, createByteReader } from "../channel.js";
import type { Phone } from "../phone/phone.js";
import { runScript, type ShellIo } from "../shell/runScript.js";
import { runLines } from "./lineShell.js";

/** What the name of a shell service asks for. */
export interface ShellRequest {
  /** `v2` packs the two output streams, the input and the exit code into frames; `plain` is one stream of bytes. */
  readonly framing: "v2" | "plain";
  readonly isTerminal: boolean;
  /** Empty for a shell that reads its commands from its input. */
  readonly command: string;
}

/** Reads `shell:`, `shell,v2,raw:`, `shell,v2,TERM=xterm,pty:` and `exec:` with what follows them; `undefined` for other services. */
export function parseShellService(name: string): ShellRequest | undefined {
  if (name.startsWith("exec:")) return { framing: "plain", isTerminal: false, command: name.slice("exec:".length) };
  const match = /^shell((?:,[^:,]*)*):/.exec(name);
  if (match === null) return undefined;
  const options = (match[1] ?? "").split(",");
  const command = name.slice(match[0].length);
  const isTerminal = options.includes("pty") || (command === "" && !options.includes("raw"));
  return { framing: options.includes("v2") ? "v2" : "plain", isTerminal, command };
}

/** Runs a shell on the phone until its command, or its input, ends. */
export async function runShellService(request: ShellRequest, phone: Phone, channel: Channel): Promise<void> {
  const wire = openWire(request, channel);
  const io: ShellIo = { phone, ...wire, signal: channel.signal };
  const exitCode =
    request.command === ""
      ? await runLines(io, request.isTerminal ? "terminal" : "pipe")
      : await runScript(request.command, io);
  await wire.exit(exitCode);
}

/** Gives a fixed answer in a shell's framing, or plainly to a service that is no shell. */
export async function answerOnly(
  request: ShellRequest | undefined,
  answer: { readonly stdout: string | Uint8Array; readonly stderr: string; readonly exitCode: number },
  channel: Channel,
): Promise<void> {
  const wire = openWire(request ?? { framing: "plain", isTerminal: false, command: "" }, channel);
  await wire.stdout(Buffer.from(answer.stdout));
  await wire.stderr(Buffer.from(answer.stderr));
  await wire.exit(answer.exitCode);
}

interface ShellWire {
  readonly stdin: ByteReader;
  readonly stdout: (bytes: Uint8Array) => Promise<void>;
  readonly stderr: (bytes: Uint8Array) => Promise<void>;
  readonly exit: (exitCode: number) => Promise<void>;
}

/** Frame types: https://android.googlesource.com/platform/packages/modules/adb/+/refs/heads/main/shell_protocol.h */
const FRAME = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4 } as const;
const FRAME_HEADER_BYTES = 5;
/** No client sends more in one frame than a packet holds. */
const FRAME_LIMIT_BYTES = 1024 * 1024;

function openWire({ framing, isTerminal }: ShellRequest, channel: Channel): ShellWire {
  const toTerminal = (bytes: Uint8Array): Uint8Array =>
    isTerminal ? Buffer.from(Buffer.from(bytes).toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1") : bytes;
  if (framing === "plain") {
    const write = (bytes: Uint8Array): Promise<void> => channel.write(toTerminal(bytes));
    const stdin = createByteReader(() => channel.read());
    return { stdin, stdout: write, stderr: write, exit: () => Promise.resolve() };
  }
  const writeFrame = async (type: number, bytes: Uint8Array): Promise<void> => {
    if (bytes.length > 0) await channel.write(toFrame(type, bytes));
  };
  return {
    stdin: createByteReader(stdinFrames(channel)),
    stdout: (bytes) => writeFrame(FRAME.stdout, toTerminal(bytes)),
    // A terminal has one stream for both.
    stderr: (bytes) => writeFrame(isTerminal ? FRAME.stdout : FRAME.stderr, toTerminal(bytes)),
    exit: (exitCode) => writeFrame(FRAME.exit, Uint8Array.of(exitCode & 0xff)),
  };
}

function toFrame(type: number, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt8(type, 0);
  header.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
}

/** The bytes of the stdin frames. Ends when the other side closes its input, or sends what is no frame. */
function stdinFrames(channel: Channel): () => Promise<Uint8Array | undefined> {
  const reader = createByteReader(() => channel.read());
  let isClosed = false;
  return async () => {
    while (!isClosed) {
      const header = await reader.exactly(FRAME_HEADER_BYTES);
      const type = header?.readUInt8(0);
      const bytes = header?.readUInt32LE(1) ?? 0;
      const body = bytes > FRAME_LIMIT_BYTES ? undefined : await reader.exactly(bytes);
      if (body === undefined || type === FRAME.closeStdin) isClosed = true;
      else if (type === FRAME.stdin) return body;
    }
    return undefined;
  };
}
