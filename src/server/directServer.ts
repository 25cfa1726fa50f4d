import type { HostProcess } from "../system/hostProcess.js";
import { SERVER_INSTRUCTIONS } from "../tools/instructions.js";
import { PREBUILT_LIST } from "../tools/prebuiltList.js";
import { END_WITHIN_MS } from "./clientOutput.js";
import type { ServeOptions } from "./index.js";
import { createLocalAnswers } from "./localAnswers.js";
import { createOpening } from "./opening.js";
import { TASKS_EXTENSION } from "./tasks/taskWire.js";

/**
 * The direct server of this process: MCP on standard input and output, until the input ends. Its client's first questions
 * are answered before the SDK is loaded; a client that only looked what this is (`server/discover`) never loads it.
 */
export async function serveDirect(
  options: ServeOptions,
  { stdin, stdout, endWithin }: Pick<HostProcess, "stdin" | "stdout" | "endWithin">,
): Promise<void> {
  const opening = createOpening({
    input: stdin.stream,
    output: stdout.stream,
    answerLocally: createLocalAnswers({
      instructions: SERVER_INSTRUCTIONS,
      tools: PREBUILT_LIST,
      extensions: [TASKS_EXTENSION],
    }),
  });
  if ((await opening.ended) === "over") {
    endWithin(END_WITHIN_MS);
    return;
  }
  const { serveStdioServer } = await import("./index.js");
  await serveStdioServer(options, opening);
}
