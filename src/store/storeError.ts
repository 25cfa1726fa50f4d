/** The store cannot be reached, or did not take a command; whether that was done is not known. `message` says why, for a person, and holds no password. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/** What keeps a store from being used, where its server said so in words that are known; `other` is everything else. */
export type StoreFault =
  | "full"
  | "not_allowed"
  | "not_let_in"
  | "read_only"
  | "cannot_save"
  | "loading"
  | "busy"
  | "no_database"
  | "cluster"
  | "other";

interface KnownFault {
  /** In the server's words. */
  readonly says: RegExp;
  readonly fault: Exclude<StoreFault, "other">;
  /** In our words. */
  readonly cause: string;
}

/** What servers say that do not take a command (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors), and what they come to. */
const KNOWN_FAULTS: readonly KnownFault[] = [
  { says: /\bOOM\b/, fault: "full", cause: "it is full" },
  {
    says: /\bNOPERM\b|\buser executing the script can't\b/,
    fault: "not_allowed",
    cause: "its user is not allowed to do that",
  },
  {
    says: /\bNOAUTH\b|\bWRONGPASS\b|\bAUTH <password>/,
    fault: "not_let_in",
    cause: "it wants another user or password",
  },
  { says: /\bREADONLY\b/, fault: "read_only", cause: "it is a replica that takes no writes" },
  { says: /\bMISCONF\b/, fault: "cannot_save", cause: "it cannot save to its disk and takes no writes" },
  { says: /\bLOADING\b/, fault: "loading", cause: "it is still reading its data" },
  { says: /\bBUSY\b/, fault: "busy", cause: "it is busy with a script" },
  { says: /\bDB index is out of range\b/, fault: "no_database", cause: "it has no database of that number" },
  {
    says: /\bCROSSSLOT\b|\bMOVED\b|\bCLUSTERDOWN\b/,
    fault: "cluster",
    cause: "it is part of a cluster, which keeps apart what belongs together",
  },
];

/** What went wrong, in few words of ours where the server said why. */
export function toCause(error: unknown): string {
  const text = textOf(error);
  return faultIn(text)?.cause ?? text;
}

/** The same, for who has to say what to do about it. A `StoreError` is judged by what it was made from. */
export function toFault(error: unknown): StoreFault {
  return faultIn(textOf(error instanceof StoreError ? error.cause : error))?.fault ?? "other";
}

/** Whether the store does not know a script by its hash: it is new to that, or was started anew. */
export function isScriptMissing(error: unknown): boolean {
  return error instanceof StoreError && error.cause instanceof Error && error.cause.message.startsWith("NOSCRIPT");
}

function faultIn(text: string): KnownFault | undefined {
  return KNOWN_FAULTS.find(({ says }) => says.test(text));
}

function textOf(error: unknown): string {
  const inner = error instanceof AggregateError ? (error.errors.find((each) => each instanceof Error) ?? error) : error;
  return inner instanceof Error ? inner.message || inner.name : String(inner);
}
