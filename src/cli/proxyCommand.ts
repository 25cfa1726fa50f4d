import { serveProxy } from "../proxy/index.js";
import type { ServeOptions } from "../server/index.js";
import type { HostProcess } from "../system/hostProcess.js";
import { APART_IDLE_EXIT_S } from "./idleExit.js";
import { toServerArgs } from "./serverFlags.js";

const TO_A_PERSON =
  "automobile: an MCP server in front of the daemon, waiting for a client's messages on standard input.\n" +
  "A client starts it by itself; to see the daemon, run: automobile daemon status\n";

/** Serves MCP on standard input and output over the daemon. A person who started it by hand is told what it is. */
export async function runProxy(
  serve: ServeOptions,
  { host, launcher }: { readonly host: HostProcess; readonly launcher: string },
): Promise<void> {
  if (host.stdin.isTerminal) host.stderr.stream.write(TO_A_PERSON);
  await serveProxy({ host, launcher, serve, daemonArgs: [...toServerArgs(serve), `--idle-exit=${APART_IDLE_EXIT_S}`] });
}
