import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { z } from "zod";
import { buildProgram } from "./builtProgram.js";
import { SDK_IDENTITY, TOOL_CALL } from "./driver/clientDriver.js";
import type { CommandLine } from "./driver/clientRun.js";

const COMMAND = fileURLToPath(new URL("../../bin/automobile.js", import.meta.url));
const TEXT_RESULT = z.object({ content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]) });

/** The production dispatcher over two phones that do not exist. */
export async function dispatcherStub(...args: readonly string[]): Promise<CommandLine> {
  return [...(await buildProgram(new URL("./stub/dispatcherStub.ts", import.meta.url), "dispatcherStub")), ...args];
}

/** The product itself over two virtual phones, as it was last built. */
export async function directServer(): Promise<CommandLine> {
  return [process.execPath, COMMAND, "serve", "--lab", "2"];
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
