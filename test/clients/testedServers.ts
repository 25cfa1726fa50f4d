import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { z } from "zod";
import { parseJson } from "../../src/core/parseJson.js";
import { LAUNCHER } from "../support/launcher.js";
import { buildProgram } from "./builtProgram.js";
import { SDK_IDENTITY, TOOL_CALL } from "./driver/clientDriver.js";
import type { CommandLine } from "./driver/clientRun.js";

const AUTOMOBILE = [process.execPath, LAUNCHER] as const;
const execute = promisify(execFile);
const LOG_LINE = z.object({ time: z.number(), elicitation: z.unknown() });
const TEXT_RESULT = z.object({ content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]) });

/** A server that is ready to be started by a client, and what is left of it when the clients have gone. */
export interface TestedServer {
  readonly command: CommandLine;
  /** Every elicitation record that was logged, oldest first; only where another process than the server may log it. */
  readonly readRecords?: () => Promise<readonly unknown[]>;
  /** Ends what outlives its clients. */
  stop(): Promise<void>;
}

/** The production dispatcher over two phones that do not exist. */
export async function dispatcherStub(...args: readonly string[]): Promise<TestedServer> {
  const program = await buildProgram(new URL("./stub/dispatcherStub.ts", import.meta.url), "dispatcherStub");
  return { command: [...program, ...args], stop: async () => {} };
}

/** The product itself over two virtual phones, as it was last built. */
export async function directServer(): Promise<TestedServer> {
  return { command: [...AUTOMOBILE, "serve", "--lab", "2"], stop: async () => {} };
}

/** The product's proxy, in front of a daemon of its own over two virtual phones, which starts with the first call. */
export async function proxyServer(): Promise<TestedServer> {
  const stateFolder = await mkdtemp(join(tmpdir(), "automobile-state-"));
  const inFolder = ["env", `AUTOMOBILE_STATE_DIR=${stateFolder}`, ...AUTOMOBILE] as const;
  const [env, ...command] = inFolder;
  return {
    command: [...inFolder, "proxy", "--lab", "2"],
    async readRecords() {
      const logs = join(stateFolder, "logs");
      const texts = await Promise.all(
        (await readdir(logs)).map(async (file) => await readFile(join(logs, file), "utf8")),
      );
      const lines = texts.flatMap((text) => text.split("\n")).map((line) => LOG_LINE.safeParse(parseJson(line)));
      const records = lines.flatMap((line) => line.data ?? []).sort((left, right) => left.time - right.time);
      return records.map(({ elicitation }) => elicitation);
    },
    async stop() {
      await execute(env, [...command, "daemon", "stop"]);
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

/**
 * The text of the result that the tool call gives while asking is switched off: what every question that ends without a
 * device must give, to the byte.
 *
 * @throws ZodError when the result is not one text.
 */
export async function refusalWithoutAsking([command, ...args]: CommandLine): Promise<string> {
  const client = new Client(SDK_IDENTITY, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler("elicitation/create", () => ({ action: "cancel" }));
  const env = { ...getDefaultEnvironment(), AUTOMOBILE_ELICITATION: "off" };
  await client.connect(new StdioClientTransport({ command, args: [...args], env, stderr: "ignore" }));
  const result = await client.callTool({ name: TOOL_CALL.tool, arguments: TOOL_CALL.args });
  await client.close();
  return TEXT_RESULT.parse(result).content[0].text;
}
