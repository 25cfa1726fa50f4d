import picocolors from "picocolors";
import type { Environment, HostProcess } from "../system/hostProcess.js";
import { toTerminalJson } from "./terminalText.js";

/** Colours of one stream; every function gives its text back unchanged where there are none. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly doubt: (text: string) => string;
  readonly name: (text: string) => string;
}

/**
 * Where a command writes. Standard output holds results and nothing else; what a person should know besides goes to
 * standard error. Foreign text must have been through `terminalText.ts`.
 */
export interface Output {
  /** Writes a result, and a line end. */
  result(text: string): void;
  /** Writes a result as one line of JSON. */
  json(value: unknown): void;
  /** Writes a remark, and a line end, to standard error. */
  note(text: string): void;
  readonly resultPaint: Paint;
  readonly notePaint: Paint;
  /** Columns that a result may take. */
  readonly width: number;
}

/** No colours. */
export const PLAIN: Paint = toPaint(picocolors.createColors(false));
/** Colours, whatever the environment says: the caller has decided. */
export const COLOURED: Paint = toPaint(picocolors.createColors(true));

const WIDTH_WHEN_UNKNOWN = 100;
const NARROWEST_WIDTH = 40;

/** Writes to the process's own streams. A reader that goes away early (`| head`) is no error. */
export function createOutput(host: Pick<HostProcess, "env" | "stdout" | "stderr">): Output {
  const { stdout, stderr } = host;
  for (const { stream } of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  return {
    result: (text) => void stdout.stream.write(`${text}\n`),
    json: (value) => void stdout.stream.write(`${toTerminalJson(value)}\n`),
    note: (text) => void stderr.stream.write(`${text}\n`),
    resultPaint: stdout.isTerminal && wantsColour(host.env) ? COLOURED : PLAIN,
    notePaint: stderr.isTerminal && wantsColour(host.env) ? COLOURED : PLAIN,
    width: Math.max(NARROWEST_WIDTH, stdout.columns ?? WIDTH_WHEN_UNKNOWN),
  };
}

/** https://no-color.org: any value but an empty one is a no. A dumb terminal cannot. */
function wantsColour(env: Environment): boolean {
  return (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

function toPaint(colours: ReturnType<typeof picocolors.createColors>): Paint {
  return {
    bold: colours.bold,
    dim: colours.dim,
    good: colours.green,
    bad: colours.red,
    doubt: colours.yellow,
    name: colours.cyan,
  };
}
