import { type ClientCapabilities, type Implementation, isSpecType } from "@modelcontextprotocol/client";
import {
  type ApplicationElicitResult,
  type ApplicationInputHandler,
  createApplicationInputHandler,
  createTaskSessionFromClient,
  type TaskEnabledSession,
} from "@modelcontextprotocol/ext-tasks/client";
import { type JsonValue, toJsonValue } from "@modelcontextprotocol/ext-tasks/core";
import type { Timer } from "../../core/timer.js";
import { type Connection, MODERN_REVISION } from "./connection.js";
import { type AnswerQuestion, parseQuestion } from "./question.js";
import { openRawRequests } from "./rawDispatch.js";

/** A client for calls that may run as tasks, on a connection of the modern era. */
export interface TaskClient {
  readonly session: TaskEnabledSession;
  /** Lets go of what the session has open. The connection stays, and so do tasks. */
  close(): Promise<void>;
}

/** What a task client is made of. */
export interface TaskClientOptions {
  readonly connection: Pick<Connection, "client">;
  /** What each request says of the client; the extension of tasks is added to it. */
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  /** Who answers questions, those of tasks and those that a call comes back with; `undefined` cancels them. */
  readonly answer: AnswerQuestion | undefined;
  readonly timer: Timer;
}

/** Opens the tasks extension's own client on a connection. One connection has one at a time. */
export function openTaskClient({ connection, clientInfo, capabilities, answer, timer }: TaskClientOptions): TaskClient {
  const raw = openRawRequests(connection.client, timer);
  const session = createTaskSessionFromClient(connection.client, {
    endpointId: "automobile-call",
    rawDispatch: raw.dispatch,
    v2RequestFraming: {
      protocolVersion: MODERN_REVISION,
      clientInfo: toJsonRecord(clientInfo),
      clientCapabilities: toJsonRecord(capabilities),
    },
    ...(answer === undefined ? {} : { onInputRequest: inputHandler(answer) }),
  });
  return {
    session,
    async close() {
      await session.close();
      raw.stop();
    },
  };
}

/** A value of ours as the extension's client takes it. */
export function toJsonRecord(value: object): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJsonValue(member)]));
}

function inputHandler(answer: AnswerQuestion): ApplicationInputHandler["handle"] {
  return createApplicationInputHandler({
    elicitation: async ({ params }, { signal = new AbortController().signal }): Promise<ApplicationElicitResult> =>
      isSpecType.ElicitRequestFormParams(params) ? await answer(parseQuestion(params), signal) : { action: "cancel" },
    sampling: notDeclared,
    roots: notDeclared,
  });
}

/** Nobody may ask what was not declared; the session reports it and goes on. */
function notDeclared(): never {
  throw new Error("the client declared neither sampling nor roots");
}
