import type { CallToolResult } from "@modelcontextprotocol/client";
import type { LabAdbServer } from "../../lab/lab.js";
import { startLab } from "../../lab/startLab.js";
import { systemTimer } from "../../system/systemTimer.js";
import { describeFailure } from "../call/callFailure.js";
import { connect, type ServerPlace } from "../call/connection.js";
import type { Era } from "../call/eras.js";
import { answerWith, parseGivenAnswer } from "../call/givenAnswer.js";
import type { AnswerQuestion } from "../call/question.js";
import { definedVariables } from "../call/serverPlace.js";
import { createStderrTail } from "../call/stderrTail.js";
import { askInTerminal } from "../call/terminalAnswer.js";
import type { CliContext } from "../cliContext.js";
import { CommandError } from "../commandError.js";
import { EXIT, type ExitCode } from "../exitCode.js";
import { untilStopped } from "../untilStopped.js";
import { createDemoScreen, type DemoCall } from "./demoScreen.js";
import { playDemo } from "./playDemo.js";

/** What `automobile demo` was given. */
export interface DemoOptions {
  /** A phone's id, `decline` or `cancel`; `undefined` asks in the terminal. */
  readonly answer: string | undefined;
  readonly era: Era;
  readonly phones: number;
}

/** Longer than anybody ponders; on 2025's revision the question itself stands shorter. */
const CALL_TIMEOUT_MS = 600_000;

/**
 * Plays one ambiguous call on virtual phones. The lab runs in this process, so that what each phone received can be told,
 * and a real server runs in another, on the lab's own adb server.
 *
 * @throws CommandError when nobody can answer, or when the server fails.
 */
export async function runDemo(options: DemoOptions, context: CliContext): Promise<ExitCode> {
  const answer = chooseAnswer(options.answer, context);
  const stderr = createStderrTail(undefined);
  return untilStopped(context.host, async (signal) => {
    const lab = await startLab({ phones: options.phones, timer: systemTimer });
    try {
      if (options.answer !== undefined) {
        const ids = lab.phones.map((phone) => phone.id);
        checkAnswer(options.answer, ids);
      }
      const place = serverOn(await lab.startAdbServer(), context);
      const request = { place, era: options.era, signal, timeoutMs: CALL_TIMEOUT_MS, onStderr: stderr.add };
      return await playDemo({
        phones: lab.phones,
        open: async (announced) => {
          const connection = await connect({ ...request, clientVersion: context.version, answer: announced });
          const callTool = ({ name, arguments: args }: DemoCall): Promise<CallToolResult> => {
            return connection.client.callTool({ name, arguments: args }, { timeout: CALL_TIMEOUT_MS, signal });
          };
          return { era: connection.era, callTool, close: () => connection.close() };
        },
        answer,
        isAnswerGiven: options.answer !== undefined,
        screen: createDemoScreen(context.output),
      });
    } catch (error) {
      const failure = describeFailure(error, {
        timeoutMs: CALL_TIMEOUT_MS,
        signal,
        isTokenSent: false,
        progress: "none",
      });
      if (failure === undefined) throw error;
      if (stderr.tail() !== "") context.output.note(stderr.tail());
      throw new CommandError(EXIT.failed, failure.line);
    } finally {
      await lab.close();
    }
  });
}

function chooseAnswer(given: string | undefined, { host, output }: CliContext): AnswerQuestion {
  if (given !== undefined) return answerWith(parseGivenAnswer(given), (line) => output.note(line));
  if (host.stdin.isTerminal && host.stderr.isTerminal) {
    return askInTerminal({ input: host.stdin.stream, output: host.stderr.stream });
  }
  throw new CommandError(
    EXIT.wrongUse,
    "demo asks a question, and this is no terminal",
    "answer beforehand: automobile demo --answer LABPHONE02 (or decline, or cancel)",
  );
}

function checkAnswer(answer: string, ids: readonly string[]): void {
  if ([...ids, "decline", "cancel"].includes(answer)) return;
  throw new CommandError(EXIT.wrongUse, `--answer takes ${ids.join(", ")}, decline or cancel`, `not "${answer}"`);
}

/** A server like any other, but that its adb server is the lab's, and that it may ask whatever the user's own may do. */
function serverOn(adbServer: LabAdbServer, { host, launcher }: CliContext): ServerPlace {
  const { ADB_SERVER_SOCKET: _socket, AUTOMOBILE_ELICITATION: _switch, ...env } = definedVariables(host.env);
  return {
    is: "process",
    command: host.nodePath,
    args: [launcher, "serve"],
    env: {
      ...env,
      ANDROID_ADB_SERVER_ADDRESS: adbServer.host,
      ANDROID_ADB_SERVER_PORT: String(adbServer.port),
    },
  };
}
