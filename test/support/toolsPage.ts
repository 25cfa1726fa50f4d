import type { PublishedTool } from "../../src/tools/publishedTool.js";

/** The page about the tools, made of what `tools/list` says. */
export function toolsPage(tools: readonly PublishedTool[]): string {
  return [
    "# Tools",
    "",
    "Made by `npm run generate` from what the server itself lists; edit the tools, not this page.",
    "",
    "Every tool that touches a device also takes `deviceId` (exact, from `listDevices`) and `platform` (`android` or `ios`), and its",
    "result says which device it ran on. Arguments that a tool does not have are refused by name.",
    "",
    ...tools.flatMap(toSection),
  ].join("\n");
}

function toSection(tool: PublishedTool): readonly string[] {
  const { readOnlyHint, destructiveHint } = tool.annotations;
  const does = readOnlyHint
    ? "Only looks."
    : destructiveHint
      ? "Acts, and may destroy what cannot be brought back."
      : "Acts.";
  const rows = argumentRows(tool.inputSchema);
  return [
    `## ${tool.name}`,
    "",
    `${tool.description} *${does}*`,
    "",
    ...(rows.length === 0 ? [] : ["| argument | type | meaning |", "| --- | --- | --- |", ...rows, ""]),
  ];
}

function argumentRows(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const own = Object.entries(record(schema["properties"])).filter(
    ([name]) => name !== "deviceId" && name !== "platform",
  );
  return own.map(([name, value]) => {
    const property = record(value);
    const isNeeded = required.includes(name) && property["default"] === undefined;
    const meaning = typeof property["description"] === "string" ? property["description"] : "";
    const fallback = property["default"] === undefined ? "" : `Default \`${JSON.stringify(property["default"])}\`.`;
    const shown = [meaning, fallback].filter((part) => part !== "").join(" ");
    return `| \`${name}\`${isNeeded ? "" : " (optional)"} | ${toType(property)} | ${shown} |`;
  });
}

function toType(property: Readonly<Record<string, unknown>>): string {
  const values = property["enum"];
  if (Array.isArray(values)) return values.map((each) => `\`${String(each)}\``).join(", ");
  return typeof property["type"] === "string" ? property["type"] : "";
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
