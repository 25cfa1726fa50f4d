import { connect } from "../../src/cli/call/connection.js";
import type { AnswerQuestion } from "../../src/cli/call/question.js";
import { openTaskClient, type TaskClient } from "../../src/cli/call/taskClient.js";
import { systemTimer } from "../../src/system/systemTimer.js";

const REQUEST_TIMEOUT_MS = 30_000;

/** The tasks extension's own client in front of a real server process. */
export interface TaskSession extends TaskClient {
  /** Every question that its user was asked, by its message. */
  readonly questions: readonly string[];
}

/** How a session is opened. */
export interface TaskSessionOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Default: `serve`. */
  readonly command?: "serve" | "proxy";
  /** Who is asked; without anybody, the client cannot be asked. */
  readonly answer?: AnswerQuestion;
}

/** Starts a server from the build and speaks to it; closing ends the server. */
export async function openTaskSession({ env, command = "serve", answer }: TaskSessionOptions): Promise<TaskSession> {
  const questions: string[] = [];
  const asked: AnswerQuestion | undefined =
    answer === undefined
      ? undefined
      : async (question, signal) => {
          questions.push(question.message);
          return await answer(question, signal);
        };
  const connection = await connect({
    place: {
      is: "process",
      command: process.execPath,
      args: ["bin/automobile.js", command],
      env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
    },
    era: "modern",
    clientVersion: "1.2.3",
    answer: asked,
    onStderr: () => undefined,
    timeoutMs: REQUEST_TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  const { clientInfo, capabilities } = connection;
  const client = openTaskClient({ connection, clientInfo, capabilities, answer: asked, timer: systemTimer });
  return {
    ...client,
    questions,
    async close() {
      await client.close();
      await connection.close();
    },
  };
}
