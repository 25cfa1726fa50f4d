import { LAYERS, OUTSIDE_MODULES } from "../pins/layers.js";

/** The rows of the table of arrows in ARCHITECTURE.md, in the order of `LAYERS`. */
export function arrowsTable(): readonly string[] {
  return LAYERS.map(({ room, mayImport, mayImportTypesOf, mayReach }) => {
    const arrows = [...mayImport.map(code), ...mayImportTypesOf.map((target) => `${code(target)} (types)`)];
    const reach = mayReach === OUTSIDE_MODULES ? "all of it" : cell(mayReach.map(code));
    return `| ${code(room)} | ${cell(arrows)} | ${reach} |`;
  });
}

/** Whether a line of ARCHITECTURE.md is such a row. */
export function isArrowsRow(line: string): boolean {
  return /^\| `src\/[^`]*(\/|\.ts)` \|/.test(line);
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(items: readonly string[]): string {
  return items.length === 0 ? "nothing" : items.join(", ");
}
