// Runs every static check at once and prints the output of those that failed. Exit code 1 if any did.
import { spawn } from "node:child_process";
import { performance } from "node:perf_hooks";

const CHECKS = [
  { name: "types", command: "tsc", args: [] },
  // No lint cache: a type-aware rule can fail in a file that did not change.
  { name: "lint", command: "eslint", args: ["."] },
  { name: "format", command: "prettier", args: ["--check", "--cache", "--cache-strategy", "content", "."] },
  { name: "unused", command: "knip", args: ["--no-progress"] },
];

const results = await Promise.all(CHECKS.map(runCheck));
for (const { name, exitCode, seconds, output } of results) {
  console.log(`${exitCode === 0 ? "ok  " : "FAIL"} ${name} (${seconds.toFixed(1)} s)`);
  if (exitCode !== 0) console.log(output);
}
process.exitCode = results.every(({ exitCode }) => exitCode === 0) ? 0 : 1;

/**
 * @param {{ name: string, command: string, args: readonly string[] }} check the command is one of `node_modules/.bin`, which npm puts on PATH
 * @returns {Promise<{ name: string, exitCode: number, seconds: number, output: string }>}
 */
function runCheck({ name, command, args }) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
    let output = "";
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (output += String(chunk)));
    child.on("error", (error) => (output += error.message));
    child.on("close", (code) => {
      resolve({ name, exitCode: code ?? 1, seconds: (performance.now() - startedAt) / 1000, output });
    });
  });
}
