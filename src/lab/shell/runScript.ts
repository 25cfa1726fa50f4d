import { type ByteReader, createByteReader } from "../channel.js";
import type { Phone } from "../phone/phone.js";
import { type CommandResult, failed } from "./command.js";
import { COMMANDS } from "./commands.js";
import { parseScript, type Redirect, type SimpleCommand } from "./parseScript.js";
import type { OutputStream, Word } from "./tokenize.js";

/** What a shell is connected to. */
export interface ShellIo {
  readonly phone: Phone;
  readonly stdin: ByteReader;
  readonly stdout: (bytes: Uint8Array) => Promise<void>;
  readonly stderr: (bytes: Uint8Array) => Promise<void>;
  /** Aborted when the caller has gone: the command that runs is the last one. */
  readonly signal: AbortSignal;
}

const SHELL = "/system/bin/sh";
const NOT_FOUND_EXIT_CODE = 127;
const EMPTY_STDIN = createByteReader(() => Promise.resolve(undefined));

/** Runs a script on the phone and gives its exit code. Each command's output is sent when that command ends. */
export async function runScript(source: string, io: ShellIo): Promise<number> {
  const parsed = parseScript(source);
  if (parsed.kind === "syntax_error") {
    await io.stderr(Buffer.from(`${SHELL}: ${parsed.message}\n`));
    return 1;
  }
  let status = 0;
  for (const step of parsed.steps) {
    if (io.signal.aborted) break;
    const isDue = step.runs === "always" || (step.runs === "after_success") === (status === 0);
    if (!isDue) continue;
    const end = await runPipeline(step.pipeline, status, io);
    status = end.exitCode;
    if (end.exits) break;
  }
  return status;
}

interface StepEnd {
  readonly exitCode: number;
  /** The command was `exit`. */
  readonly exits: boolean;
}

async function runPipeline(pipeline: readonly SimpleCommand[], status: number, io: ShellIo): Promise<StepEnd> {
  let stdin = io.stdin;
  let end: StepEnd = { exitCode: 0, exits: false };
  for (const [index, command] of pipeline.entries()) {
    const isLast = index === pipeline.length - 1;
    const piped: Uint8Array[] = [];
    const stdout = (bytes: Uint8Array): Promise<void> => {
      piped.push(bytes);
      return Promise.resolve();
    };
    end = await runCommand(command, status, isLast ? { ...io, stdin } : { ...io, stdin, stdout });
    stdin = createByteReader(() => Promise.resolve(piped.shift()));
  }
  return { ...end, exits: end.exits && pipeline.length === 1 };
}

async function runCommand(command: SimpleCommand, status: number, io: ShellIo): Promise<StepEnd> {
  const expand = (word: Word): string => expandWord(word, status);
  const words = command.words.map(expand);
  // What follows `exec` takes the shell's place, which the lab's shell does not outlive anyway.
  const [path = "", ...args] = words[0] === "exec" ? words.slice(1) : words;
  const name = path.replace(/^\/(?:system|vendor)\/bin\//, "");
  if (name === "exit") return { exitCode: args[0] === undefined ? status : Number(args[0]) & 0xff, exits: true };

  const stdin = stdinOf(command.redirects, expand, io);
  if (stdin === undefined) {
    await io.stderr(Buffer.from(`${SHELL}: can't open file: No such file or directory\n`));
    return { exitCode: 1, exits: false };
  }
  const result = await resultOf(name, { ...io, stdin }, { path, args });
  const sinks = sinksOf(command.redirects, expand, io);
  await sinks.stdout(Buffer.from(result.stdout));
  await sinks.stderr(Buffer.from(result.stderr));
  return { exitCode: result.exitCode, exits: false };
}

async function resultOf(
  name: string,
  io: ShellIo,
  command: { readonly path: string; readonly args: readonly string[] },
): Promise<CommandResult> {
  const { args } = command;
  if (name === "") return { stdout: "", stderr: "", exitCode: 0 };
  if (name === "sh" && args[0] === "-c") return runInner(args[1] ?? "", io);
  const run = COMMANDS.get(name);
  if (run === undefined) {
    return failed(`${SHELL}: ${command.path}: inaccessible or not found\n`, NOT_FOUND_EXIT_CODE);
  }
  return run({ phone: io.phone, args, stdin: io.stdin, signal: io.signal });
}

async function runInner(source: string, io: ShellIo): Promise<CommandResult> {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const keep =
    (chunks: Uint8Array[]) =>
    (bytes: Uint8Array): Promise<void> => {
      chunks.push(bytes);
      return Promise.resolve();
    };
  const exitCode = await runScript(source, { ...io, stdout: keep(out), stderr: keep(err) });
  return { stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString(), exitCode };
}

function expandWord(word: Word, status: number): string {
  return word
    .map((part) => {
      if (part.kind === "text") return part.text;
      return part.name === "?" ? String(status) : (VARIABLES.get(part.name) ?? "");
    })
    .join("");
}

const VARIABLES: ReadonlyMap<string, string> = new Map([
  ["ANDROID_DATA", "/data"],
  ["ANDROID_ROOT", "/system"],
  ["EXTERNAL_STORAGE", "/sdcard"],
  ["HOME", "/"],
  ["SHELL", SHELL],
  ["TMPDIR", "/data/local/tmp"],
  ["USER", "shell"],
]);

function stdinOf(redirects: readonly Redirect[], expand: (word: Word) => string, io: ShellIo): ByteReader | undefined {
  const redirect = redirects.findLast((each) => each.kind === "from_file");
  if (redirect === undefined) return io.stdin;
  const path = expand(redirect.file);
  if (path === "/dev/null") return EMPTY_STDIN;
  const file = io.phone.files.get(path);
  if (file?.kind !== "file") return undefined;
  const chunks = [file.data];
  return createByteReader(() => Promise.resolve(chunks.shift()));
}

type Sink = (bytes: Uint8Array) => Promise<void>;

function sinksOf(
  redirects: readonly Redirect[],
  expand: (word: Word) => string,
  io: ShellIo,
): Readonly<Record<OutputStream, Sink>> {
  let sinks: Readonly<Record<OutputStream, Sink>> = { stdout: io.stdout, stderr: io.stderr };
  for (const redirect of redirects) {
    if (redirect.kind === "to_stream") sinks = { ...sinks, [redirect.from]: sinks[redirect.to] };
    if (redirect.kind === "to_file") {
      sinks = { ...sinks, [redirect.from]: fileSink(expand(redirect.file), redirect, io) };
    }
  }
  return sinks;
}

function fileSink(path: string, { appends }: { readonly appends: boolean }, io: ShellIo): Sink {
  if (path === "/dev/null") return () => Promise.resolve();
  if (path === "/dev/tty") return io.stdout;
  return async (bytes) => {
    const before = io.phone.files.get(path);
    const kept = appends && before?.kind === "file" ? before.data : new Uint8Array();
    const isStored = io.phone.files.put(path, { data: Buffer.concat([kept, bytes]) });
    if (!isStored) await io.stderr(Buffer.from(`${SHELL}: can't create ${path}: Is a directory\n`));
  };
}
