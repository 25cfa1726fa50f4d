import stringWidth from "fast-string-width";

const GAP = "  ";

/** One cell: what is measured, and how it is coloured once its width is known. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** A table's lines, columns aligned by their width on a terminal, no line ending in blanks. Rows may have colours. */
export function renderTable(rows: readonly (readonly Cell[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) => {
    return Math.max(0, ...rows.map((row) => stringWidth(row[column]?.text ?? "")));
  });
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => cell.text !== "");
    return row
      .slice(0, last + 1)
      .map((cell, column) => {
        const painted = cell.paint === undefined ? cell.text : cell.paint(cell.text);
        return column === last ? painted : painted + padding(cell.text, widths[column] ?? 0);
      })
      .join(GAP);
  });
}

/** `text` filled with blanks up to a width on a terminal; longer text is left as it is. */
export function padTo(text: string, width: number): string {
  return text + padding(text, width);
}

function padding(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - stringWidth(text)));
}
