import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import {
  createRequestStateCodec,
  isCallToolResult,
  isInputRequiredResult,
  McpServer,
  type McpServerFactory,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { createInFlight } from "../../src/daemon/inFlight.js";
import { LOOPBACK } from "../../src/core/loopback.js";
import { type HttpListener, listenAt } from "../../src/daemon/httpListener.js";
import { createDaemonService } from "../../src/daemon/serveDaemon.js";
import type { LowLevelServer } from "../../src/elicitation/askingEnvelope.js";
import type { StatePayload } from "../../src/elicitation/requestState.js";
import { createMcpServerFactory } from "../../src/server/mcpServer.js";
import { TASKS_EXTENSION } from "../../src/server/tasks/taskWire.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { createTelemetryHub } from "../../src/telemetry/telemetryHub.js";
import { PREBUILT_LIST } from "../../src/tools/prebuiltList.js";
import { recordingLog } from "../support/recordingLog.js";
import { scriptedPhones } from "../support/scriptedPhones.js";
import { askForPrompt, suiteInputTools, type WordSeal } from "./suiteInputTools.js";
import { SUITE_PUSH_TOOLS } from "./suitePushTools.js";
import { SUITE_TOOLS, type SuiteTool } from "./suiteTools.js";
import { createSuiteTasks, type SuiteTasks } from "./taskServer.js";

/** A server of the suite's, listening. */
export interface SuiteServer {
  readonly url: string;
  close(): Promise<void>;
}

const RESOURCE = { uri: "test://static-text", name: "static text" };
const PROMPT = { name: "test_input_required_result_prompt", description: "Asks before it answers" };

/**
 * The daemon's own HTTP service, with the suite's tools beside the product's. The front adds the token, which the suite
 * cannot send, and leaves Host and Origin as they came.
 */
export async function startDaemonForSuite(): Promise<SuiteServer> {
  const token = randomUUID();
  const tasks = createSuiteTasks();
  const service = createDaemonService({
    server: { createServer: createSuiteFactory(tasks), resolve: async () => [], close: async () => undefined },
    hub: createTelemetryHub(),
    token,
    isTokenShared: false,
    allowHosts: [],
    instance: randomUUID(),
    clients: createInFlight(),
    calls: createInFlight(),
    isStopping: () => false,
    onStopAsked: () => undefined,
    timer: systemTimer,
    log: recordingLog(),
  });
  const listener = await listenAt({ host: LOOPBACK, port: 0 }, async (request, response) => {
    request.headers.authorization = `Bearer ${token}`;
    await service.serve(request, response);
  });
  const { url, close } = toSuiteServer(listener);
  return {
    url,
    async close() {
      await close();
      await tasks.close();
    },
  };
}

/** Sessions of 2025-11-25 over HTTP, on which a server can push: the product has them on stdio only. */
export async function startSessionsForSuite(): Promise<SuiteServer> {
  const createServer = createSuiteFactory();
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const open = async (): Promise<NodeStreamableHTTPServerTransport> => {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const server = await createServer({ era: "legacy" });
    await server.connect(transport);
    return transport;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    await (known ?? (await open())).handleRequest(request, response);
  };
  return toSuiteServer(await listenAt({ host: LOOPBACK, port: 0 }, serve));
}

function toSuiteServer(listener: HttpListener): SuiteServer {
  return { url: `http://localhost:${listener.port}/mcp`, close: () => listener.close() };
}

/** Servers on the production dispatcher; a call of one of the suite's tools goes past it. */
function createSuiteFactory(tasks?: SuiteTasks): McpServerFactory {
  const codec = createRequestStateCodec<StatePayload>({ key: randomUUID() });
  const suiteTools = new Map(
    [...SUITE_TOOLS, ...suiteInputTools(toWordSeal(codec)), ...SUITE_PUSH_TOOLS, ...(tasks?.tools ?? [])].map(
      (tool) => [tool.name, tool],
    ),
  );
  const phones = scriptedPhones();
  const createProduct = createMcpServerFactory({
    instructions: "",
    tools: [...PREBUILT_LIST, ...[...suiteTools.values()].map(toPublished)],
    backend: phones.backend,
    question: phones.question,
    ambiguousDeviceElicitation: {
      timer: systemTimer,
      policy: { isOff: () => false },
      recorder: () => undefined,
      topology: "daemon",
    },
    stateCodec: codec,
    rawElicitation: () => undefined,
    log: recordingLog(),
  });
  return async (context) => {
    const product = await createProduct(context);
    const server = product instanceof McpServer ? product.server : product;
    server.registerCapabilities({ prompts: {}, resources: {}, logging: {} });
    if (tasks !== undefined && context.era === "modern") {
      server.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} } });
      tasks.install(server);
    }
    addPrompt(server);
    addResource(server);
    addTools(server, suiteTools);
    return server;
  };
}

function addPrompt(server: LowLevelServer): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: [PROMPT] }));
  server.setRequestHandler("prompts/get", (_request, context) => askForPrompt(context));
}

function addResource(server: LowLevelServer): void {
  server.setRequestHandler("resources/list", () => ({ resources: [RESOURCE] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", () => ({ contents: [{ uri: RESOURCE.uri, text: "static" }] }));
}

/** The suite's own names are taken out in front of the dispatcher, which serves all others. */
function addTools(server: LowLevelServer, suiteTools: ReadonlyMap<string, SuiteTool>): void {
  const dispatch = handlerOf(server, "tools/call");
  server.setRequestHandler("tools/call", async (request, context) => {
    const tool = suiteTools.get(request.params.name);
    if (tool !== undefined) return await tool.run(context, request.params.arguments ?? {});
    const result: unknown = await dispatch(request, context);
    if (!isCallToolResult(result) && !isInputRequiredResult(result)) throw new Error("the dispatcher gave no result");
    return result;
  });
}

/** The SDK has no way to ask for a handler, and the product none to put another in front of its own. */
function handlerOf(server: LowLevelServer, method: string): (...args: readonly unknown[]) => unknown {
  const handlers: unknown = Reflect.get(server, "_requestHandlers");
  const handler: unknown = handlers instanceof Map ? handlers.get(method) : undefined;
  if (typeof handler !== "function") throw new Error(`the SDK keeps its handlers elsewhere now: ${method}`);
  return (...args) => {
    const result: unknown = Reflect.apply(handler, undefined, args);
    return result;
  };
}

function toPublished({ name, inputSchema }: SuiteTool) {
  return { name, description: `For the conformance suite: ${name}`, inputSchema };
}

/** The product's codec seals payloads of one shape; the suite's word goes where the tool's name stands. */
function toWordSeal(codec: RequestStateCodec<StatePayload>): WordSeal {
  return {
    mint: async (word, context) =>
      await codec.mint({ v: 1, tool: word, args: "", offer: [], at: 0, refusal: { content: [] } }, context),
    read(context: ServerContext) {
      const payload: unknown = context.mcpReq.requestState();
      const word: unknown = typeof payload === "object" && payload !== null ? Reflect.get(payload, "tool") : undefined;
      return typeof word === "string" ? word : undefined;
    },
  };
}
