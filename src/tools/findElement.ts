import { quoteText } from "../core/quoteText.js";
import { assertNever } from "../core/assertNever.js";
import type { ScreenElement } from "./screenElements.js";

/** How a call names an element: by what it shows, or by the id that `observe` or the platform gave it. */
export type ElementQuery = { readonly by: "text"; readonly text: string } | { readonly by: "id"; readonly id: string };

/**
 * The elements that a query fits. By id: an element id, else the platform's own id, both exact. By text: text or label,
 * as shown, exact; only if there is none, those that contain it, upper and lower case alike. Of two that lie within each
 * other only the inner one, as a tap on it reaches both.
 */
export function findElements(elements: readonly ScreenElement[], query: ElementQuery): readonly ScreenElement[] {
  switch (query.by) {
    case "id": {
      const byId = elements.filter((element) => element.id === query.id);
      return byId.length > 0 ? byId : elements.filter((element) => element.node.resourceId === query.id);
    }
    case "text": {
      const text = quoteText(query.text);
      const exact = elements.filter((element) => shownTexts(element).includes(text));
      return innermost(exact.length > 0 ? exact : elements.filter((element) => containsText(element, text)));
    }
    default:
      return assertNever(query);
  }
}

function shownTexts(element: ScreenElement): readonly string[] {
  return [element.text, element.label].filter((text) => text !== undefined);
}

function containsText(element: ScreenElement, text: string): boolean {
  const wanted = text.toLowerCase();
  return wanted !== "" && shownTexts(element).some((shown) => shown.toLowerCase().includes(wanted));
}

/** In the tree's order an element is followed by those within it, so looking at the next one is enough. */
function innermost(elements: readonly ScreenElement[]): readonly ScreenElement[] {
  return elements.filter((element, index) => elements[index + 1]?.path.startsWith(element.path) !== true);
}
