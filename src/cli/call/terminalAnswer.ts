import { type CANCEL_SYMBOL, confirm, isCancel, multiselect, select, text } from "@clack/prompts";
import type { Readable, Writable } from "node:stream";
import { assertNever } from "../../core/assertNever.js";
import { parseFieldText } from "./fieldText.js";
import type { AnswerQuestion, Field, FieldOption, FieldValue, Question, Reply } from "./question.js";

/** Where a person is. */
export interface TerminalStreams {
  readonly input: Readable;
  readonly output: Writable;
}

interface Ask extends TerminalStreams {
  readonly signal: AbortSignal;
}

/** Stands for "decline" in a list of the server's values; a symbol, so that no value can be mistaken for it. */
const DECLINE = Symbol("decline");

const DECLINE_OPTION = { value: DECLINE, label: "none: decline (Esc cancels)" } as const;

/**
 * Asks the person at a terminal: a list where there is something to choose, else one prompt per field after "answer or
 * decline". Esc and Ctrl-C cancel. When the server stops waiting, the prompt goes away and the reply is `cancel`.
 * Questions that come together are asked one after another.
 */
export function askInTerminal(streams: TerminalStreams): AnswerQuestion {
  let previous: Promise<unknown> = Promise.resolve();
  return (question, signal) => {
    const reply = previous.then(() => askOne(question, { ...streams, signal }));
    previous = reply.catch(() => undefined);
    return reply.finally(() => {
      if (signal.aborted)
        streams.output.write("The question has lapsed: the server does not wait for an answer any more.\n");
    });
  };
}

async function askOne(question: Question, ask: Ask): Promise<Reply> {
  const [field, ...others] = question.fields;
  if (ask.signal.aborted) return { action: "cancel" };
  if (field?.takes === "one_of" && others.length === 0) return askChoice(question.message, field, ask);
  return askForm(question, ask);
}

async function askChoice(message: string, field: Extract<Field, { takes: "one_of" }>, ask: Ask): Promise<Reply> {
  const chosen = await select<string | typeof DECLINE>({
    ...ask,
    message,
    options: [...toPromptOptions(field.options), DECLINE_OPTION],
  });
  if (isCancel(chosen)) return { action: "cancel" };
  if (chosen === DECLINE) return { action: "decline" };
  return { action: "accept", content: { [field.name]: chosen } };
}

async function askForm(question: Question, ask: Ask): Promise<Reply> {
  const intent = await select<"answer" | typeof DECLINE>({
    ...ask,
    message: question.message,
    options: [{ value: "answer", label: "answer" }, DECLINE_OPTION],
  });
  if (isCancel(intent)) return { action: "cancel" };
  if (intent === DECLINE) return { action: "decline" };

  const content: Record<string, FieldValue> = {};
  for (const field of question.fields) {
    const value = await askField(field, ask);
    if (isCancel(value)) return { action: "cancel" };
    if (value !== undefined) content[field.name] = value;
  }
  return { action: "accept", content };
}

/** `undefined` for an optional field that was left empty. */
async function askField(field: Field, ask: Ask): Promise<FieldValue | typeof CANCEL_SYMBOL | undefined> {
  switch (field.takes) {
    case "one_of":
      return select<string>({ ...ask, message: field.label, options: toPromptOptions(field.options) });
    case "some_of":
      return multiselect<string>({
        ...ask,
        message: field.label,
        options: toPromptOptions(field.options),
        required: field.isRequired,
      });
    case "yes_or_no":
      return confirm({ ...ask, message: field.label });
    case "number":
    case "text":
      return askTyped(field, ask);
    default:
      return assertNever(field);
  }
}

async function askTyped(field: Field, ask: Ask): Promise<FieldValue | typeof CANCEL_SYMBOL | undefined> {
  const typed = await text({
    ...ask,
    message: field.isRequired ? field.label : `${field.label} (may be left empty)`,
    validate: (value = "") => {
      if (value === "" && !field.isRequired) return undefined;
      const read = parseFieldText(field, value);
      return read.is === "wrong" ? read.problem : undefined;
    },
  });
  if (isCancel(typed)) return typed;
  if (typed === "" && !field.isRequired) return undefined;
  const read = parseFieldText(field, typed);
  return read.is === "value" ? read.value : typed;
}

function toPromptOptions(options: readonly FieldOption[]): { value: string; label: string }[] {
  return options.map(({ value, title, detail }) => ({
    value,
    label: detail === undefined ? title : `${title}  ${detail}`,
  }));
}
