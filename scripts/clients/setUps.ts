/** How a person gives AutoMobile to a client, by the client's id. */
export const SET_UPS: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  "claude-code": {
    title: "Claude Code",
    text: `
\`\`\`sh
claude mcp add automobile -- automobile
\`\`\`

The question is a dialog in the terminal. In print mode it is cancelled at once. To have it answered there, name a program
in \`~/.claude/settings.json\`; it reads the question on its standard input and prints the answer:

\`\`\`json
{ "hooks": { "Elicitation": [{ "hooks": [{ "type": "command", "command": "/path/to/answer" }] }] } }
\`\`\`

\`\`\`json
{ "hookSpecificOutput": { "hookEventName": "Elicitation", "action": "accept", "content": { "deviceId": "emulator-5554" } } }
\`\`\`

\`MCP_PROTOCOL_NEGOTIATION=legacy\` in Claude Code's environment holds it to the legacy era.`,
  },
  codex: {
    title: "Codex",
    text: `
\`\`\`sh
codex mcp add automobile -- automobile
\`\`\`

The question is a form in the terminal. \`codex exec\` declines it at once. A program that drives \`codex app-server\` is sent
\`mcpServer/elicitation/request\` and may answer it. With \`required = true\` under \`[mcp_servers.automobile]\` Codex waits for
the server before its first turn.`,
  },
  "gemini-cli": {
    title: "Gemini CLI",
    text: `
\`\`\`sh
gemini mcp add automobile automobile
\`\`\`

It is never asked: an ambiguous call is refused.`,
  },
  opencode: {
    title: "opencode",
    text: `
In \`opencode.json\`:

\`\`\`json
{ "mcp": { "automobile": { "type": "local", "command": ["automobile"], "enabled": true } } }
\`\`\`

It is never asked: an ambiguous call is refused, and the refusal tells the agent which argument to add.`,
  },
  "copilot-cli": {
    title: "GitHub Copilot CLI",
    text: `
\`\`\`sh
copilot mcp add automobile -- automobile
\`\`\`

The question is a form in the terminal. With \`-p\` it is declined at once.`,
  },
  "qwen-code": {
    title: "Qwen Code",
    text: `
\`\`\`sh
qwen mcp add automobile automobile
\`\`\`

With \`-p\` it is never asked: an ambiguous call is refused, and the refusal tells the agent which argument to add.`,
  },
  mcpdo: {
    title: "MCP Inspector",
    text: `
\`\`\`sh
mcpdo connect -- automobile serve
mcpdo @automobile tools/call pressButton button:=home            # prints the question, its id, and how to answer
mcpdo @automobile elicitation/respond ID deviceId:=emulator-5554
\`\`\`

For a single call, \`automobile call\` does the same with arrow keys.`,
  },
};
