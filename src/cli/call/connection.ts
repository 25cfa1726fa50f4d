import {
  Client,
  type ClientCapabilities,
  type Implementation,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assertNever } from "../../core/assertNever.js";
import type { Era } from "./eras.js";
import { parseQuestion, type AnswerQuestion } from "./question.js";

/** Where the server is. */
export type ServerPlace =
  | {
      readonly is: "process";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly is: "url";
      readonly url: URL;
      /** Sent with each request as `Authorization: Bearer …`. */
      readonly token: string | undefined;
    };

/** What `connect` needs to know. */
export interface ConnectRequest {
  readonly place: ServerPlace;
  readonly era: Era;
  readonly clientVersion: string;
  /** Who answers questions; `undefined` declares that nobody can be asked. */
  readonly answer: AnswerQuestion | undefined;
  /** What the server process writes to its standard error, as it comes. */
  readonly onStderr: (text: string) => void;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A server that has agreed on a protocol revision. `close` ends the process that was started for it. */
export interface Connection {
  readonly client: Client;
  readonly era: "legacy" | "modern";
  /** What the client says of itself, with each request on the modern era. */
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  /** Whether calls may run as tasks here. */
  readonly hasTasks: boolean;
  close(): Promise<void>;
}

/** The one modern revision that the client speaks. */
export const MODERN_REVISION = "2026-07-28";
const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
/** A local process that says nothing to `server/discover` for so long is taken for one that does not know it. */
const DISCOVER_TIMEOUT_MS = 5_000;

/** The SDK asks `server/discover` of a second process unless the transport is a subclass; one server process is what a person expects. */
class OneProcessTransport extends StdioClientTransport {}

/**
 * Connects to a server. With `auto`, `server/discover` is asked on the connection itself, and `initialize` follows where
 * it is not answered; a server process that ends because of that question is started once more and spoken to in 2025's way.
 *
 * @throws SdkError, ProtocolError, or the error with which the process could not be started.
 */
export async function connect(request: ConnectRequest): Promise<Connection> {
  try {
    return await connectOnce(request, request.era);
  } catch (error) {
    const isEndedByDiscover =
      request.era === "auto" &&
      request.place.is === "process" &&
      error instanceof SdkError &&
      error.code === SdkErrorCode.EraNegotiationFailed;
    if (!isEndedByDiscover || request.signal.aborted) throw error;
    return connectOnce(request, "legacy");
  }
}

async function connectOnce(request: ConnectRequest, era: Era): Promise<Connection> {
  const client = createClient(request, era);
  const transport = createTransport(request);
  const { signal, timeoutMs } = request;
  // The SDK does not look at the signal while it waits for `server/discover`.
  const giveUp = (): void => void transport.close();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await client.connect(transport, { timeout: timeoutMs, signal });
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
  const agreed = client.getProtocolEra() ?? "legacy";
  return {
    client,
    era: agreed,
    clientInfo: clientInfoOf(request),
    capabilities: capabilitiesOf(request),
    hasTasks: agreed === "modern" && client.getServerCapabilities()?.extensions?.[TASKS_EXTENSION] !== undefined,
    close: () => client.close(),
  };
}

function clientInfoOf({ clientVersion }: ConnectRequest): Implementation {
  return { name: "automobile-call", title: "AutoMobile terminal client", version: clientVersion };
}

/** Nobody there declares nothing, so that nothing stalls. */
function capabilitiesOf({ answer }: ConnectRequest): ClientCapabilities {
  return answer === undefined ? {} : { elicitation: { form: {} } };
}

function createClient(request: ConnectRequest, era: Era): Client {
  const { answer } = request;
  const client = new Client(clientInfoOf(request), {
    capabilities: capabilitiesOf(request),
    versionNegotiation: { mode: toNegotiationMode(era), probe: { timeoutMs: DISCOVER_TIMEOUT_MS } },
  });
  if (answer !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }, context) => {
      // The SDK lets no other mode through than the one that was declared.
      if (params.mode === "url") return { action: "cancel" };
      return answer(parseQuestion(params), context.mcpReq.signal);
    });
  }
  return client;
}

function toNegotiationMode(era: Era): "auto" | "legacy" | { pin: string } {
  switch (era) {
    case "auto":
    case "legacy":
      return era;
    case "modern":
      return { pin: MODERN_REVISION };
    default:
      return assertNever(era);
  }
}

function createTransport({ place, onStderr }: ConnectRequest): OneProcessTransport | StreamableHTTPClientTransport {
  if (place.is === "url") {
    const { url, token } = place;
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  }
  const { command, args, env } = place;
  const transport = new OneProcessTransport({ command, args: [...args], env: { ...env }, stderr: "pipe" });
  transport.stderr?.on("data", (chunk: Buffer) => onStderr(chunk.toString("utf8")));
  return transport;
}
