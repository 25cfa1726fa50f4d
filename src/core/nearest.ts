/** Share of the longer word that may be edits before two words are no misspelling of each other. */
const LARGEST_SHARE_OF_EDITS = 0.4;

/**
 * The one of `known` that `word` most likely misspells, upper and lower case apart; `undefined` when none comes close.
 * Ties go to the first.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = countEdits(word.toLowerCase(), candidate.toLowerCase());
    const isClose = edits <= Math.max(word.length, candidate.length) * LARGEST_SHARE_OF_EDITS;
    if (isClose && (best === undefined || edits < best.edits)) best = { word: candidate, edits };
  }
  return best?.word;
}

/** Levenshtein distance, in inserted, removed and replaced UTF-16 code units. */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const removed = (previous[column] ?? 0) + 1;
      const inserted = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, removed, inserted));
    }
    previous = current;
  }
  return previous[to.length] ?? from.length;
}
