import { build } from "esbuild";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("./scriptedMcpServer.ts", import.meta.url));
/** Below node_modules, so that the packages it imports are found from there. */
const BUILT = fileURLToPath(new URL("../../node_modules/.cache/automobile-tests", import.meta.url));

/** The command line that starts `scriptedMcpServer.ts` as a process of its own; Node.js 20 reads no TypeScript. */
export async function buildScriptedServer(): Promise<readonly string[]> {
  const outfile = join(BUILT, `scriptedMcpServer.${process.pid}.mjs`);
  await build({ entryPoints: [SOURCE], outfile, bundle: true, packages: "external", platform: "node", format: "esm" });
  return [process.execPath, outfile];
}
