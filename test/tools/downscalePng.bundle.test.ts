import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, it } from "vitest";

let outdir = "";
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), "automobile-bundle-"));
});
afterAll(async () => {
  await rm(outdir, { recursive: true });
});

// A split bundle keeps only the default export of a CommonJS package; Node.js itself shows its names as well.
it("a picture is made smaller by the bundled code too", async () => {
  const picture = PNG.sync.write(new PNG({ width: 4, height: 4 })).toString("base64");
  const contents = `
    import { downscalePng } from "./src/tools/downscalePng.js";
    const { is, widthPx, heightPx } = await downscalePng(Buffer.from("${picture}", "base64"), 2, async () => {});
    console.log(is, widthPx, heightPx);`;
  await build({
    stdin: { contents, resolveDir: "." },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const { stdout } = await promisify(execFile)(process.execPath, [join(outdir, "stdin.mjs")]);
  expect(stdout).toBe("scaled 2 2\n");
});
