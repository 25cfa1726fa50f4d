import type { TaskView } from "@modelcontextprotocol/ext-tasks/client";
import { toTerminalLine } from "../terminalText.js";

/**
 * Makes the lines in which a person follows a task: one when it begins, and one each time that it says something else. The
 * function gives `undefined` for a change that shows nothing new.
 */
export function createTaskLine(tool: string): (task: Pick<TaskView, "status" | "statusMessage">) => string | undefined {
  let shown: string | undefined;
  return ({ status, statusMessage }) => {
    // The question of one that waits, and the end of one that has ended, show themselves.
    if (status !== "working") return undefined;
    const said = statusMessage === undefined ? "" : `: ${statusMessage}`;
    const line = toTerminalLine(`${tool} works as a task${said} (Ctrl-C cancels it)`);
    if (line === shown) return undefined;
    shown = line;
    return line;
  };
}
