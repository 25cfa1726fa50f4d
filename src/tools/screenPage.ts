import { z } from "zod";
import { quoteText } from "../core/quoteText.js";
import type { UiTree } from "../devices/deviceDriver.js";
import type { ScreenElement } from "./screenElements.js";

/** Shape of one shown element. Flags are there only when they hold, so that a screen stays small. */
export const SHOWN_ELEMENT = z.strictObject({
  id: z.string().describe("For tapOn."),
  role: z.string(),
  text: z.string().optional(),
  label: z.string().optional().describe("What a screen reader says."),
  resourceId: z.string().optional().describe("The app's own id; tapOn takes it too."),
  x: z.int().describe("Centre, in device pixels, as tapAt takes it."),
  y: z.int(),
  app: z.string().optional().describe("Its app, where that is not the one in front."),
  clickable: z.literal(true).optional(),
  scrollable: z.literal(true).optional(),
  disabled: z.literal(true).optional(),
  password: z.literal(true).optional().describe("Its text is not shown."),
  checked: z.boolean().optional().describe("Only on what can be checked."),
});

/** One element as `SHOWN_ELEMENT` has it. */
export type ShownElement = z.infer<typeof SHOWN_ELEMENT>;

/** Part of a screen, in the tree's order. */
export interface ScreenPage {
  readonly elements: readonly ScreenElement[];
  /** The cursor of the next page: the id of the last element shown. `undefined` on the last page. */
  readonly nextCursor: string | undefined;
}

/** Up to `limit` elements behind the one that `cursor` names; `undefined` if that is not on the screen any more. */
export function pageOf(
  elements: readonly ScreenElement[],
  page: { readonly cursor: string | undefined; readonly limit: number },
): ScreenPage | undefined {
  const start = page.cursor === undefined ? 0 : elements.findIndex((element) => element.id === page.cursor) + 1;
  if (start === 0 && page.cursor !== undefined) return undefined;
  const shown = elements.slice(start, start + page.limit);
  return { elements: shown, nextCursor: start + shown.length < elements.length ? shown.at(-1)?.id : undefined };
}

/** What an agent is shown of an element on this screen. */
export function toShownElement(element: ScreenElement, tree: Pick<UiTree, "foregroundApp">): ShownElement {
  const { node, text, label } = element;
  const isOfOtherApp =
    node.appId !== undefined && tree.foregroundApp !== undefined && node.appId !== tree.foregroundApp;
  return {
    id: element.id,
    role: element.role,
    ...(text === undefined ? {} : { text }),
    ...(label === undefined || label === text ? {} : { label }),
    ...(node.resourceId === undefined ? {} : { resourceId: quoteText(node.resourceId) }),
    x: element.center.x,
    y: element.center.y,
    ...(isOfOtherApp ? { app: quoteText(node.appId) } : {}),
    ...(node.isClickable ? { clickable: true } : {}),
    ...(node.isScrollable ? { scrollable: true } : {}),
    ...(node.isEnabled ? {} : { disabled: true }),
    ...(node.isPassword ? { password: true } : {}),
    ...(node.isChecked === undefined ? {} : { checked: node.isChecked }),
  };
}
