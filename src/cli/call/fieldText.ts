import { assertNever } from "../../core/assertNever.js";
import type { FieldKind, FieldValue } from "./question.js";

/** What a typed text means for a field, or what is wrong with it, as a sentence's end ("takes …"). */
export type FieldText =
  { readonly is: "value"; readonly value: FieldValue } | { readonly is: "wrong"; readonly problem: string };

/** Reads one text as a field's value. A choice must be one of the offered values, exactly: titles do not count. */
export function parseFieldText(kind: FieldKind, text: string): FieldText {
  switch (kind.takes) {
    case "one_of":
      return kind.options.some((option) => option.value === text)
        ? { is: "value", value: text }
        : wrong(`takes one of ${listValues(kind.options)}`);
    case "some_of": {
      const values = text.split(",").map((part) => part.trim());
      return values.every((value) => kind.options.some((option) => option.value === value))
        ? { is: "value", value: values }
        : wrong(`takes some of ${listValues(kind.options)}, with commas between them`);
    }
    case "yes_or_no":
      if (text === "true" || text === "yes") return { is: "value", value: true };
      if (text === "false" || text === "no") return { is: "value", value: false };
      return wrong("takes yes or no");
    case "number":
      return parseNumber(kind, text);
    case "text":
      if (kind.shortest !== undefined && text.length < kind.shortest)
        return wrong(`takes at least ${kind.shortest} characters`);
      if (kind.longest !== undefined && text.length > kind.longest)
        return wrong(`takes at most ${kind.longest} characters`);
      return { is: "value", value: text };
    default:
      return assertNever(kind);
  }
}

function parseNumber(kind: Extract<FieldKind, { takes: "number" }>, text: string): FieldText {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return wrong("takes a number");
  if (kind.isInteger && !Number.isInteger(number)) return wrong("takes a whole number");
  if (kind.least !== undefined && number < kind.least) return wrong(`takes a number from ${kind.least}`);
  if (kind.most !== undefined && number > kind.most) return wrong(`takes a number up to ${kind.most}`);
  return { is: "value", value: number };
}

function listValues(options: readonly { readonly value: string }[]): string {
  return options.map(({ value }) => value).join(", ");
}

function wrong(problem: string): FieldText {
  return { is: "wrong", problem };
}
