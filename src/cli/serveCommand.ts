import { serveDirect } from "../server/directServer.js";
import type { ServeOptions } from "../server/index.js";
import type { HostProcess } from "../system/hostProcess.js";

const TO_A_PERSON =
  "automobile: an MCP server, waiting for a client's messages on standard input.\n" +
  "A client starts it by itself; to try it here, run: automobile demo (and automobile --help lists the rest)\n";

/** Serves MCP on standard input and output until the input ends. A person who started it by hand is told what it is. */
export async function runServe(options: ServeOptions, host: HostProcess): Promise<void> {
  if (host.stdin.isTerminal) host.stderr.stream.write(TO_A_PERSON);
  await serveDirect(options, host);
}
