import type { ServeOptions } from "../server/index.js";
import { nearest } from "../core/nearest.js";
import { DEFAULT_SERVE_OPTIONS, SERVER_FLAGS, withFlag } from "./serverFlags.js";

/** What a command line asks for, as far as the lean path can tell. */
export type ServeLine =
  | { readonly is: "serve"; readonly options: ServeOptions }
  | { readonly is: "proxy"; readonly options: ServeOptions }
  | { readonly is: "wrong_use"; readonly problem: string; readonly hint: string }
  /** Another command, or help: for the full program. */
  | { readonly is: "other" };

const HELP_FLAGS: ReadonlySet<string> = new Set(["-h", "--help", "-V", "--version"]);
const HELP_HINT = "automobile serve --help lists what it takes";

/**
 * Reads `automobile [serve] [flags]` and `automobile proxy [flags]` without the command-line library, because a server's
 * start is what every client waits for. Everything else is `other`.
 */
export function parseServeLine(argv: readonly string[]): ServeLine {
  const [first] = argv;
  const isServer = first === undefined || first === "serve" || first === "proxy" || first.startsWith("-");
  if (!isServer || argv.some((word) => HELP_FLAGS.has(word))) return { is: "other" };

  let options = DEFAULT_SERVE_OPTIONS;
  let rest = first === "serve" || first === "proxy" ? argv.slice(1) : argv;
  while (rest.length > 0) {
    const step = takeFlag(rest, options);
    if (step.is === "wrong") return { is: "wrong_use", problem: step.problem, hint: step.hint };
    ({ options, rest } = step);
  }
  return { is: first === "proxy" ? "proxy" : "serve", options };
}

type Step =
  | { readonly is: "taken"; readonly options: ServeOptions; readonly rest: readonly string[] }
  | { readonly is: "wrong"; readonly problem: string; readonly hint: string };

/** Takes one flag, and its value if it has one, off the front of the line. */
function takeFlag([word = "", ...rest]: readonly string[], options: ServeOptions): Step {
  const given = /^--?([^=]*)(?:=(.*))?$/s.exec(word);
  if (given === null) {
    return wrong(`unexpected argument "${word}"`, `a command comes first, as in: automobile ${word} …`);
  }
  const [, name = "", attached] = given;
  const flag = SERVER_FLAGS.find((known) => known.name === name && word.startsWith("--"));
  if (flag === undefined) return unknownFlag(name, word);
  if (flag.takes === undefined && attached !== undefined) return wrong(`--${flag.name} takes no value`);

  const isNext = flag.takes !== undefined && attached === undefined;
  const value = isNext ? rest[0] : (attached ?? "");
  if (value === undefined || (isNext && value.startsWith("--"))) {
    return wrong(`--${flag.name} needs a value: --${flag.name} ${flag.takes ?? ""}`);
  }
  const effect = withFlag(options, flag.name, value);
  if (effect.is === "wrong") return wrong(`--${flag.name} ${effect.problem}`);
  return { is: "taken", options: effect.options, rest: isNext ? rest.slice(1) : rest };
}

function unknownFlag(name: string, word: string): Step {
  const close = nearest(
    name,
    SERVER_FLAGS.map((flag) => flag.name),
  );
  return wrong(`unknown option "${word}"${close === undefined ? "" : ` (did you mean --${close}?)`}`);
}

function wrong(problem: string, hint: string = HELP_HINT): Step {
  return { is: "wrong", problem, hint };
}
