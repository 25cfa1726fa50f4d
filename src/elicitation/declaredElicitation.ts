import type { DeclaredElicitation } from "../server/elicitationOutcome.js";

/**
 * Reads a client's `capabilities.elicitation`, from `initialize` or from a request's envelope. Empty is `bare`, which
 * means form mode (2025-11-25, "Elicitation: Capabilities"); an object of unknown keys alone declares nothing we can use.
 */
export function readDeclared(elicitation: unknown): DeclaredElicitation {
  if (typeof elicitation !== "object" || elicitation === null || Array.isArray(elicitation)) return "none";
  if (Object.keys(elicitation).length === 0) return "bare";
  if ("form" in elicitation && isObject(elicitation.form)) return "form";
  if ("url" in elicitation && isObject(elicitation.url)) return "url";
  return "none";
}

/** Whether a form may be put to a client that declared this. */
export function canAskForm(declared: DeclaredElicitation): boolean {
  return declared === "form" || declared === "bare";
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
