import { runScript, type ShellIo } from "../shell/runScript.js";

const PROMPT = "lab:/ $ ";

const KEY = { interrupt: "\u0003", endOfInput: "\u0004", backspace: "\b", delete: "\u007f" } as const;

/**
 * A shell that reads its commands from its input, a line at a time, and gives the last one's exit code. On a terminal it
 * shows a prompt and echoes what is typed: the adb client puts its own terminal in raw mode and relies on that.
 */
export async function runLines(io: ShellIo, input: "terminal" | "pipe"): Promise<number> {
  const isTerminal = input === "terminal";
  const decoder = new TextDecoder();
  const say = async (text: string): Promise<void> => {
    if (isTerminal) await io.stdout(Buffer.from(text));
  };
  let line = "";
  let status = 0;

  const runLine = async (): Promise<void> => {
    const source = line;
    line = "";
    status = await runScript(source, io);
  };

  await say(PROMPT);
  for (let chunk = await io.stdin.some(); chunk !== undefined; chunk = await io.stdin.some()) {
    for (const character of decoder.decode(chunk, { stream: true })) {
      if (character === "\r" || character === "\n") {
        await say("\n");
        if (/^\s*exit(\s|$)/.test(line)) return exitCodeOf(line, status);
        await runLine();
        await say(PROMPT);
      } else if (isTerminal && character === KEY.interrupt) {
        line = "";
        await say(`^C\n${PROMPT}`);
      } else if (isTerminal && character === KEY.endOfInput) {
        if (line === "") return status;
      } else if (isTerminal && (character === KEY.backspace || character === KEY.delete)) {
        if (line !== "") await say("\b \b");
        line = [...line].slice(0, -1).join("");
      } else {
        line += character;
        await say(character);
      }
    }
  }
  if (line !== "") await runLine();
  return status;
}

function exitCodeOf(line: string, status: number): number {
  const given = /exit\s+(\d+)/.exec(line)?.[1];
  return given === undefined ? status : Number(given) & 0xff;
}
