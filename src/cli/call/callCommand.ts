import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import { nearest } from "../../core/nearest.js";
import { STORE_NOT_USED } from "../../core/storeNotUsed.js";
import { savePrivateFile } from "../../system/privateFile.js";
import { readSettings } from "../../system/settings.js";
import { systemTimer } from "../../system/systemTimer.js";
import type { CliContext } from "../cliContext.js";
import { CommandError } from "../commandError.js";
import { EXIT, type ExitCode } from "../exitCode.js";
import { toTerminalLine, toTerminalText } from "../terminalText.js";
import { untilStopped } from "../untilStopped.js";
import { parseGivenArguments, typeArguments, type GivenArguments } from "./callArguments.js";
import { type CallProgress, describeFailure } from "./callFailure.js";
import { connect, type Connection } from "./connection.js";
import type { Era } from "./eras.js";
import { answerWith, parseGivenAnswer } from "./givenAnswer.js";
import type { AnswerQuestion } from "./question.js";
import { parseWireRefusal, renderRefusal } from "./refusalText.js";
import { renderResult } from "./resultText.js";
import { chooseServer, type PlaceOptions, toTypedText } from "./serverPlace.js";
import { createStderrTail } from "./stderrTail.js";
import type { TaskCall, TaskCallEnd } from "./taskCall.js";
import { createTaskLine } from "./taskLine.js";
import { askInTerminal } from "./terminalAnswer.js";
import { renderToolList } from "./toolListText.js";

/** What `automobile call` was given. */
export interface CallOptions extends PlaceOptions {
  /** `undefined` lists the tools. */
  readonly tool: string | undefined;
  /** The words after the tool's name. */
  readonly words: readonly string[];
  readonly era: Era;
  readonly answer: string | undefined;
  readonly timeoutMs: number;
  readonly asJson: boolean;
  readonly isVerbose: boolean;
}

/**
 * Calls one tool and shows its result, answering the server's questions from `--answer` or in the terminal.
 *
 * @throws CommandError when the arguments, the tool or the connection are not usable.
 */
export async function runCall(options: CallOptions, context: CliContext): Promise<ExitCode> {
  const given = readArguments(options.words);
  const place = chooseServer(options, context);
  const { output, host } = context;
  const isOwnServer = options.url === undefined && options.command === undefined;
  if (isOwnServer && readSettings(host.env).storeUrl !== undefined) output.note(output.notePaint.doubt(STORE_NOT_USED));
  const stderr = createStderrTail(
    options.isVerbose ? (text) => output.note(toTerminalText(text).trimEnd()) : undefined,
  );
  const answer = chooseAnswer(options.answer, context);
  return untilStopped(host, async (signal) => {
    let progress: CallProgress = "none";
    try {
      const connection = await connect({
        ...{ place, era: options.era, signal, timeoutMs: options.timeoutMs, clientVersion: context.version },
        answer,
        onStderr: stderr.add,
      });
      try {
        const { tools } = await connection.client.listTools(undefined, { timeout: options.timeoutMs, signal });
        if (options.tool === undefined) return showTools(tools, options, context);
        const args = typeForTool(given, findTool(options.tool, tools), context);
        const call = { name: options.tool, arguments: args, timeoutMs: options.timeoutMs, signal };
        progress = "sent";
        const onTask = (): void => void (progress = "task");
        const end = connection.hasTasks
          ? await callThroughTasks(connection, call, { answer, context, onTask })
          : await callAtOnce(connection, call);
        if (end.is === "result") return await showResult(end.result, options, context);
        if (options.asJson) output.json({ error: { code: "CANCELLED", message: end.said ?? "" } });
        throw new CommandError(EXIT.failed, toTerminalLine(end.said ?? "The task was cancelled."));
      } finally {
        await connection.close();
      }
    } catch (error) {
      if (error instanceof CommandError) throw error;
      const isTokenSent = place.is === "url" && place.token !== undefined;
      const failure = describeFailure(error, { timeoutMs: options.timeoutMs, signal, isTokenSent, progress });
      if (failure === undefined) throw error;
      if (options.asJson) output.json({ error: failure.json });
      if (!options.isVerbose) showStderr(stderr.tail(), context);
      throw new CommandError(EXIT.failed, failure.line, failure.hint);
    }
  });
}

