import { resultOf, type ServerProcess, startServerProcess, type WireMessage } from "./serverProcess.js";

/** How a test's client reaches its server process, and what it says of itself. */
export interface QuestionClientOptions {
  readonly env: Readonly<Record<string, string>>;
  /** `capabilities` of `initialize`. Default: form elicitation. */
  readonly capabilities?: object;
}

/** A legacy client of a real server process. */
export interface LegacyClient extends ServerProcess {
  /** What it sends back to each question from now on, beside the id; nothing at first. */
  answerWith(reply: object | undefined): void;
  /** Every question so far, oldest first. */
  questions(): readonly WireMessage[];
  /** Resolves when this many questions have come, with the last of them. */
  question(count: number): Promise<WireMessage>;
  /** Resolves when the server has taken in everything that was sent before. */
  caughtUp(): Promise<void>;
}

/** Starts a server process and says what a legacy client says first. */
export async function startLegacyClient({ env, capabilities }: QuestionClientOptions): Promise<LegacyClient> {
  let reply: object | undefined;
  const server = startServerProcess({ env, answer: () => (reply === undefined ? undefined : { ...reply }) });
  const questions = (): readonly WireMessage[] =>
    server.received.filter(({ body }) => body["method"] === "elicitation/create");
  await server.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: capabilities ?? { elicitation: { form: {} } },
    clientInfo: { name: "test", version: "1" },
  });
  server.notify("notifications/initialized");
  return {
    ...server,
    answerWith(next) {
      reply = next;
    },
    questions,
    async question(count) {
      return await server.next((message) => questions()[count - 1] === message);
    },
    async caughtUp() {
      await server.request("ping");
    },
  };
}

/** `params` of a modern call, from a client with these capabilities and this name. */
export function modernCall(
  call: object,
  capabilities: object = { elicitation: { form: {} } },
  name = "test",
): Readonly<Record<string, unknown>> {
  return {
    ...call,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name, version: "1" },
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    },
  };
}

/** The result in which a client picks this device. */
export function accepting(deviceId: string): object {
  return { action: "accept", content: { deviceId } };
}

/** The bytes of a response's result. */
export function resultBytes(response: WireMessage): string {
  return JSON.stringify(resultOf(response));
}
