import { describe, expect, it } from "vitest";
import { parseRefusalResult, REFUSAL_CODES, toRefusalResult } from "../../src/server/refusalWire.js";
import { parseCallToolResult } from "../support/callToolResult.js";
import { filesUnder, projectText } from "../support/projectFiles.js";

const GOLDEN = "test/fixtures/refusal-wire";

// Clients branch on these words: one may be added, none may change or go.
const CODES = [
  "ambiguous_device_target",
  "stale_answer",
  "device_id_required",
  "invalid_arguments",
  "no_device",
  "device_not_found",
  "device_not_ready",
  "platform_conflict",
  "discovery_incomplete",
  "unsupported_on_device",
  "element_not_found",
  "ui_dump_failed",
  "screenshot_blocked",
  "app_not_installed",
  "install_failed",
  "text_unsupported",
  "command_failed",
  "device_lost",
  "timed_out",
  "adb_not_found",
  "adb_unreachable",
  "xcode_unusable",
  "store_unreachable",
  "daemon_unreachable",
  "daemon_settings_differ",
  "too_many_tasks",
];

describe("the refusal codes", () => {
  it("are these", () => {
    expect(REFUSAL_CODES).toEqual(CODES);
  });

  it("have one golden file each", async () => {
    expect(await filesUnder(GOLDEN)).toEqual(CODES.map((code) => `${GOLDEN}/${code}.json`).toSorted());
  });

  it.each(CODES)("give %s back as its golden file has it", async (code) => {
    const golden = parseCallToolResult(await projectText(`${GOLDEN}/${code}.json`));
    const refusal = parseRefusalResult(golden);

    expect(refusal?.code).toBe(code);
    expect(refusal && toRefusalResult(refusal)).toEqual(golden);
  });
});
