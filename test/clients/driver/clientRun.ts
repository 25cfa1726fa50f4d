import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { buildProgram } from "../builtProgram.js";
import { startModelStandIn } from "../standIn/modelStandIn.js";
import { startRefusingProxy } from "../standIn/refusingProxy.js";
import { type Exchange, readExchange } from "../wire/exchange.js";
import { readTrace } from "../wire/wireLine.js";
import {
  type ClientDriver,
  type ClientScenario,
  type ClientSession,
  type Conversation,
  type ProgramEnd,
  type RunOptions,
  TOOL_CALL,
} from "./clientDriver.js";

/** How long one program of a run may take before it is killed, in milliseconds. */
const PROGRAM_LIMIT_MS = 90_000;

/** Longer than `AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS`, after which a legacy call returns by itself. */
const RETURN_LIMIT_MS = 30_000;
const POLL_MS = 200;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A command line. */
export type CommandLine = readonly [string, ...string[]];

/** Which client is run against which server. */
export interface ClientRunRequest {
  readonly driver: ClientDriver;
  readonly scenario: ClientScenario;
  /** The client's own program; never one that was found on PATH. */
  readonly program: CommandLine;
  readonly server: CommandLine;
}

/** One start of the client: as it would be typed, and how it ended. What differs from run to run has a name instead. */
export interface ProgramRun {
  /** Arguments, with `$HOME` for the run's home and `SERVER` for the server's whole command line. */
  readonly args: readonly string[];
  /** What was added to the clean environment, with `$MODEL` for the stand-in's address. */
  readonly env: Readonly<Record<string, string>>;
  readonly end: ProgramEnd;
}

/** What one run showed. Nothing of it is judged here. */
export interface ClientRun {
  /** `undefined` when the client never called the tool. */
  readonly exchange: Exchange | undefined;
  /** Every result that the client's model was given, as text; empty for a client without a model. */
  readonly toolResults: readonly string[];
  /** How often the model was asked. */
  readonly modelTurns: number;
  /** `METHOD /path` of what the client wanted of its model's API and did not get. */
  readonly unknownRequests: readonly string[];
  /** What the client wanted from outside this machine: each attempt's first line. None went through. */
  readonly refusedAttempts: readonly string[];
  /** Each start of the client, oldest first. */
  readonly programs: readonly ProgramRun[];
}

/**
 * Runs a client once, hermetically: a clean environment, a home of its own, a model that is none, and a proxy that refuses
 * everything. Whatever the client starts is watched on the wire.
 */
export async function runClient(request: ClientRunRequest): Promise<ClientRun> {
  const { driver, scenario, program, server } = request;
  const [tap, answerHook] = await Promise.all([
    buildProgram(new URL("../wire/wireTap.ts", import.meta.url), "wireTap"),
    buildProgram(new URL("./answerHook.ts", import.meta.url), "answerHook"),
  ]);
  const home = await realpath(await mkdtemp(join(tmpdir(), "automobile-client-")));
  const workFolder = join(home, "work");
  const trace = join(home, "trace.jsonl");
  await mkdir(workFolder);
  await mkdir(join(home, "tmp"));
  await writeFile(trace, "");
  const proxy = await startRefusingProxy();
  const model =
    driver.model === undefined
      ? undefined
      : await startModelStandIn(driver.model.dialect, { tool: driver.model.tool, args: TOOL_CALL.args });
  const programs: ProgramRun[] = [];
  const session: ClientSession = {
    home,
    workFolder,
    server: [...tap, trace, ...server],
    modelUrl: model?.url ?? "",
    answerHook,
    async writeFile(path, contents) {
      const file = join(home, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, contents);
    },
    async untilReturned() {
      const deadline = Date.now() + RETURN_LIMIT_MS;
      while (Date.now() < deadline && readExchange(await readTrace(trace))?.returnedAfterMs === undefined) {
        await sleep(POLL_MS);
      }
    },
    async run(args, options = {}) {
      const env = { ...cleanEnvironment(home, proxy.url), ...options.env };
      const end = await runProgram([...program, ...args], { ...options, env, cwd: workFolder });
      programs.push({ ...toTyped(session, { args, env: options.env ?? {} }), end });
      return end;
    },
  };
  try {
    await driver.drive(scenario, session);
    return {
      exchange: readExchange(await readTrace(trace)),
      toolResults: model?.toolResults() ?? [],
      modelTurns: model?.turns() ?? 0,
      unknownRequests: model?.unknownRequests() ?? [],
      refusedAttempts: proxy.attempts,
      programs,
    };
  } finally {
    await Promise.all([model?.close(), proxy.close()]);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function toTyped(
  { home, modelUrl, server }: ClientSession,
  typed: Pick<ProgramRun, "args" | "env">,
): Pick<ProgramRun, "args" | "env"> {
  const rename = (text: string): string => {
    const named = text.replaceAll(home, "$HOME").replaceAll(UUID, "UUID");
    return modelUrl === "" ? named : named.replaceAll(modelUrl, "$MODEL");
  };
  const start = typed.args.findIndex((_, index) => server.every((part, offset) => typed.args[index + offset] === part));
  const args =
    start === -1 ? typed.args : [...typed.args.slice(0, start), "SERVER", ...typed.args.slice(start + server.length)];
  return {
    args: args.map(rename),
    env: Object.fromEntries(Object.entries(typed.env).map(([name, value]) => [name, rename(value)])),
  };
}

/** Nothing of this process's environment: no key, no setting, no folder of the person who runs the tests. */
function cleanEnvironment(home: string, proxyUrl: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    TMPDIR: join(home, "tmp"),
    PATH: "/usr/bin:/bin",
    TERM: "dumb",
    HTTP_PROXY: proxyUrl,
    HTTPS_PROXY: proxyUrl,
    ALL_PROXY: proxyUrl,
    http_proxy: proxyUrl,
    https_proxy: proxyUrl,
    all_proxy: proxyUrl,
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
  };
}

async function runProgram(
  [command, ...args]: CommandLine,
  options: RunOptions & { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<ProgramEnd> {
  const { env, cwd, conversation } = options;
  const child = spawn(command, args, { cwd, env, timeout: PROGRAM_LIMIT_MS, killSignal: "SIGKILL" });
  // A client that does not read its input is no failure of the run.
  child.stdin.on("error", () => {});
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  if (conversation === undefined) child.stdin.end();
  else converse(child, conversation);
  const exitCode = await new Promise<number | undefined>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      resolve(code ?? undefined);
    });
  });
  return { exitCode, stdout, stderr };
}

function converse({ stdin, stdout }: ChildProcessWithoutNullStreams, conversation: Conversation): void {
  const say = (lines: readonly string[]): void => {
    for (const line of lines) stdin.write(`${line}\n`);
  };
  say(conversation.opening);
  createInterface({ input: stdout }).on("line", (line) => {
    const next = conversation.replyTo(line);
    if (next === "end") stdin.end();
    else say(next);
  });
}
