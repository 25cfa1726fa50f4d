import fc from "fast-check";
import { expect, it } from "vitest";
import type { Candidate, RefusalCode, RefusalData, RefusalDetail, RefusalOf } from "../../src/core/refusal.js";
import { parseRefusalResult, toRefusalResult } from "../../src/server/refusalWire.js";
import { parseCallToolResult } from "../support/callToolResult.js";

// Any text, so that none of it is special: not a quote, not a half of a surrogate pair, not a key of ours.
const texts = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('","code":"x"', "\ud83d", "\u2028", "__proto__"));
const platforms = fc.constantFrom("android" as const, "ios" as const);
const kinds = fc.constantFrom("hardware" as const, "emulator" as const, "simulator" as const, "unknown" as const);
const effects = fc.constantFrom("did_not_run" as const, "may_have_run" as const);
const candidates: fc.Arbitrary<readonly Candidate[]> = fc.array(
  fc.record(
    { deviceId: texts, platform: platforms, name: texts, model: texts, osVersion: texts, kind: kinds },
    { requiredKeys: ["deviceId", "platform", "name", "kind"] },
  ),
  { maxLength: 3 },
);
const onDevice = { deviceId: texts, platform: platforms };

function refusals<C extends RefusalCode>(code: C, data: fc.Arbitrary<RefusalData[C]>): fc.Arbitrary<RefusalOf<C>> {
  return fc.record({ code: fc.constant(code), message: texts, hint: texts, data });
}

const REFUSALS: Readonly<Record<RefusalCode, fc.Arbitrary<RefusalDetail>>> = {
  ambiguous_device_target: refusals("ambiguous_device_target", fc.record({ candidates })),
  stale_answer: refusals("stale_answer", fc.constant({})),
  device_id_required: refusals("device_id_required", fc.record({ candidates })),
  invalid_arguments: refusals(
    "invalid_arguments",
    fc.record({ problems: fc.array(fc.record({ argument: texts, problem: texts })) }),
  ),
  no_device: refusals("no_device", fc.record({ excluded: fc.array(fc.record({ ...onDevice, reason: texts })) })),
  device_not_found: refusals("device_not_found", fc.record({ deviceId: texts, available: candidates })),
  device_not_ready: refusals("device_not_ready", fc.record({ ...onDevice, state: texts })),
  platform_conflict: refusals(
    "platform_conflict",
    fc.record({ deviceId: texts, devicePlatform: platforms, requestedPlatform: platforms }),
  ),
  discovery_incomplete: refusals(
    "discovery_incomplete",
    fc.record({ failedSources: fc.array(fc.record({ source: texts, reason: texts })), candidates }),
  ),
  unsupported_on_device: refusals("unsupported_on_device", fc.record(onDevice)),
  element_not_found: refusals("element_not_found", fc.record({ deviceId: texts, visible: fc.array(texts) })),
  ui_dump_failed: refusals("ui_dump_failed", fc.record({ deviceId: texts, output: texts })),
  screenshot_blocked: refusals("screenshot_blocked", fc.record({ deviceId: texts })),
  app_not_installed: refusals("app_not_installed", fc.record({ deviceId: texts, appId: texts })),
  install_failed: refusals("install_failed", fc.record({ deviceId: texts, reason: texts })),
  text_unsupported: refusals("text_unsupported", fc.record({ deviceId: texts, characters: fc.array(texts) })),
  command_failed: refusals("command_failed", fc.record({ deviceId: texts, output: texts })),
  device_lost: refusals("device_lost", fc.record({ deviceId: texts, effect: effects })),
  timed_out: refusals("timed_out", fc.record({ deviceId: texts, timeoutMs: fc.nat(), effect: effects })),
  adb_not_found: refusals("adb_not_found", fc.record({ tried: fc.array(texts) })),
  adb_unreachable: refusals("adb_unreachable", fc.record({ address: texts, cause: texts })),
  xcode_unusable: refusals("xcode_unusable", fc.record({ tool: texts, cause: texts })),
  store_unreachable: refusals("store_unreachable", fc.record({ cause: texts, effect: effects })),
  daemon_unreachable: refusals("daemon_unreachable", fc.record({ cause: texts, effect: effects })),
  daemon_settings_differ: refusals("daemon_settings_differ", fc.record({ differences: fc.array(texts) })),
  too_many_tasks: refusals("too_many_tasks", fc.record({ limit: fc.integer() })),
};

it.each(Object.entries(REFUSALS))("any %s survives the wire whole", (_, refusal) => {
  fc.assert(
    fc.property(refusal, (detail) => {
      const line = JSON.stringify(toRefusalResult(detail));

      const back = parseRefusalResult(parseCallToolResult(line));

      expect(back).toEqual(detail);
      expect(back && JSON.stringify(toRefusalResult(back))).toBe(line);
    }),
  );
});
