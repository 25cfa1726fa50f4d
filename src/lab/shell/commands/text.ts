import type { ByteReader } from "../../channel.js";
import { type Command, type CommandTable, failed, printed } from "../command.js";

const echo: Command = ({ args }) => {
  const hasNewline = args[0] !== "-n";
  return printed(args.slice(hasNewline ? 0 : 1).join(" ") + (hasNewline ? "\n" : ""));
};

const grep: Command = async ({ args, stdin }) => {
  const flags = args.filter((arg) => /^-[A-Za-z]+$/.test(arg)).join("");
  const [pattern] = args.filter((arg) => !/^-[A-Za-z]+$/.test(arg));
  if (pattern === undefined) return failed("grep: no REGEX\n", 2);
  const matcher = toMatcher(pattern, flags);
  if (matcher === undefined) return failed(`grep: bad REGEX '${pattern}'\n`, 2);
  const found = (await readLines(stdin)).filter((line) => matcher(line) !== flags.includes("v"));
  const exitCode = found.length > 0 ? 0 : 1;
  if (flags.includes("q")) return { stdout: "", stderr: "", exitCode };
  const stdout = flags.includes("c") ? `${found.length}\n` : found.map((line) => `${line}\n`).join("");
  return { stdout, stderr: "", exitCode };
};

function toMatcher(pattern: string, flags: string): ((line: string) => boolean) | undefined {
  const ignoresCase = flags.includes("i");
  if (flags.includes("F")) {
    const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
    return (line) => fold(line).includes(fold(pattern));
  }
  try {
    const regex = new RegExp(pattern, ignoresCase ? "iu" : "u");
    return (line) => regex.test(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const head: Command = async ({ args, stdin }) => {
  const found = await readLines(stdin);
  return printed(
    found
      .slice(0, countOf(args))
      .map((line) => `${line}\n`)
      .join(""),
  );
};

const tail: Command = async ({ args, stdin }) => {
  const found = await readLines(stdin);
  return printed(
    found
      .slice(-countOf(args))
      .map((line) => `${line}\n`)
      .join(""),
  );
};

const DEFAULT_LINE_COUNT = 10;

function countOf(args: readonly string[]): number {
  return Number(/\d+/.exec(args.join(" "))?.[0] ?? DEFAULT_LINE_COUNT);
}

async function readLines(stdin: ByteReader): Promise<readonly string[]> {
  const text = (await readAll(stdin)).toString();
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Everything that comes until the stream ends. */
export async function readAll(stdin: ByteReader): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await stdin.some(); chunk !== undefined; chunk = await stdin.some()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Commands that only say, or only take, text: what scripts put behind a pipe, and what has no effect here. */
export const TEXT_COMMANDS: CommandTable = new Map([
  ["echo", echo],
  ["grep", grep],
  ["head", head],
  ["tail", tail],
  ...["true", ":", "cd", "export", "set", "unset"].map((name): [string, Command] => [name, () => printed("")]),
  ["false", (): ReturnType<Command> => failed("")],
]);
