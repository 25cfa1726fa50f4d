import { text } from "node:stream/consumers";
import { lastOffered } from "./lastOffered.js";

/**
 * Stands in for a person at Claude Code's `Elicitation` hook: reads the question on standard input, and accepts the last
 * device that it offers.
 */
const question: unknown = JSON.parse(await text(process.stdin));
const answer = { action: "accept", content: lastOffered(question) };
process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: "Elicitation", ...answer } }));
