import { z } from "zod";
import { assertNever } from "../../core/assertNever.js";
import { parseJson } from "../../core/parseJson.js";
import { toTerminalLine } from "../terminalText.js";
import { parseFieldText } from "./fieldText.js";
import type { AnswerQuestion, FieldValue, Reply } from "./question.js";

/** An answer given on the command line, before there is a question. */
export type GivenAnswer =
  | { readonly is: "decline" }
  | { readonly is: "cancel" }
  /** For the question's only field. */
  | { readonly is: "text"; readonly text: string }
  /** For every field by name. */
  | { readonly is: "content"; readonly content: Record<string, FieldValue> };

const contentSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** Reads `--answer`: `decline`, `cancel`, a JSON object with a value per field, or the only field's value. */
export function parseGivenAnswer(text: string): GivenAnswer {
  if (text === "decline" || text === "cancel") return { is: text };
  if (text.startsWith("{")) {
    const content = contentSchema.safeParse(parseJson(text));
    if (content.success) return { is: "content", content: content.data };
  }
  return { is: "text", text };
}

/**
 * Answers every question the same way, without a person. A text that the question does not offer is sent all the same,
 * because judging an answer is the server's part; `remark` says so.
 */
export function answerWith(given: GivenAnswer, remark: (line: string) => void): AnswerQuestion {
  return (question) => {
    switch (given.is) {
      case "decline":
      case "cancel":
        return Promise.resolve({ action: given.is });
      case "content":
        return Promise.resolve({ action: "accept", content: { ...given.content } });
      case "text":
        return Promise.resolve(answerOnlyField(given.text, question, remark));
      default:
        return assertNever(given);
    }
  };
}

function answerOnlyField(text: string, question: Parameters<AnswerQuestion>[0], remark: (line: string) => void): Reply {
  const [field, ...others] = question.fields;
  if (field === undefined || others.length > 0) {
    const names = question.fields.map(({ name }) => toTerminalLine(name)).join(", ");
    remark(`The question has ${question.fields.length} fields (${names}): give --answer as a JSON object. Cancelled.`);
    return { action: "cancel" };
  }
  const read = parseFieldText(field, text);
  if (read.is === "wrong")
    remark(
      `--answer ${toTerminalLine(text)}: ${toTerminalLine(field.name)} ${toTerminalLine(read.problem)}. Sent as it is.`,
    );
  return { action: "accept", content: { [field.name]: read.is === "value" ? read.value : text } };
}
