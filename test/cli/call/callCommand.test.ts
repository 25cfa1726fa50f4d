import { expect, test } from "vitest";
import { runCall, type CallOptions } from "../../../src/cli/call/callCommand.js";
import { EXIT } from "../../../src/cli/exitCode.js";
import { DEFAULT_SERVE_OPTIONS } from "../../../src/cli/serverFlags.js";
import { closedPort } from "../../support/closedPort.js";
import { fakeCli, type FakeCliOptions } from "../../support/fakeCli.js";
import { fakeTerminal, KEYS } from "../../support/fakeTerminal.js";
import { buildScriptedServer } from "../../support/scriptedServerCommand.js";

const SCRIPTED_SERVER_COMMAND = await buildScriptedServer();
const ERAS = ["legacy", "modern"] as const;

function options(changes: Partial<CallOptions>): CallOptions {
  return {
    ...{
      tool: undefined,
      words: [],
      era: "auto",
      answer: undefined,
      timeoutMs: 10_000,
      asJson: false,
      isVerbose: false,
    },
    ...{ url: undefined, command: SCRIPTED_SERVER_COMMAND, serve: DEFAULT_SERVE_OPTIONS },
    ...changes,
  };
}

async function call(changes: Partial<CallOptions>, surroundings: FakeCliOptions = {}) {
  const cli = fakeCli(surroundings);
  const exitCode = await runCall(options(changes), cli.context);
  return { exitCode, stdout: cli.stdout(), stderr: cli.stderr() };
}

test("lists the tools with their arguments", async () => {
  const { exitCode, stdout } = await call({});
  expect(exitCode).toBe(EXIT.done);
  expect(stdout).toContain("add a b label?\n    Adds two numbers.\n");
});

test("types the arguments, and shows a structured result once", async () => {
  expect(await call({ tool: "add", words: ["a=1", "b=2.5", "label=5"] })).toEqual({
    exitCode: EXIT.done,
    stdout: '{\n  "sum": 3.5,\n  "label": "5"\n}\n',
    stderr: "",
  });
});

test("prints the raw result as one line of JSON", async () => {
  const { stdout } = await call({ tool: "add", words: ['{"a":1,"b":2}'], asJson: true });
  expect(stdout.split("\n")).toHaveLength(2);
  expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { sum: 3, label: "none" } });
});

test.each(ERAS)("answers a %s question from the command line", async (era) => {
  const { exitCode, stdout } = await call({ tool: "pick_colour", era, answer: "green" });
  expect(exitCode).toBe(EXIT.done);
  expect(stdout).toBe('answered: {"action":"accept","content":{"colour":"green"}}\n');
});

test.each(ERAS)("answers a %s question with the arrow keys", async (era) => {
  const terminal = fakeTerminal();
  terminal.typeAfter("none: decline", KEYS.down + KEYS.enter);
  const { stdout } = await call({ tool: "pick_colour", era }, { terminal });
  expect(stdout).toBe('answered: {"action":"accept","content":{"colour":"green"}}\n');
});

test.each(ERAS)("takes Ctrl-C in a %s question for cancel, and shows what the server makes of it", async (era) => {
  const terminal = fakeTerminal();
  terminal.typeAfter("none: decline", KEYS.ctrlC);
  const { stdout } = await call({ tool: "pick_colour", era }, { terminal });
  expect(stdout).toBe('answered: {"action":"cancel"}\n');
});

test.each(ERAS)("declares nothing on %s when nobody can answer", async (era) => {
  const { stdout } = await call({ tool: "describe_client", era });
  expect(JSON.parse(stdout)).toEqual({ era, elicitation: null });
});

test.each(ERAS)("declares forms on %s when --answer is there", async (era) => {
  const { stdout } = await call({ tool: "describe_client", era, answer: "decline" });
  expect(JSON.parse(stdout)).toEqual({ era, elicitation: { form: {} } });
});

test("speaks the newest revision that the server has, and starts the server once to find out", async () => {
  const { stdout, stderr } = await call({ tool: "describe_client", isVerbose: true });
  expect(JSON.parse(stdout)).toMatchObject({ era: "modern" });
  expect(stderr.match(/scripted: started/g)).toHaveLength(1);
});

test("a server that ends because it was asked for its revisions is started again and spoken to as in 2025", async () => {
  const command = [...SCRIPTED_SERVER_COMMAND, "--ends-on-discover"];
  const { stdout } = await call({ tool: "describe_client", command });
  expect(JSON.parse(stdout)).toMatchObject({ era: "legacy" });
});

test("a server without 2026's revision is told apart when that one is wanted", async () => {
  const command = [...SCRIPTED_SERVER_COMMAND, "--ends-on-discover"];
  await expect(call({ tool: "describe_client", command, era: "modern" })).rejects.toMatchObject({
    exitCode: EXIT.failed,
  });
});

