import type { CallToolResult } from "@modelcontextprotocol/client";
import { z } from "zod";
import { assertNever } from "../../core/assertNever.js";
import type { LabPhone } from "../../lab/lab.js";
import type { Connection } from "../call/connection.js";
import type { AnswerQuestion, Question, Reply } from "../call/question.js";
import { parseWireRefusal, renderRefusal } from "../call/refusalText.js";
import { EXIT, type ExitCode } from "../exitCode.js";
import type { Output } from "../output.js";
import { renderTable } from "../table.js";
import { toTerminalLine } from "../terminalText.js";
import { describeInput } from "./inputText.js";
import { drawPhones, toPhoneScreen, type PhoneScreen } from "./phoneDrawing.js";

/** What the demo plays with. */
export interface DemoStage {
  readonly phones: readonly Pick<LabPhone, "id" | "received">[];
  /** Connects to a server on these phones; its questions go to the answer given here. */
  readonly open: (answer: AnswerQuestion) => Promise<Connection>;
  readonly answer: AnswerQuestion;
  /** Whether the answer was given beforehand: then nobody sees the question unless the demo shows it. */
  readonly isAnswerGiven: boolean;
  readonly output: Output;
}

type Arguments = Readonly<Record<string, string>>;

const AMBIGUOUS_CALL = { tool: "tapOn", args: { text: "Say hello" } } as const;
const FOLLOW_UP = { tool: "tapOn", args: { text: "Torch on" } } as const;
const CALL_TIMEOUT_MS = 600_000;
const INDENT = "   ";

/** Plays it, step by step, and shows each on the output. Failed only when the server did not do what it promises. */
export async function playDemo(stage: DemoStage): Promise<ExitCode> {
  const { output, phones } = stage;
  const { resultPaint: paint } = output;
  const asked: Reply[] = [];
  const connection = await stage.open(async (question, signal) => {
    showQuestion(question, { ...stage, era: connection.era });
    const reply = await stage.answer(question, signal);
    asked.push(reply);
    if (stage.isAnswerGiven) output.result(`${INDENT}${paint.good("←")} ${describeReply(reply)}`);
    return reply;
  });
  const show = createShow(stage, connection);
  try {
    output.result(paint.bold(`AutoMobile demo: one agent, ${phones.length} phones, one question\n`));
    const before = await show.look();
    show.draw(before);

    show.step(1, "The agent calls a tool and does not say which phone it means.");
    const result = await show.call(AMBIGUOUS_CALL.tool, AMBIGUOUS_CALL.args);
    const [reply] = asked;
    const refusal = parseWireRefusal(result);
    if (refusal !== undefined) {
      show.step(3, "Nothing runs: the agent gets the refusal that it gets where nobody can be asked.");
      for (const line of renderRefusal(refusal, paint)) output.result(INDENT + line);
      output.result("");
      show.received();
      return reply === undefined || reply.action === "accept" ? EXIT.failed : EXIT.done;
    }
    const deviceId = readDeviceId(result);
    show.step(3, `It ran on ${deviceId}, and nowhere else.`);
    show.received();
    output.result("");
    show.draw(await show.look(), before);

    show.step(4, "The agent passes on the deviceId of that result, so nobody is asked again.");
    const next = await show.call(FOLLOW_UP.tool, { ...FOLLOW_UP.args, deviceId });
    output.result(`${INDENT}${paint.good("←")} ran on ${readDeviceId(next)}, no question`);
    show.ending();
    return asked.length === 1 ? EXIT.done : EXIT.failed;
  } finally {
    await connection.close();
  }
}

/** The pieces that the play is made of, on one stage. */
function createShow({ output, phones }: DemoStage, { client }: Connection) {
  const { resultPaint: paint, width } = output;
  const callTool = (name: string, args: Arguments): Promise<CallToolResult> => {
    return client.callTool({ name, arguments: args }, { timeout: CALL_TIMEOUT_MS });
  };
  return {
    step: (number: number, text: string) => output.result(`\n${paint.bold(`${number}  ${text}`)}`),
    call: (name: string, args: Arguments) => {
      const shown = Object.entries(args).map(([argument, value]) => `${argument}=${JSON.stringify(value)}`);
      output.result(`${INDENT}${paint.good("→")} ${paint.bold(name)} ${shown.join(" ")}`);
      return callTool(name, args);
    },
    look: () => {
      return Promise.all(
        phones.map(async ({ id }) =>
          toPhoneScreen(id, (await callTool("observe", { deviceId: id })).structuredContent),
        ),
      );
    },
    draw: (screens: readonly PhoneScreen[], before?: readonly PhoneScreen[]) => {
      const options = before === undefined ? { width, paint } : { width, paint, before };
      output.result(drawPhones(screens, options).join("\n"));
    },
    received: () => {
      const rows = phones.map(({ id, received }) => {
        const inputs = received().map(describeInput);
        const text = inputs.length === 0 ? "received nothing" : `received ${inputs.join(", then ")}`;
        return [
          { text: id, paint: paint.name },
          { text, paint: inputs.length === 0 ? paint.dim : paint.good },
        ];
      });
      for (const line of renderTable(rows)) output.result(INDENT + line);
    },
    ending: () =>
      output.result(`\n${paint.dim("Now yours: automobile devices · automobile call --list · automobile --help")}`),
  };
}

function showQuestion(
  question: Question,
  { output, era, isAnswerGiven }: DemoStage & { readonly era: Connection["era"] },
): void {
  const { resultPaint: paint } = output;
  const way = era === "modern" ? "input_required, 2026-07-28" : "elicitation/create, 2025-11-25";
  output.result(
    `\n${paint.bold("2  More than one is meant, so the server asks before anything runs.")} ${paint.dim(`(${way})`)}`,
  );
  if (!isAnswerGiven) return;
  for (const line of question.message.split("\n")) output.result(INDENT + line);
  const options = question.fields.flatMap((field) => (field.takes === "one_of" ? field.options : []));
  for (const { title, detail } of options) {
    output.result(`${INDENT}${paint.dim("○")} ${paint.name(title)}  ${paint.dim(detail ?? "")}`.trimEnd());
  }
}

function describeReply(reply: Reply): string {
  switch (reply.action) {
    case "accept":
      return `accept ${Object.values(reply.content).join(", ")}`;
    case "decline":
    case "cancel":
      return reply.action;
    default:
      return assertNever(reply);
  }
}

const ranOnSchema = z.object({ device: z.object({ deviceId: z.string() }) });

function readDeviceId(result: CallToolResult): string {
  return toTerminalLine(ranOnSchema.parse(result.structuredContent).device.deviceId);
}
