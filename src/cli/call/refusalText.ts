import { z } from "zod";
import type { Paint } from "../output.js";
import { parseJson } from "../../core/parseJson.js";
import { renderTable } from "../table.js";
import { toTerminalJson, toTerminalLine, toTerminalText } from "../terminalText.js";

/** A typed refusal as it stands on the wire: a code, and whatever data its code has. */
export interface WireRefusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

const refusalSchema = z.looseObject({ code: z.string(), message: z.string(), hint: z.string().optional() });
const resultSchema = z.looseObject({
  isError: z.literal(true),
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })], z.unknown()),
});

/** The refusal in a tool's result; `undefined` for any other result. */
export function parseWireRefusal(result: unknown): WireRefusal | undefined {
  const failed = resultSchema.safeParse(result);
  if (!failed.success) return undefined;
  const refusal = refusalSchema.safeParse(parseJson(failed.data.content[0].text));
  if (!refusal.success) return undefined;
  const { code, message, hint, ...data } = refusal.data;
  return { code, message, hint, data };
}

const INDENT = "  ";
const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);
const flatRowSchema = z.record(z.string(), scalarSchema);

/** A refusal for a person: code, message, its data as tables and lists, and the hint last. */
export function renderRefusal(refusal: WireRefusal, paint: Paint): readonly string[] {
  return [
    `${paint.bad("✗ refused:")} ${paint.bold(toTerminalLine(refusal.code))}`,
    ...indented(toTerminalText(refusal.message).split("\n")),
    ...Object.entries(refusal.data).flatMap(([name, value]) => renderData(toTerminalLine(name), value, paint)),
    ...(refusal.hint === undefined ? [] : ["", ...indented([`${paint.good("→")} ${toTerminalText(refusal.hint)}`])]),
  ];
}

function renderData(name: string, value: unknown, paint: Paint): readonly string[] {
  const scalar = scalarSchema.safeParse(value);
  if (scalar.success) return indented([`${name}: ${toTerminalLine(String(scalar.data))}`]);
  const list = z.array(scalarSchema).safeParse(value);
  if (list.success) {
    const shown = list.data.map((entry) => `${INDENT}${toTerminalLine(String(entry))}`);
    return shown.length === 0 ? [] : ["", ...indented([`${name}:`, ...shown])];
  }
  const rows = z.array(flatRowSchema).safeParse(value);
  if (rows.success) return ["", ...indented(renderRows(rows.data, paint))];
  return indented([`${name}: ${toTerminalJson(value)}`]);
}

function renderRows(rows: readonly z.output<typeof flatRowSchema>[], paint: Paint): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = names.map((name) => ({ text: toTerminalLine(name), paint: paint.dim }));
  const body = rows.map((row) => {
    return names.map((name, column) => ({
      text: toTerminalLine(String(row[name] ?? "")),
      ...(column === 0 ? { paint: paint.name } : {}),
    }));
  });
  return renderTable([head, ...body]);
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => INDENT + line);
}
