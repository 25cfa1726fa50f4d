import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedScript, parseScript } from "../../../src/lab/shell/parseScript.js";

/** The arguments of every command, pipelines flattened; variables as `$name`. */
function argumentsOf(parsed: ParsedScript): readonly (readonly string[])[] {
  if (parsed.kind === "syntax_error") return [[parsed.message]];
  return parsed.steps
    .flatMap((step) => step.pipeline)
    .map(({ words }) =>
      words.map((word) => word.map((part) => (part.kind === "text" ? part.text : `$${part.name}`)).join("")),
    );
}

describe("quoting", () => {
  it.each([
    ["words are split at blanks", "input  tap\t10 20", ["input", "tap", "10", "20"]],
    ["single quotes keep everything", `echo 'a "b" \\ $c'`, ["echo", `a "b" \\ $c`]],
    ["a single quote inside single quotes", `echo 'it'\\''s'`, ["echo", "it's"]],
    ["double quotes keep blanks and quotes", `echo "a  'b'"`, ["echo", "a  'b'"]],
    ["a backslash in double quotes escapes four characters", `echo "\\$x \\" \\\\ \\n"`, ["echo", `$x " \\ \\n`]],
    ["a backslash outside quotes escapes any", "echo a\\ b\\;c", ["echo", "a b;c"]],
    ["a backslash before a newline joins the lines", "echo a\\\nb", ["echo", "ab"]],
    ["pieces that touch are one word", `echo a'b'"c"\\d`, ["echo", "abcd"]],
    ["empty quotes are an argument", `echo '' ""`, ["echo", "", ""]],
    ["a variable stands in double quotes", `echo "\${HOME}/x" $?`, ["echo", "$HOME/x", "$?"]],
    ["a dollar alone is itself", "echo $ 1$", ["echo", "$", "1$"]],
    ["a comment runs to the end of the line", "echo a # b 'c", ["echo", "a"]],
    ["a hash inside a word is none", "echo a#b", ["echo", "a#b"]],
  ])("%s", (_, script, words) => {
    expect(argumentsOf(parseScript(script))).toEqual([words]);
  });

  it("gives any text back that was single-quoted the POSIX way", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
        const script = ["echo", ...texts.map((text) => `'${text.replaceAll("'", `'\\''`)}'`)].join(" ");
        expect(argumentsOf(parseScript(script))).toEqual([["echo", ...texts]]);
      }),
    );
  });

  it("takes any text without throwing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(["script", "syntax_error"]).toContain(parseScript(text).kind);
      }),
    );
  });
});

describe("the steps of a script", () => {
  it.each([
    ["a; b", ["always", "always"]],
    ["a && b || c", ["always", "after_success", "after_failure"]],
    ["a\n\n b \n", ["always", "always"]],
    ["a | b | c; d", ["always", "always"]],
    ["", []],
  ])("%j", (script, runs) => {
    expect(parseScript(script)).toMatchObject({ kind: "script", steps: runs.map((each) => ({ runs: each })) });
  });

  it("reads where the output goes", () => {
    expect(parseScript("cmd >/dev/null 2>&1 >> 'a b' < in")).toMatchObject({
      steps: [
        {
          pipeline: [
            {
              redirects: [
                { kind: "to_file", from: "stdout", appends: false, file: [{ text: "/dev/null" }] },
                { kind: "to_stream", from: "stderr", to: "stdout" },
                { kind: "to_file", from: "stdout", appends: true, file: [{ text: "a b" }] },
                { kind: "from_file", file: [{ text: "in" }] },
              ],
            },
          ],
        },
      ],
    });
  });

  it("takes a digit for a stream only where it stands alone", () => {
    expect(argumentsOf(parseScript("echo a2>b 2 >c"))).toEqual([["echo", "a2", "2"]]);
  });
});

describe("what is no script", () => {
  it.each([
    ["echo 'a", "no closing quote"],
    ['echo "a', "no closing quote"],
    ["&& a", "syntax error: unexpected '&&'"],
    ["a |", "syntax error: unexpected 'end of script'"],
    ["a && ; b", "syntax error: unexpected ';'"],
    ["a >", "syntax error: unexpected 'end of script'"],
    ["a & b", "syntax error: unexpected '&'"],
    ["(a)", "syntax error: unexpected '('"],
    ["a << b", "syntax error: unexpected '<<'"],
    ["a $(b)", "syntax error: the lab's shell substitutes no commands"],
    ["a `b`", "syntax error: the lab's shell substitutes no commands"],
  ])("%j", (script, message) => {
    expect(parseScript(script)).toEqual({ kind: "syntax_error", message });
  });
});
