import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Below node_modules, so that the packages that a program imports are found from there. */
const BUILT = fileURLToPath(new URL("../../node_modules/.cache/automobile-tests", import.meta.url));

/**
 * The command line that starts a TypeScript file of the tests as a process of its own; Node.js 20 reads no TypeScript.
 * The file is named after what is in it, so that test files that build the same program at once do not meet.
 */
export async function buildProgram(source: URL, name: string): Promise<readonly [string, string]> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join("");
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const program = join(BUILT, `${name}.${hash}.mjs`);
  await mkdir(BUILT, { recursive: true });
  const unfinished = `${program}.${crypto.randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, program);
  return [process.execPath, program];
}
