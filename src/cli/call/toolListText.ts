import type { Tool } from "@modelcontextprotocol/client";
import type { Paint } from "../output.js";
import { toTerminalLine } from "../terminalText.js";

const DESCRIPTION_LIMIT = 160;

/** The tools of a server, each with its arguments (`name?` may be left out) and the first sentence of what it does. */
export function renderToolList(tools: readonly Tool[], paint: Paint): readonly string[] {
  return tools.flatMap((tool) => {
    const required = tool.inputSchema.required ?? [];
    const names = Object.keys(tool.inputSchema.properties ?? {});
    const shown = names.map((name) => toTerminalLine(required.includes(name) ? name : `${name}?`)).join(" ");
    const line = `${paint.bold(toTerminalLine(tool.name))} ${paint.dim(shown)}`.trimEnd();
    const says = firstSentence(tool.description ?? tool.title ?? "");
    return says === "" ? [line] : [line, `    ${says}`];
  });
}

function firstSentence(text: string): string {
  const line = toTerminalLine(text);
  const end = /[.!?](?= )/.exec(line);
  return toTerminalLine(end === null ? line : line.slice(0, end.index + 1), DESCRIPTION_LIMIT);
}
