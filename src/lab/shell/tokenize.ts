/** A piece of a word. Variables are looked up when the command runs; their values are not split. */
export type WordPart =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "variable"; readonly name: string };

/** One argument, before its variables are looked up. */
export type Word = readonly WordPart[];

/** The two streams that a command writes to. */
export type OutputStream = "stdout" | "stderr";

/** What stands between two commands; a newline is a semicolon. */
export type Operator = ";" | "&&" | "||" | "|";

/** A piece of a script: an argument, or what stands between arguments. */
export type Token =
  | { readonly kind: "word"; readonly word: Word }
  | { readonly kind: "operator"; readonly operator: Operator }
  | { readonly kind: "redirect"; readonly from: OutputStream; readonly appends: boolean }
  | { readonly kind: "join"; readonly from: OutputStream; readonly to: OutputStream }
  | { readonly kind: "input" };

/** Text that is no script. Its message is what the shell prints. */
export class ScriptSyntaxError extends Error {
  override readonly name = "ScriptSyntaxError";
}

/** Cuts a script into tokens. @throws ScriptSyntaxError for what the lab's shell does not know, and for an open quote. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const skipped = /^(?:[ \t\r]+|\\\n|#[^\n]*)/.exec(rest)?.[0];
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const special = readOperator(rest);
    if (special !== undefined) {
      tokens.push(special.token);
      at += special.length;
      continue;
    }
    const { word, length } = readWord(rest);
    tokens.push({ kind: "word", word });
    at += length;
  }
  return tokens;
}

function readOperator(rest: string): { readonly token: Token; readonly length: number } | undefined {
  const join = /^([12]?)>&([12])/.exec(rest);
  if (join) {
    return { token: { kind: "join", from: toStream(join[1]), to: toStream(join[2]) }, length: join[0].length };
  }
  const redirect = /^([12]?)(>>|>\|?)/.exec(rest);
  if (redirect) {
    const token = { kind: "redirect", from: toStream(redirect[1]), appends: redirect[2] === ">>" } as const;
    return { token, length: redirect[0].length };
  }
  const operator = /^(?:&&|\|\||\||;|\n)/.exec(rest)?.[0];
  switch (operator) {
    case "&&":
    case "||":
    case "|":
      return { token: { kind: "operator", operator }, length: operator.length };
    case ";":
    case "\n":
      return { token: { kind: "operator", operator: ";" }, length: 1 };
    default:
  }
  if (/^<(?![<&])/.test(rest)) return { token: { kind: "input" }, length: 1 };
  const unexpected = /^(?:<<|<&|[&()])/.exec(rest)?.[0];
  if (unexpected !== undefined) throw new ScriptSyntaxError(`syntax error: unexpected '${unexpected}'`);
  return undefined;
}

function toStream(digit: string | undefined): OutputStream {
  return digit === "2" ? "stderr" : "stdout";
}

const PLAIN_RUN = /^[^\s;&|<>()'"\\$`]+/;
const QUOTED_RUN = /^[^"\\$`]+/;

function readWord(rest: string): { readonly word: Word; readonly length: number } {
  const parts: WordPart[] = [];
  let at = 0;
  const take = (part: WordPart, length: number): void => {
    parts.push(part);
    at += length;
  };
  while (at < rest.length) {
    const here = rest.slice(at);
    const plain = PLAIN_RUN.exec(here)?.[0];
    if (plain !== undefined) {
      take({ kind: "text", text: plain }, plain.length);
    } else if (here.startsWith("'")) {
      const end = here.indexOf("'", 1);
      if (end < 0) throw new ScriptSyntaxError("no closing quote");
      take({ kind: "text", text: here.slice(1, end) }, end + 1);
    } else if (here.startsWith('"')) {
      const quoted = readDoubleQuoted(here);
      parts.push(...quoted.parts);
      at += quoted.length;
    } else if (here.startsWith("\\")) {
      const escaped = here.slice(1, 2);
      take({ kind: "text", text: escaped === "\n" ? "" : escaped }, 1 + escaped.length);
    } else if (here.startsWith("$") || here.startsWith("`")) {
      const { part, length } = readDollar(here);
      take(part, length);
    } else {
      break;
    }
  }
  return { word: parts, length: at };
}

function readDoubleQuoted(source: string): { readonly parts: readonly WordPart[]; readonly length: number } {
  const parts: WordPart[] = [{ kind: "text", text: "" }];
  let at = 1;
  while (at < source.length) {
    const here = source.slice(at);
    const run = QUOTED_RUN.exec(here)?.[0];
    if (run !== undefined) {
      parts.push({ kind: "text", text: run });
      at += run.length;
    } else if (here.startsWith('"')) {
      return { parts, length: at + 1 };
    } else if (here.startsWith("\\")) {
      const escaped = here.slice(0, 2);
      const isEscape = /^\\["\\$`\n]$/.test(escaped);
      parts.push({ kind: "text", text: isEscape ? escaped.slice(1).replace("\n", "") : escaped });
      at += escaped.length;
    } else {
      const { part, length } = readDollar(here);
      parts.push(part);
      at += length;
    }
  }
  throw new ScriptSyntaxError("no closing quote");
}

function readDollar(source: string): { readonly part: WordPart; readonly length: number } {
  if (source.startsWith("$(") || source.startsWith("`")) {
    throw new ScriptSyntaxError("syntax error: the lab's shell substitutes no commands");
  }
  const match = /^\$(?:\{([A-Za-z_]\w*|\?)\}|([A-Za-z_]\w*|\?))/.exec(source);
  if (match) return { part: { kind: "variable", name: match[1] ?? match[2] ?? "" }, length: match[0].length };
  return { part: { kind: "text", text: "$" }, length: 1 };
}
