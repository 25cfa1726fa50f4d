const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** What XML cannot hold, and what reorders or hides text: the page is read by people who trust what they see. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Foreign text as text of a page, also inside a quoted attribute. The one way for it to get there. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(NOT_SHOWN, " ").replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? "");
}
