import { hostProcess } from "../system/hostProcess.js";
import { keepYoungHeapSmall } from "../system/heapGrowth.js";
import { parseServeLine } from "./serveLine.js";

/**
 * The `automobile` command. A server starts without loading anything of the other commands, because its start is what
 * every client waits for.
 *
 * @param launcher the path of `bin/automobile.js`, with which commands start a server of their own.
 */
export async function main(launcher: string): Promise<void> {
  const host = hostProcess();
  const line = parseServeLine(host.argv);
  if (line.is !== "other") keepYoungHeapSmall();
  if (line.is === "serve") {
    const { runServe } = await import("./serveCommand.js");
    await runServe(line.options, host);
    return;
  }
  if (line.is === "proxy") {
    const { runProxy } = await import("./proxyCommand.js");
    await runProxy(line.options, { host, launcher });
    return;
  }
  const { runProgram } = await import("./program.js");
  host.setExitCode(await runProgram(line, { host, launcher }));
}