type Call = Omit<TaskCall, "onTask">;

async function callAtOnce({ client }: Connection, { timeoutMs, signal, ...call }: Call): Promise<TaskCallEnd> {
  const { name, arguments: args } = call;
  return {
    is: "result",
    result: await client.callTool({ name, arguments: { ...args } }, { timeout: timeoutMs, signal }),
  };
}

interface TaskSurroundings {
  readonly answer: AnswerQuestion | undefined;
  readonly context: CliContext;
  /** Told each time that the server says how the task is. */
  readonly onTask: () => void;
}

/** Loaded only for a server that has tasks. */
async function callThroughTasks(
  connection: Connection,
  call: Call,
  { answer, context, onTask }: TaskSurroundings,
): Promise<TaskCallEnd> {
  const { openTaskClient } = await import("./taskClient.js");
  const { callAsTask } = await import("./taskCall.js");
  const { output } = context;
  const { clientInfo, capabilities } = connection;
  const tasks = openTaskClient({ connection, clientInfo, capabilities, answer, timer: systemTimer });
  const lineOf = createTaskLine(call.name);
  try {
    return await callAsTask(tasks, {
      ...call,
      onTask(task) {
        onTask();
        const line = lineOf(task);
        if (line !== undefined) output.note(output.notePaint.dim(line));
      },
    });
  } finally {
    await tasks.close();
  }
}

function showStderr(tail: string, { output }: CliContext): void {
  if (tail !== "") output.note(`${output.notePaint.dim("the server's standard error:")}\n${tail}`);
}

function readArguments(words: readonly string[]): GivenArguments {
  const given = parseGivenArguments(words);
  if (given.is !== "wrong") return given;
  throw new CommandError(
    EXIT.wrongUse,
    `"${toTypedText(given.word)}" is neither key=value nor a JSON object`,
    "as in: automobile call tapOn text=OK",
  );
}

/** A terminal can be asked when a person both reads and types there. Nobody there declares nothing, so nothing stalls. */
function chooseAnswer(answer: string | undefined, { host, output }: CliContext): AnswerQuestion | undefined {
  if (answer !== undefined) return answerWith(parseGivenAnswer(answer), (line) => output.note(line));
  if (!host.stdin.isTerminal || !host.stderr.isTerminal) return undefined;
  return askInTerminal({ input: host.stdin.stream, output: host.stderr.stream });
}

function findTool(name: string, tools: readonly Tool[]): Tool {
  const tool = tools.find((known) => known.name === name);
  if (tool !== undefined) return tool;
  const names = tools.map((known) => toTerminalLine(known.name));
  const close = nearest(name, names);
  throw new CommandError(
    EXIT.wrongUse,
    `the server has no tool "${toTypedText(name)}"${close === undefined ? "" : ` (did you mean ${close}?)`}`,
    `its tools are: ${names.join(", ")}`,
  );
}

function typeForTool(given: GivenArguments, tool: Tool, { output }: CliContext): Record<string, unknown> {
  const typed = typeArguments(given, tool.inputSchema);
  if (typed.is === "wrong") {
    const problems = typed.problems.map((problem) => toTerminalLine(problem)).join("; ");
    throw new CommandError(EXIT.wrongUse, problems, `automobile call --list shows what ${tool.name} takes`);
  }
  for (const remark of typed.remarks) output.note(toTerminalLine(remark));
  return { ...typed.value };
}

function showTools(tools: readonly Tool[], { asJson }: CallOptions, { output }: CliContext): ExitCode {
  if (asJson) output.json({ tools });
  else output.result(renderToolList(tools, output.resultPaint).join("\n"));
  return EXIT.done;
}

async function showResult(result: CallToolResult, { asJson }: CallOptions, { output }: CliContext): Promise<ExitCode> {
  const refusal = parseWireRefusal(result);
  if (asJson) output.json(result);
  else if (refusal !== undefined) output.result(renderRefusal(refusal, output.resultPaint).join("\n"));
  else output.result((await renderResult(result, savePrivateFile, output.resultPaint)).join("\n"));
  if (refusal !== undefined) return EXIT.refused;
  return result.isError === true ? EXIT.failed : EXIT.done;
}
