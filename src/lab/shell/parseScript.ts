import { type Operator, type OutputStream, ScriptSyntaxError, type Token, tokenize, type Word } from "./tokenize.js";

/** Where one stream of a command goes. */
export type Redirect =
  | { readonly kind: "to_file"; readonly from: OutputStream; readonly file: Word; readonly appends: boolean }
  | { readonly kind: "to_stream"; readonly from: OutputStream; readonly to: OutputStream }
  | { readonly kind: "from_file"; readonly file: Word };

/** A command with its arguments; the first word is its name. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

/** Commands joined by pipes, and what must have happened before for them to run. */
export interface Step {
  readonly runs: "always" | "after_success" | "after_failure";
  readonly pipeline: readonly SimpleCommand[];
}

/** What a text is to the shell. */
export type ParsedScript =
  | { readonly kind: "script"; readonly steps: readonly Step[] }
  | { readonly kind: "syntax_error"; readonly message: string };

/**
 * Parses the part of POSIX shell that drivers send to phones: quoting (single, double, backslash), variables, `;`, newline,
 * `&&`, `||`, pipes, comments, and redirections of the two output streams. What mksh has beyond that (substitution of
 * commands, globs, loops, background) is a syntax error here and never taken for plain text.
 *
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02
 */
export function parseScript(source: string): ParsedScript {
  try {
    return { kind: "script", steps: toSteps(tokenize(source)) };
  } catch (error) {
    if (error instanceof ScriptSyntaxError) return { kind: "syntax_error", message: error.message };
    throw error;
  }
}

/** The tokens of one command, and what ended it. */
interface Segment {
  readonly tokens: readonly Token[];
  readonly endedBy: Operator | "end of script";
}

function toSteps(tokens: readonly Token[]): readonly Step[] {
  const steps: Step[] = [];
  let runs: Step["runs"] = "always";
  let pipeline: readonly SimpleCommand[] = [];
  for (const segment of toSegments(tokens)) {
    const { endedBy } = segment;
    const isBetweenSteps = pipeline.length === 0 && runs === "always";
    const isBlankLine =
      segment.tokens.length === 0 && isBetweenSteps && (endedBy === ";" || endedBy === "end of script");
    if (isBlankLine) continue;
    pipeline = [...pipeline, toCommand(segment)];
    if (endedBy === "|") continue;
    steps.push({ runs, pipeline });
    pipeline = [];
    runs = RUNS_AFTER[endedBy];
  }
  return steps;
}

const RUNS_AFTER = {
  ";": "always",
  "&&": "after_success",
  "||": "after_failure",
  "end of script": "always",
} as const;

function toSegments(tokens: readonly Token[]): readonly Segment[] {
  const segments: Segment[] = [];
  let own: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "operator") {
      segments.push({ tokens: own, endedBy: token.operator });
      own = [];
    } else {
      own.push(token);
    }
  }
  return [...segments, { tokens: own, endedBy: "end of script" }];
}

function toCommand({ tokens, endedBy }: Segment): SimpleCommand {
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  const rest = tokens.values();
  const fileAfter = (): Word => {
    const next = rest.next().value;
    if (next?.kind !== "word") throw unexpected(endedBy);
    return next.word;
  };
  for (const token of rest) {
    if (token.kind === "word") words.push(token.word);
    if (token.kind === "join") redirects.push({ kind: "to_stream", from: token.from, to: token.to });
    if (token.kind === "input") redirects.push({ kind: "from_file", file: fileAfter() });
    if (token.kind === "redirect") {
      redirects.push({ kind: "to_file", from: token.from, file: fileAfter(), appends: token.appends });
    }
  }
  if (words.length + redirects.length === 0) throw unexpected(endedBy);
  return { words, redirects };
}

function unexpected(what: Segment["endedBy"]): ScriptSyntaxError {
  return new ScriptSyntaxError(`syntax error: unexpected '${what}'`);
}
