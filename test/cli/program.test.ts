import { expect, test } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { parseServeLine } from "../../src/cli/serveLine.js";
import { SERVER_FLAGS } from "../../src/cli/serverFlags.js";
import { EXIT } from "../../src/cli/exitCode.js";
import { fakeCli } from "../support/fakeCli.js";

async function run(...argv: readonly string[]) {
  const cli = fakeCli({ argv });
  const exitCode = await runProgram({ is: "other" }, cli.context);
  return { exitCode, stdout: cli.stdout(), stderr: cli.stderr() };
}

function flagsIn(text: string): readonly string[] {
  return [...text.matchAll(/^ +(--[a-z-]+)/gm)].map((match) => match[1] ?? "");
}

test("the help of serve lists exactly the flags that the lean path takes", async () => {
  const listed = flagsIn((await run("serve", "--help")).stdout);
  expect(listed).toEqual(SERVER_FLAGS.map(({ name }) => `--${name}`));
  expect(listed.map((flag) => parseServeLine(["serve", `${flag}=1`]).is)).toEqual(["serve", "serve", "wrong_use"]);
  expect(parseServeLine(["serve", "--require-device-id"]).is).toBe("serve");
});

test.each([
  {
    command: "call",
    flags: [
      ...["--list", "--era", "--url", "--answer", "--timeout", "--json", "--verbose"],
      ...["--lab", "--allow-device", "--require-device-id"],
    ],
  },
  { command: "devices", flags: ["--lab", "--allow-device", "--json"] },
  { command: "demo", flags: ["--answer", "--era", "--phones"] },
  { command: "lab", flags: ["--phones", "--latency", "--json"] },
  { command: "doctor", flags: ["--json"] },
  { command: "proxy", flags: ["--lab", "--allow-device", "--require-device-id"] },
  { command: "report", flags: ["--json", "--html"] },
])("$command takes $flags", async ({ command, flags }) => {
  expect(flagsIn((await run(command, "--help")).stdout)).toEqual(flags);
});

test("the help names every command and every exit code", async () => {
  const { exitCode, stdout } = await run("--help");
  const listed = stdout.slice(stdout.indexOf("Commands:"), stdout.indexOf("Examples:"));
  expect(exitCode).toBe(EXIT.done);
  expect([...listed.matchAll(/^ {2}([a-z]+)/gm)].map((match) => match[1])).toEqual([
    ...["serve", "proxy", "devices", "call", "demo", "lab", "daemon", "report", "doctor", "help"],
  ]);
  expect(stdout).toContain("Exit codes: 0 done · 1 failed · 2 wrong use · 3 refused (call)");
});

test.each([
  { argv: ["devcies"], says: "unknown command 'devcies'\n(Did you mean devices?)" },
  { argv: ["call", "--jsn"], says: "unknown option '--jsn'\n(Did you mean --json?)" },
  { argv: ["call", "tapOn", "--era", "old"], says: "Allowed choices are auto, legacy, modern." },
  { argv: ["call", "tapOn", "--timeout", "0"], says: '--timeout takes a whole number from 1 to 3600, not "0"' },
  { argv: ["lab", "--phones", "none"], says: '--phones takes a whole number from 1 to 1000, not "none"' },
  { argv: ["demo", "--phones", "1"], says: '--phones takes a whole number from 2 to 6, not "1"' },
  { argv: ["demo"], says: "demo asks a question, and this is no terminal" },
  { argv: ["demo", "--answer", "A"], says: "--answer takes LABPHONE01, LABPHONE02, decline or cancel" },
  { argv: ["devices", "--lab", "x"], says: '--lab takes a whole number from 1 to 1000, not "x"' },
  { argv: ["devices", "--require-device-id"], says: "unknown option '--require-device-id'" },
  { argv: ["doctor", "now"], says: "too many arguments for 'doctor'" },
])("$argv is wrong use, told on standard error", async ({ argv, says }) => {
  const { exitCode, stdout, stderr } = await run(...argv);
  expect(stderr).toContain(says);
  expect(stdout).toBe("");
  expect(exitCode).toBe(EXIT.wrongUse);
});

test("wrong use of the lean path is told with what to do now", async () => {
  const cli = fakeCli();
  const line = { is: "wrong_use", problem: "unknown option", hint: "look at --help" } as const;
  expect(await runProgram(line, cli.context)).toBe(EXIT.wrongUse);
  expect(cli.stderr()).toBe("automobile: unknown option\n  → look at --help\n");
});