test("shows a refusal as code, message and hint, with an exit code of its own", async () => {
  expect(await call({ tool: "refuse" })).toEqual({
    exitCode: EXIT.refused,
    stdout: "✗ refused: no_luck\n  There is none.\n\n  → Try add.\n",
    stderr: "",
  });
});

test("an error result that is no refusal is a failure", async () => {
  expect(await call({ tool: "fail" })).toEqual({ exitCode: EXIT.failed, stdout: "it did not work\n", stderr: "" });
});

test.each([
  { changes: { tool: "ad" }, message: 'the server has no tool "ad" (did you mean add?)' },
  { changes: { tool: "add", words: ["a=x"] }, message: 'a takes a number, not "x"' },
  { changes: { tool: "add", words: ["x"] }, message: '"x" is neither key=value nor a JSON object' },
  { changes: { url: "ftp://x", command: undefined }, message: '--url takes an http or https address, not "ftp://x"' },
  { changes: { url: "http://127.0.0.1:1/mcp" }, message: "--url and -- name two servers" },
  { changes: { command: [] }, message: "nothing follows --" },
  {
    changes: { serve: { ...DEFAULT_SERVE_OPTIONS, lab: 2 } },
    message: "--lab=2 is for automobile's own server",
  },
])("$message", async ({ changes, message }) => {
  await expect(call(changes)).rejects.toMatchObject({ message, exitCode: EXIT.wrongUse });
});

test.each(["http://user:SECRETPW@127.0.0.1:1/mcp", "https://user@127.0.0.1:1/mcp", "http:/:SECRETPW@127.0.0.1:1"])(
  "takes no user and no password in an address, and shows neither: %s",
  async (url) => {
    await expect(call({ url, command: undefined })).rejects.toMatchObject({
      message: "--url takes an address without a user or password",
      hint: "give the token in AUTOMOBILE_CALL_TOKEN",
      exitCode: EXIT.wrongUse,
    });
  },
);

test.each([
  { typed: "redis://user:SECRETPW@host:6379", shown: "redis://…@host:6379" },
  { typed: "http://user:SECRET/P@W@host:x", shown: "http://…@host:x" },
  { typed: "user:SECRETPW@host", shown: "…@host" },
])("repeats an address without what comes before its host: $shown", async ({ typed, shown }) => {
  await expect(call({ url: typed, command: undefined })).rejects.toMatchObject({
    message: `--url takes an http or https address, not "${shown}"`,
  });
  await expect(call({ tool: typed })).rejects.toMatchObject({ message: `the server has no tool "${shown}"` });
  await expect(call({ tool: "add", words: [typed] })).rejects.toMatchObject({
    message: `"${shown}" is neither key=value nor a JSON object`,
  });
});

test.each([
  { changes: { tool: "crash" }, message: "Connection closed" },
  { changes: { tool: "silence", timeoutMs: 3_000 }, message: "No answer within 3 s." },
  {
    changes: { command: ["/nowhere/at-all"] },
    message: "The server could not be started: spawn /nowhere/at-all ENOENT",
  },
])("fails with: $message", async ({ changes, message }) => {
  await expect(call(changes)).rejects.toMatchObject({ message, exitCode: EXIT.failed });
});

test("fails with the reason when nothing listens at the address", async () => {
  const port = await closedPort();
  await expect(call({ url: `http://127.0.0.1:${port}/mcp`, command: undefined })).rejects.toMatchObject({
    message: `The server could not be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
    exitCode: EXIT.failed,
  });
});

test("does not send a token over http to another machine", async () => {
  const env = { ...process.env, AUTOMOBILE_CALL_TOKEN: "secret" };
  await expect(call({ url: "http://192.0.2.1:80/mcp", command: undefined }, { env })).rejects.toMatchObject({
    message: "AUTOMOBILE_CALL_TOKEN is not sent to 192.0.2.1 over http, where others could read it",
    exitCode: EXIT.wrongUse,
  });
});

test("shows the server's standard error when the server dies", async () => {
  const cli = fakeCli();
  await runCall(options({ tool: "crash" }), cli.context).catch(() => undefined);
  expect(cli.stderr()).toContain("scripted: ending now");
});

test("Ctrl-C ends a call that nobody answers", async () => {
  const cli = fakeCli();
  const ended = runCall(options({ tool: "silence", isVerbose: true }), cli.context);
  await Promise.race([ended, cli.stderrShows("scripted: silent from now on")]);
  cli.stop();
  await expect(ended).rejects.toMatchObject({ message: "Interrupted.", exitCode: EXIT.failed });
});
