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

const LATE =
  /^(?:@|zod|pino|commander|picocolors|eventsource-parser|node:http|src\/(?:daemon\/daemon|lab|devices|tools\/catalogue|cli\/(?:program|output)|server\/(?:index|mcpServer)))/;

test.each([
  ["the direct server", "src/cli/serveCommand.ts", "src/server/opening.ts"],
  ["the proxy", "src/cli/proxyCommand.ts", "src/proxy/proxySession.ts"],
])("%s answers before it loads a package, and what only other commands or only calls need", async (_, entry, front) => {
  const loaded = await loadedWith(["src/cli/main.ts", entry]);

  expect(loaded).toEqual(expect.arrayContaining([front, "src/server/localAnswers.ts"]));
  expect(loaded.filter((name) => LATE.test(name))).toEqual([]);
});
