/** A value of an old-style property list: what is no list and no dictionary is text. */
export type PlistValue =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "list"; readonly items: readonly PlistValue[] }
  | { readonly is: "dictionary"; readonly entries: ReadonlyMap<string, PlistValue> };

// https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/PropertyLists/OldStylePlists/OldStylePLists.html
const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?<quoted>(?:[^"\\]|\\[\s\S])*)"|<(?<data>[^>]*)>|(?<sign>[{}()=;,])|(?<bare>[^\s{}()=;,"<>]+)/y;
const ESCAPE = /\\(?:U[0-9a-fA-F]{4}|[0-7]{1,3}|[\s\S])/g;
const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};
const DEEPEST = 100;

type Token = { readonly is: "text"; readonly text: string } | { readonly is: "sign"; readonly sign: string };

/** Reads an old-style ("OpenStep") property list, as `simctl listapps` prints it; `undefined` when it is none. */
export function parseOpenStepPlist(text: string): PlistValue | undefined {
  const tokens = toTokens(text);
  if (tokens === undefined) return undefined;
  const cursor = { tokens, at: 0 };
  const value = readValue(cursor, 0);
  return cursor.at === tokens.length ? value : undefined;
}

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

function toTokens(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const { quoted, data, sign, bare } = groups;
    if (quoted !== undefined) tokens.push({ is: "text", text: unescapeText(quoted) });
    else if (sign !== undefined) tokens.push({ is: "sign", sign });
    else if (data !== undefined || bare !== undefined) tokens.push({ is: "text", text: data ?? bare ?? "" });
  }
  return tokens;
}

function unescapeText(text: string): string {
  return text.replace(ESCAPE, (escape) => {
    const code = escape.slice(1);
    if (/^U[0-9a-fA-F]{4}$/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]+$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return NAMED_ESCAPES[code] ?? code;
  });
}

function readValue(cursor: Cursor, depth: number): PlistValue | undefined {
  const token = cursor.tokens[cursor.at];
  cursor.at += 1;
  if (token === undefined || depth > DEEPEST) return undefined;
  if (token.is === "text") return token;
  switch (token.sign) {
    case "{":
      return readDictionary(cursor, depth + 1);
    case "(":
      return readArray(cursor, depth + 1);
    default:
      return undefined;
  }
}

function readDictionary(cursor: Cursor, depth: number): PlistValue | undefined {
  const entries = new Map<string, PlistValue>();
  while (!takesSign(cursor, "}")) {
    const key = cursor.tokens[cursor.at];
    cursor.at += 1;
    if (key?.is !== "text" || !takesSign(cursor, "=")) return undefined;
    const value = readValue(cursor, depth);
    if (value === undefined) return undefined;
    entries.set(key.text, value);
    // Data is printed as a dictionary of sorts: {length = 4, bytes = 0x00112233}.
    if (takesSign(cursor, ";") || takesSign(cursor, ",")) continue;
    return takesSign(cursor, "}") ? { is: "dictionary", entries } : undefined;
  }
  return { is: "dictionary", entries };
}

function readArray(cursor: Cursor, depth: number): PlistValue | undefined {
  const items: PlistValue[] = [];
  while (!takesSign(cursor, ")")) {
    const value = readValue(cursor, depth);
    if (value === undefined) return undefined;
    items.push(value);
    if (!takesSign(cursor, ",")) return takesSign(cursor, ")") ? { is: "list", items } : undefined;
  }
  return { is: "list", items };
}

function takesSign(cursor: Cursor, sign: string): boolean {
  const token = cursor.tokens[cursor.at];
  if (token?.is !== "sign" || token.sign !== sign) return false;
  cursor.at += 1;
  return true;
}
