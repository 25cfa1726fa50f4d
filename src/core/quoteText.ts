/** Longest device text that a message quotes, in UTF-16 code units. */
export const QUOTED_TEXT_LIMIT = 200;

/** Control characters, line and paragraph separators, and what turns the direction of text around. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Makes text that came from a device or a client safe to show inside a message: control characters become spaces, runs of
 * blanks one blank, and what is over the limit is cut with an ellipsis. Never splits a surrogate pair.
 */
export function quoteText(text: string, limit: number = QUOTED_TEXT_LIMIT): string {
  const flat = text.replace(UNPRINTABLE, " ").replace(/ {2,}/g, " ").trim();
  if (flat.length <= limit) return flat;
  const cut = flat.slice(0, limit - 1);
  const last = cut.charCodeAt(cut.length - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return `${isHighSurrogate ? cut.slice(0, -1) : cut}…`;
}
