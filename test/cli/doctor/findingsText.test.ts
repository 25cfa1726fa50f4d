import { expect, test } from "vitest";
import { renderFindings } from "../../../src/cli/doctor/findingsText.js";
import { PLAIN } from "../../../src/cli/output.js";

test("shows each finding on a line, its fix below it, and the sum; foreign text is made safe", () => {
  const lines = renderFindings(
    [
      { check: "adb", outcome: "ok", says: "/usr/bin/adb" },
      { check: "device A\u001b[2J", outcome: "warn", says: "offline", fix: "Reconnect it." },
      { check: "x", outcome: "fail", says: "gone", fix: "Get it." },
    ],
    PLAIN,
  );
  expect(lines).toEqual([
    "✓ adb       /usr/bin/adb",
    "! device A  offline",
    "  → Reconnect it.",
    "✗ x         gone",
    "  → Get it.",
    "",
    "1 fine, 1 to look at, 1 to mend",
  ]);
});
