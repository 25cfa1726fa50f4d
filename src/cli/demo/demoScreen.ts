import { assertNever } from "../../core/assertNever.js";
import type { LabPhone } from "../../lab/lab.js";
import type { Question, Reply } from "../call/question.js";
import { renderRefusal, type WireRefusal } from "../call/refusalText.js";
import type { Output } from "../output.js";
import { renderTable } from "../table.js";
import { describeInput } from "./inputText.js";
import { drawPhones, type PhoneScreen } from "./phoneDrawing.js";

/** One call as the demo shows it: a tool, and its arguments. */
export interface DemoCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** A phone whose inputs the demo tells. */
export type DemoPhone = Pick<LabPhone, "id" | "received">;

/** What the demo writes, in the words that it writes it. */
export interface DemoScreen {
  title(phones: number): void;
  /** With `before`, what is new on a screen is marked. */
  phones(screens: readonly PhoneScreen[], before?: readonly PhoneScreen[]): void;
  step(text: string): void;
  call(call: DemoCall): void;
  question(question: Question): void;
  reply(reply: Reply): void;
  result(text: string): void;
  refusal(refusal: WireRefusal): void;
  /** What reached each phone so far. */
  received(phones: readonly DemoPhone[]): void;
  end(): void;
}

const INDENT = "   ";

/** A screen that writes results. */
export function createDemoScreen({ result: write, resultPaint: paint, width }: Output): DemoScreen {
  const writeLines = (lines: readonly string[]): void => {
    for (const line of lines) write(line.trim() === "" ? "" : INDENT + line);
  };
  return {
    title: (phones) => write(`${paint.bold(`AutoMobile demo: one agent, ${phones} phones, one question`)}\n`),
    phones: (screens, before) => {
      const options = before === undefined ? { width, paint } : { width, paint, before };
      write(drawPhones(screens, options).join("\n"));
    },
    step: (text) => write(`\n${paint.bold(text)}`),
    call: ({ name, arguments: args }) => {
      const given = Object.entries(args).map(([argument, value]) => `${argument}=${JSON.stringify(value)}`);
      writeLines([`${paint.good("→")} ${paint.bold(name)} ${given.join(" ")}`]);
    },
    question: ({ message, fields }) => {
      const options = fields.flatMap((field) => (field.takes === "one_of" ? field.options : []));
      writeLines(message.split("\n"));
      writeLines(
        options.map(({ title, detail }) => {
          const label = `${paint.dim("○")} ${paint.name(title)}`;
          return detail === undefined ? label : `${label}  ${paint.dim(detail)}`;
        }),
      );
    },
    reply: (reply) => writeLines([`${paint.good("←")} ${describeReply(reply)}`]),
    result: (text) => writeLines([`${paint.good("←")} ${text}`]),
    refusal: (refusal) => writeLines([...renderRefusal(refusal, paint), ""]),
    received: (phones) => {
      const rows = phones.map(({ id, received }) => {
        const inputs = received().map(describeInput);
        const isIdle = inputs.length === 0;
        const text = isIdle ? "received nothing" : `received ${inputs.join(", then ")}`;
        return [
          { text: id, paint: paint.name },
          { text, paint: isIdle ? paint.dim : paint.good },
        ];
      });
      writeLines(renderTable(rows));
    },
    end: () => write(`\n${paint.dim("Now yours: automobile devices · automobile call --list · automobile --help")}`),
  };
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
