import { posix } from "node:path";
import { expect, test } from "vitest";
import { projectText } from "../support/projectFiles.js";

/** The last line of a static import that is there at run time: dynamic ones stand inside functions, so indented. */
const STATIC_IMPORT = /^(?:import (?!type\b)|export (?!type\b).*|\} )(?:.* )?(?:from )?"([^"]+)"/gm;

/** Everything that is loaded together with these files: files of the project, and names of packages. */
async function loadedWith(entries: readonly string[]): Promise<readonly string[]> {
  const loaded = new Set(entries);
  for (const file of loaded) {
    if (!file.startsWith("src/")) continue;
    for (const [, specifier = ""] of (await projectText(file)).matchAll(STATIC_IMPORT)) {
      const isOurs = specifier.startsWith(".");
      loaded.add(isOurs ? posix.join(posix.dirname(file), specifier).replace(/\.js$/, ".ts") : specifier);
    }
  }
  return [...loaded];
}

test("a proxy answers before it loads the SDK, a schema library or what finds a daemon", async () => {
  const loaded = await loadedWith(["src/cli/main.ts", "src/cli/proxyCommand.ts"]);
  expect(loaded).toContain("src/proxy/proxySession.ts");
  expect(
    loaded.filter((name) => /^(@modelcontextprotocol|zod|eventsource-parser|node:http|src\/daemon\/daemon)/.test(name)),
  ).toEqual([]);
});

test("a server starts without loading what only other commands, or only calls, need", async () => {
  const loaded = await loadedWith(["src/cli/main.ts", "src/cli/serveCommand.ts"]);
  expect(loaded).toContain("@modelcontextprotocol/server/stdio");
  expect(loaded.filter((name) => /^(commander|@clack|picocolors|@modelcontextprotocol\/client)/.test(name))).toEqual(
    [],
  );
  expect(
    loaded.filter((name) => /^src\/(lab|devices\/android|tools\/catalogue|cli\/(program|output))/.test(name)),
  ).toEqual([]);
});
