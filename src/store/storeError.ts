/** The store cannot be reached, or did not take a command; whether that was done is not known. `message` says why, for a person, and holds no password. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/** First words of the server's refusals (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors), and what they come to. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/\bOOM\b/, "it is full"],
  [/\bNOPERM\b/, "its user is not allowed to do that"],
  [/\b(?:NOAUTH|WRONGPASS)\b/, "it wants another user or password"],
  [/\bREADONLY\b/, "it is a replica that takes no writes"],
  [/\bMISCONF\b/, "it cannot save to its disk and takes no writes"],
  [/\bLOADING\b/, "it is still reading its data"],
  [/\bBUSY\b/, "it is busy with a script"],
  [/\bDB index is out of range\b/, "it has no database of that number"],
];

/** What went wrong, in few words of ours where the server said why. */
export function toCause(error: unknown): string {
  const inner = error instanceof AggregateError ? (error.errors.find((each) => each instanceof Error) ?? error) : error;
  const text = inner instanceof Error ? inner.message || inner.name : String(inner);
  return REFUSALS.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
