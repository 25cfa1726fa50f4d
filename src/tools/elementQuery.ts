import { z } from "zod";
import type { ElementQuery } from "./findElement.js";

/** The two arguments that name an element. A tool that takes them gives exactly one of them to `toElementQuery`. */
export const ELEMENT_QUERY = {
  text: z.string().min(1).optional(),
  id: z.string().min(1).optional(),
} as const;

/** Says that a call must give one of the two and not both. */
export const ONE_OF_TEXT_AND_ID = "give exactly one of text and id";

interface ElementArguments {
  readonly text?: string | undefined;
  readonly id?: string | undefined;
}

/** Whether a call names an element in exactly one way. */
export function namesOneElement({ text, id }: ElementArguments): boolean {
  return (text === undefined) !== (id === undefined);
}

/** The query that a call's arguments make. */
export function toElementQuery({ text, id }: ElementArguments): ElementQuery {
  return id === undefined ? { by: "text", text: text ?? "" } : { by: "id", id };
}
