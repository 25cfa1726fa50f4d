import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

/** What each key sends. */
export const KEYS = { up: "\u001b[A", down: "\u001b[B", enter: "\r", escape: "\u001b", ctrlC: "\u0003" } as const;

/** A terminal whose person is the test: it types when the screen shows what it waits for. */
export interface FakeTerminal {
  readonly input: PassThrough;
  readonly output: PassThrough;
  /** Everything written so far, without control sequences. */
  shown(): string;
  /** Types keys once, when the text has been shown after what was typed before. */
  typeAfter(text: string, keys: string): void;
}

/** A terminal that nobody has written to. */
export function fakeTerminal(): FakeTerminal {
  const input = new PassThrough();
  const output = new PassThrough();
  const turns: { readonly text: string; readonly keys: string }[] = [];
  let written = "";
  let seen = 0;
  const takeTurn = (): void => {
    const [turn] = turns;
    const fresh = stripVTControlCharacters(written.slice(seen));
    if (turn === undefined || !fresh.includes(turn.text)) return;
    turns.shift();
    seen = written.length;
    setImmediate(() => input.write(turn.keys));
  };
  output.on("data", (chunk: Buffer) => {
    written += chunk.toString("utf8");
    takeTurn();
  });
  return {
    input,
    output,
    shown: () => stripVTControlCharacters(written),
    typeAfter(text, keys) {
      turns.push({ text, keys });
      takeTurn();
    },
  };
}
