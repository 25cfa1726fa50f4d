// Runs every static check at once and prints the output of those that failed. Exit code 1 if any did.
import { spawn } from "node:child_process";
import { performance } from "node:perf_hooks";

const CHECKS = [
  ["types", "tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/tsc/tsbuildinfo"]],
  // No lint cache: a type-aware rule can fail in a file that did not change.
  ["lint", "eslint", ["."]],
  ["format", "prettier", ["--check", "--log-level", "warn", "--cache", "--cache-strategy", "content", "."]],
  ["unused", "knip", ["--no-progress"]],
];

const results = await Promise.all(CHECKS.map(([name, command, args]) => runCheck(name, command, args)));
for (const { name, exitCode, seconds, output } of results) {
  console.log(`${exitCode === 0 ? "ok  " : "FAIL"} ${name} (${seconds.toFixed(1)} s)`);
  if (exitCode !== 0) console.log(output);
}
process.exitCode = results.every(({ exitCode }) => exitCode === 0) ? 0 : 1;

/**
 * @param {string} name
 * @param {string} command a script of `node_modules/.bin`, which npm puts on PATH
 * @param {readonly string[]} args
 * @returns {Promise<{name: string, exitCode: number, seconds: number, output: string}>}
 */
function runCheck(name, command, args) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => (output += error.message));
    child.on("close", (code) => {
      resolve({ name, exitCode: code ?? 1, seconds: (performance.now() - startedAt) / 1000, output });
    });
  });
}
