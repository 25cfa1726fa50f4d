import type { CallToolResult } from "@modelcontextprotocol/client";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { AnswerQuestion, Reply } from "../call/question.js";
import { parseWireRefusal } from "../call/refusalText.js";
import { EXIT, type ExitCode } from "../exitCode.js";
import { toTerminalLine } from "../terminalText.js";
import type { DemoCall, DemoPhone, DemoScreen } from "./demoScreen.js";
import { toPhoneScreen, type PhoneScreen } from "./phoneDrawing.js";

/** A server on the demo's phones, connected. */
export interface DemoServer {
  readonly era: "legacy" | "modern";
  callTool(call: DemoCall): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** What the demo plays with. */
export interface DemoStage {
  readonly phones: readonly DemoPhone[];
  /** Connects to a server whose questions go to the answer given here. */
  readonly open: (answer: AnswerQuestion) => Promise<DemoServer>;
  readonly answer: AnswerQuestion;
  /** Whether the answer was given beforehand: then nobody sees the question unless the demo shows it. */
  readonly isAnswerGiven: boolean;
  readonly screen: DemoScreen;
}

const AMBIGUOUS_CALL: DemoCall = { name: "tapOn", arguments: { text: "Say hello" } };
const QUESTION_WAYS = { modern: "input_required, 2026-07-28", legacy: "elicitation/create, 2025-11-25" } as const;

/** Plays it step by step. Failed when the server did anything but ask once and reach the chosen phone alone. */
export async function playDemo(stage: DemoStage): Promise<ExitCode> {
  const { screen, phones } = stage;
  const replies: Reply[] = [];
  const server = await stage.open(async (question, signal) => {
    screen.step(
      `2  More than one could be meant, so the server asks before anything runs (${QUESTION_WAYS[server.era]}).`,
    );
    if (stage.isAnswerGiven) screen.question(question);
    const reply = await stage.answer(question, signal);
    if (stage.isAnswerGiven) screen.reply(reply);
    replies.push(reply);
    return reply;
  });
  try {
    screen.title(phones.length);
    const before = await lookAt(phones, server);
    screen.phones(before);
    screen.step("1  The agent calls a tool and does not say which phone it means.");
    screen.call(AMBIGUOUS_CALL);
    const result = await server.callTool(AMBIGUOUS_CALL);
    await showOutcome({ result, before }, stage, server);
    const chosen = replies.flatMap((reply) => (reply.action === "accept" ? Object.values(reply.content) : []));
    const touched = phones.filter((phone) => phone.received().length > 0).map(({ id }) => id);
    return replies.length === 1 && isDeepStrictEqual(touched, chosen) ? EXIT.done : EXIT.failed;
  } finally {
    await server.close();
  }
}

/** Shows what came of the call. */
async function showOutcome(
  { result, before }: { readonly result: CallToolResult; readonly before: readonly PhoneScreen[] },
  { screen, phones }: DemoStage,
  server: DemoServer,
): Promise<void> {
  const refusal = parseWireRefusal(result);
  if (refusal !== undefined) {
    screen.step("3  Nothing runs: the agent gets the refusal that it gets where nobody can be asked.");
    screen.refusal(refusal);
    screen.received(phones);
    return;
  }
  const deviceId = readDeviceId(result);
  screen.step(`3  It ran on ${deviceId}. What each phone received:`);
  screen.received(phones);
  screen.phones(await lookAt(phones, server), before);

  screen.step("4  The agent passes on the deviceId of that result, so nobody is asked again.");
  const followUp: DemoCall = { name: "tapOn", arguments: { text: "Torch on", deviceId } };
  screen.call(followUp);
  screen.result(`ran on ${readDeviceId(await server.callTool(followUp))}, no question`);
  screen.end();
}

/** Looking is no input: it leaves what each phone received as it was. */
async function lookAt(phones: readonly DemoPhone[], server: DemoServer): Promise<readonly PhoneScreen[]> {
  return Promise.all(
    phones.map(async ({ id }) => {
      const { structuredContent } = await server.callTool({ name: "observe", arguments: { deviceId: id } });
      return toPhoneScreen(id, structuredContent);
    }),
  );
}

const ranOnSchema = z.object({ device: z.object({ deviceId: z.string() }) });

function readDeviceId({ structuredContent }: CallToolResult): string {
  return toTerminalLine(ranOnSchema.parse(structuredContent).device.deviceId);
}
