import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { parseJson } from "../core/parseJson.js";
import type { RefusalCode, RefusalData, RefusalDetail, RefusalOf } from "../core/refusal.js";

const platform = z.enum(["android", "ios"]);
const deviceId = z.string();
const effect = z.enum(["did_not_run", "may_have_run"]);
const candidate = z.object({
  deviceId,
  platform,
  name: z.string(),
  model: z.string().exactOptional(),
  osVersion: z.string().exactOptional(),
  kind: z.enum(["hardware", "emulator", "simulator", "unknown"]),
});
const candidates = z.array(candidate);
const excluded = z.object({ deviceId, platform, reason: z.string() });

/** One row per code: the data beside `code`, `message` and `hint`, in the order in which it is written. */
const ROWS: { readonly [C in RefusalCode]: z.ZodType<RefusalData[C]> } = {
  ambiguous_device_target: z.object({ candidates }),
  stale_answer: z.object({}),
  device_id_required: z.object({ candidates }),
  invalid_arguments: z.object({ problems: z.array(z.object({ argument: z.string(), problem: z.string() })) }),
  no_device: z.object({ excluded: z.array(excluded) }),
  device_not_found: z.object({ deviceId, available: candidates }),
  device_not_ready: z.object({ deviceId, platform, state: z.string() }),
  platform_conflict: z.object({ deviceId, devicePlatform: platform, requestedPlatform: platform }),
  discovery_incomplete: z.object({
    failedSources: z.array(z.object({ source: z.string(), reason: z.string() })),
    candidates,
  }),
  unsupported_on_device: z.object({ deviceId, platform }),
  element_not_found: z.object({ deviceId, visible: z.array(z.string()) }),
  ui_dump_failed: z.object({ deviceId, output: z.string() }),
  screenshot_blocked: z.object({ deviceId }),
  app_not_installed: z.object({ deviceId, appId: z.string() }),
  install_failed: z.object({ deviceId, reason: z.string() }),
  text_unsupported: z.object({ deviceId, characters: z.array(z.string()) }),
  command_failed: z.object({ deviceId, output: z.string() }),
  device_lost: z.object({ deviceId, effect }),
  timed_out: z.object({ deviceId, timeoutMs: z.number(), effect }),
  adb_not_found: z.object({ tried: z.array(z.string()) }),
  adb_unreachable: z.object({ address: z.string(), cause: z.string() }),
  xcode_unusable: z.object({ tool: z.string(), cause: z.string() }),
  store_unreachable: z.object({ cause: z.string(), effect }),
  daemon_unreachable: z.object({ cause: z.string(), effect }),
  daemon_settings_differ: z.object({ differences: z.array(z.string()) }),
  too_many_tasks: z.object({ limit: z.number() }),
};

/** Every code that a refusal can have, in the order of the table. */
export const REFUSAL_CODES: readonly string[] = Object.keys(ROWS);

/**
 * The result that a client gets: `isError`, no `structuredContent`, and in the first text item one JSON object of `code`,
 * `message`, `hint` and the code's own data. The same refusal always gives the same bytes.
 */
export function toRefusalResult(detail: RefusalDetail): CallToolResult {
  const { code, message, hint } = detail;
  const body = { code, message, hint, ...ROWS[code].parse(detail.data) };
  return { content: [{ type: "text", text: JSON.stringify(body) }], isError: true };
}

/** The refusal that a result carries; `undefined` for every other result, also for one that only looks alike. */
export function parseRefusalResult(result: CallToolResult): RefusalDetail | undefined {
  const first = result.content[0];
  if (result.isError !== true || first?.type !== "text" || !first.text.startsWith('{"code":')) return undefined;
  const envelope = ENVELOPE.safeParse(parseJson(first.text));
  return envelope.success ? parseBody(envelope.data) : undefined;
}

const ENVELOPE = z.looseObject({ code: z.string(), message: z.string(), hint: z.string() });

function parseBody(body: z.output<typeof ENVELOPE>): RefusalDetail | undefined {
  return isRefusalCode(body.code) ? parseRow(body.code, body) : undefined;
}

function parseRow<C extends RefusalCode>(code: C, body: z.output<typeof ENVELOPE>): RefusalOf<C> | undefined {
  const data = ROWS[code].safeParse(body);
  return data.success ? { code, message: body.message, hint: body.hint, data: data.data } : undefined;
}

function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(ROWS, code);
}
