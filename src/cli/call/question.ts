import type { ElicitRequestFormParams } from "@modelcontextprotocol/client";
import { toTerminalLine, toTerminalText } from "../terminalText.js";

/** One thing that a server wants to know. `label` and titles are safe to show; `name` and values are the server's own. */
export type Field = { readonly name: string; readonly label: string; readonly isRequired: boolean } & FieldKind;

/** What a field takes, with exactly the bounds that its schema gives. */
export type FieldKind =
  | { readonly takes: "one_of"; readonly options: readonly FieldOption[] }
  | { readonly takes: "some_of"; readonly options: readonly FieldOption[] }
  | { readonly takes: "yes_or_no" }
  | { readonly takes: "number"; readonly isInteger: boolean; readonly least?: number; readonly most?: number }
  | { readonly takes: "text"; readonly shortest?: number; readonly longest?: number };

/** One thing to choose: `value` is what the server gets, `title` and `detail` what a person reads. */
export interface FieldOption {
  readonly value: string;
  readonly title: string;
  readonly detail?: string;
}

/** A form question, as a terminal can ask it. */
export interface Question {
  readonly message: string;
  readonly fields: readonly Field[];
}

/** A value that a field may be answered with. */
export type FieldValue = string | number | boolean | string[];

/** What goes back to the server. */
export type Reply =
  | { readonly action: "accept"; readonly content: Record<string, FieldValue> }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };

/** Answers one question. Aborting the signal means that the server no longer waits. Never rejects for want of an answer. */
export type AnswerQuestion = (question: Question, signal: AbortSignal) => Promise<Reply>;

/** A server's form request as a question; the SDK has checked its shape. */
export function parseQuestion(params: ElicitRequestFormParams): Question {
  const { properties, required = [] } = params.requestedSchema;
  return moveDetails({
    message: toTerminalText(params.message).trim(),
    fields: Object.entries(properties).map(([name, schema]) => ({
      name,
      label: toTerminalLine(schema.title ?? schema.description ?? name),
      isRequired: required.includes(name),
      ...parseKind(schema),
    })),
  });
}

/**
 * A server whose clients may draw no list describes each choice in its message, as a line `- value: …`. Where every
 * choice has its line, those lines are shown beside the choices instead of twice.
 */
function moveDetails(question: Question): Question {
  const [field, ...others] = question.fields;
  if (field?.takes !== "one_of" || others.length > 0) return question;
  const lines = question.message.split("\n");
  const startOf = ({ value }: FieldOption): string => `- ${value}: `;
  const options = field.options.map((option) => {
    const line = lines.find((candidate) => candidate.startsWith(startOf(option)));
    return line === undefined ? option : { ...option, detail: line.slice(startOf(option).length) };
  });
  if (options.some((option) => option.detail === undefined)) return question;
  const rest = lines.filter((line) => !options.some((option) => line.startsWith(startOf(option))));
  return { message: rest.join("\n"), fields: [{ ...field, options }] };
}

type FieldSchema = ElicitRequestFormParams["requestedSchema"]["properties"][string];

function parseKind(schema: FieldSchema): FieldKind {
  switch (schema.type) {
    case "string": {
      if ("oneOf" in schema) return { takes: "one_of", options: schema.oneOf.map(toOption) };
      if ("enum" in schema) return { takes: "one_of", options: toEnumOptions(schema) };
      const { minLength, maxLength } = schema;
      return {
        takes: "text",
        ...(minLength === undefined ? {} : { shortest: minLength }),
        ...(maxLength === undefined ? {} : { longest: maxLength }),
      };
    }
    case "array": {
      const { items } = schema;
      return { takes: "some_of", options: "anyOf" in items ? items.anyOf.map(toOption) : toEnumOptions(items) };
    }
    case "boolean":
      return { takes: "yes_or_no" };
    case "number":
    case "integer":
      return {
        takes: "number",
        isInteger: schema.type === "integer",
        ...(schema.minimum === undefined ? {} : { least: schema.minimum }),
        ...(schema.maximum === undefined ? {} : { most: schema.maximum }),
      };
  }
}

function toOption(choice: { readonly const: string; readonly title: string }): FieldOption {
  return { value: choice.const, title: toTerminalLine(choice.title) };
}

/** `enumNames` is how servers of 2025-06-18 gave titles. */
function toEnumOptions(schema: {
  readonly enum: readonly string[];
  readonly enumNames?: readonly string[] | undefined;
}): readonly FieldOption[] {
  return schema.enum.map((value, index) => ({ value, title: toTerminalLine(schema.enumNames?.[index] ?? value) }));
}
