import { expect, test } from "vitest";
import type { AnswerQuestion, Question, Reply } from "../../../src/cli/call/question.js";
import { createDemoScreen, type DemoCall } from "../../../src/cli/demo/demoScreen.js";
import { playDemo, type DemoServer } from "../../../src/cli/demo/playDemo.js";
import { EXIT } from "../../../src/cli/exitCode.js";
import type { LabInput } from "../../../src/lab/lab.js";
import { fakeCli } from "../../support/fakeCli.js";

const QUESTION: Question = {
  message: "Which?",
  fields: [
    {
      ...{ name: "deviceId", label: "deviceId", isRequired: true, takes: "one_of" },
      options: [
        { value: "A", title: "A (android)" },
        { value: "B", title: "B (android)" },
      ],
    },
  ],
};
const REFUSAL = { isError: true, content: [{ type: "text" as const, text: '{"code":"c","message":"m"}' }] };
const NEVER = new AbortController().signal;

/** A server on two phones that does with an answer whatever the test says: the phone that it taps, if any. */
async function play(reply: Reply, tapAfter: (ask: () => Promise<Reply>) => Promise<string | undefined>) {
  const received: Record<string, LabInput[]> = { A: [], B: [] };
  const phones = ["A", "B"].map((id) => ({ id, received: () => received[id] ?? [] }));
  const open = async (answer: AnswerQuestion): Promise<DemoServer> => ({
    era: "modern",
    callTool: async ({ name, arguments: args }: DemoCall) => {
      if (name === "observe") return { content: [], structuredContent: { elements: [] } };
      const deviceId = args["deviceId"] ?? (await tapAfter(() => answer(QUESTION, NEVER)));
      if (deviceId === undefined) return REFUSAL;
      received[deviceId]?.push({ kind: "tap", x: 1, y: 2, hit: "Say hello" });
      return { content: [], structuredContent: { device: { deviceId } } };
    },
    close: () => Promise.resolve(),
  });
  const cli = fakeCli();
  const screen = createDemoScreen(cli.context.output);
  const exitCode = await playDemo({ phones, open, answer: () => Promise.resolve(reply), isAnswerGiven: true, screen });
  return { exitCode, stdout: cli.stdout() };
}

const ACCEPT_B: Reply = { action: "accept", content: { deviceId: "B" } };

test("shows the call, the question, the answer, and what each phone received", async () => {
  const { exitCode, stdout } = await play(ACCEPT_B, async (ask) => {
    await ask();
    return "B";
  });
  expect(exitCode).toBe(EXIT.done);
  expect(stdout).toContain('   → tapOn text="Say hello"\n');
  expect(stdout).toContain("   Which?\n   ○ A (android)\n   ○ B (android)\n   ← accept B\n");
  expect(stdout).toContain('   A  received nothing\n   B  received a tap at 1,2 on "Say hello"\n');
  expect(stdout).toContain('   → tapOn text="Torch on" deviceId="B"\n   ← ran on B, no question\n');
});

test("shows the refusal after a decline, and that nothing arrived", async () => {
  const { exitCode, stdout } = await play({ action: "decline" }, async (ask) => {
    await ask();
    return undefined;
  });
  expect(exitCode).toBe(EXIT.done);
  expect(stdout).toContain("   ✗ refused: c\n     m\n\n   A  received nothing\n   B  received nothing\n");
});

test("fails when the server taps another phone than the chosen one", async () => {
  const { exitCode } = await play(ACCEPT_B, async (ask) => {
    await ask();
    return "A";
  });
  expect(exitCode).toBe(EXIT.failed);
});

test("fails when the server runs the call although it was declined", async () => {
  const { exitCode } = await play({ action: "decline" }, async (ask) => {
    await ask();
    return "A";
  });
  expect(exitCode).toBe(EXIT.failed);
});

test.each([
  { what: "does not ask", times: 0 },
  { what: "asks twice", times: 2 },
])("fails when the server $what", async ({ times }) => {
  const { exitCode } = await play(ACCEPT_B, async (ask) => {
    await Promise.all(Array.from({ length: times }, () => ask()));
    return "B";
  });
  expect(exitCode).toBe(EXIT.failed);
});
