import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const ROOT = resolve(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const PACKED = z.tuple([z.object({ filename: z.string() })]);
const run = promisify(execFile);

/** What an author has installed beside the package: its peer, and what the example and the compiler need. */
const INSTALLED = ["@modelcontextprotocol/server", "@modelcontextprotocol/client", "@types/node", "zod"];

const IN_STRICT_TYPESCRIPT = `
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS, createTargetAsking, type ElicitationRecord } from "automobile-mcp/elicitation";

interface Database { readonly id: string; readonly identity: string | undefined; readonly size: number }
const refuse = (): CallToolResult => ({ content: [{ type: "text", text: "which?" }], isError: true });
const records: ElicitationRecord[] = [];
export const limitMs: 20_000 = AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS;
export const asking = createTargetAsking<Database>({
  question: {
    argument: "database",
    inputKey: "databaseChoice",
    readRefusal: () => undefined,
    message: (call, choices, standsForMs) => [call.name, choices.length, standsForMs].join(),
    resolve: async () => [{ id: "live", identity: "live", size: 1 }],
    refuse: (_call, targets) => (targets.every(({ size }) => size > 0) ? refuse() : refuse()),
    refuseStaleAnswer: refuse,
  },
  recorder: (record) => records.push(record),
  isOff: () => false,
});
export const queryOf = (server: McpServer) =>
  asking.inFrontOf(server, "legacy", () => ({})).tool<{ readonly sql: string }>(
    "query",
    async ({ sql }, _context, { expectedIdentity }) => (expectedIdentity === sql.trim() ? refuse() : refuse()),
  );
`;
const WRONG_USE = `
import { createTargetAsking } from "automobile-mcp/elicitation";
createTargetAsking({ question: { argument: 7 } });
`;

describe("the packed library entry, in a project that has nothing to do with this one", () => {
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "automobile-consumer-"));
    const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", project];
    const { stdout } = await run("npm", pack, { cwd: ROOT });
    const [{ filename }] = PACKED.parse(JSON.parse(stdout));
    await run("tar", ["-xzf", join(project, filename), "-C", project]);
    await mkdir(join(project, "node_modules"));
    await cp(join(project, "package"), join(project, "node_modules/automobile-mcp"), { recursive: true });
    await Promise.all(INSTALLED.map(async (name) => await linkPackage(project, name)));
    await cp(join(ROOT, "examples/twoDatabases.mjs"), join(project, "twoDatabases.mjs"));
    await writeFile(join(project, "package.json"), '{ "type": "module" }');
    await writeFile(join(project, "use.ts"), IN_STRICT_TYPESCRIPT);
    await writeFile(join(project, "wrong.ts"), WRONG_USE);
  });
  afterAll(async () => {
    await rm(project, { recursive: true });
  });

  it("runs the example, which asks its client's user", async () => {
    const client = [
      'import { Client } from "@modelcontextprotocol/client";',
      'import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";',
      'const client = new Client({ name: "c", version: "1" }, { capabilities: { elicitation: {} } });',
      'client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { database: "live" } }));',
      'await client.connect(new StdioClientTransport({ command: process.execPath, args: ["twoDatabases.mjs"] }));',
      'const result = await client.callTool({ name: "query", arguments: { sql: "select 2" } });',
      "console.log(JSON.stringify(result.content));",
      "await client.close();",
    ];
    await writeFile(join(project, "client.mjs"), client.join("\n"));

    const { stdout } = await run(process.execPath, ["client.mjs"], { cwd: project });

    expect(JSON.parse(stdout)).toEqual([{ type: "text", text: "live ran: select 2" }]);
  });

  it("has types that hold in strict TypeScript, with the libraries' own types checked too", async () => {
    await expect(compile(project, "use.ts")).resolves.toMatchObject({ stdout: "" });
  });

  it("has types that refuse a wrong question", async () => {
    await expect(compile(project, "wrong.ts")).rejects.toThrow();
  });
});

it("reaches no device, no lab and no tool from the library's entry, and no package but its peer", async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    ...{ entryPoints: ["src/elicitation/index.ts"], outdir: "unwritten", write: false, metafile: true },
    ...{ bundle: true, format: "esm", platform: "node", packages: "external", logLevel: "silent" },
  });
  const files = Object.keys(metafile.inputs);
  const outside = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .map(({ path }) => path);

  expect(files).toContain("src/elicitation/legacyAsk.ts");
  expect(files.filter((file) => !/^src\/(core|elicitation)\//.test(file)).toSorted()).toEqual([
    "src/server/elicitationPolicy.ts",
    "src/server/sessionKey.ts",
    "src/system/systemTimer.ts",
  ]);
  expect([...new Set(outside)].toSorted()).toEqual(["@modelcontextprotocol/server", "node:crypto"]);
});

async function compile(project: string, file: string): Promise<{ readonly stdout: string }> {
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const modules = ["--module", "nodenext", "--target", "es2023", "--types", "node", "--noEmit"];
  return await run(process.execPath, [TSC, "--ignoreConfig", ...strict, ...modules, file], { cwd: project });
}

async function linkPackage(project: string, name: string): Promise<void> {
  const link = join(project, "node_modules", name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(join(ROOT, "node_modules", name), link, "dir");
}
