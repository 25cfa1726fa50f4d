import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import type { Choice, TargetQuestion, ToolCall } from "./targetQuestion.js";

/** What came back to a question. `invalid`: accepted, but nothing offered is named, or no answer at all. */
export type Answer =
  | { readonly is: "accept"; readonly id: string }
  | { readonly is: "decline" }
  | { readonly is: "cancel" }
  | { readonly is: "invalid" };

/** What is asked: which choices, for which call, and how long the answer may take where that is bounded. */
export interface Asked {
  readonly call: ToolCall;
  readonly choices: readonly Choice[];
  readonly standsForMs: number | undefined;
}

/**
 * The parameters of `elicitation/create`, the same in every era: form mode, one required string with one titled entry per
 * choice, no default, flat and inline (2025-11-25 and 2026-07-28, "Requested Schema").
 */
export function toFormParams(
  question: Pick<TargetQuestion, "argument" | "message">,
  asked: Asked,
): ElicitRequestFormParams {
  return {
    mode: "form",
    message: question.message(asked.call, asked.choices, asked.standsForMs),
    requestedSchema: {
      type: "object",
      properties: {
        [question.argument]: {
          type: "string",
          oneOf: asked.choices.map((choice) => ({ const: choice.id, title: choice.title })),
        },
      },
      required: [question.argument],
    },
  };
}

/**
 * Reads an elicitation result from a client, which may send anything. The action comes first: content counts only with
 * `accept`, and only an id that was offered in this question, letter for letter. Other fields are ignored.
 */
export function parseAnswer(argument: string, offered: ReadonlySet<string>, answer: unknown): Answer {
  if (!isObject(answer)) return { is: "invalid" };
  switch (answer["action"]) {
    case "decline":
      return { is: "decline" };
    case "cancel":
      return { is: "cancel" };
    case "accept":
      return parseContent(argument, offered, answer["content"]);
    default:
      return { is: "invalid" };
  }
}

function parseContent(argument: string, offered: ReadonlySet<string>, content: unknown): Answer {
  if (!isObject(content) || !Object.hasOwn(content, argument)) return { is: "invalid" };
  const id = content[argument];
  return typeof id === "string" && offered.has(id) ? { is: "accept", id } : { is: "invalid" };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
