import { expect, test } from "vitest";
import { parseWireRefusal, renderRefusal } from "../../../src/cli/call/refusalText.js";
import { PLAIN } from "../../../src/cli/output.js";

function toResult(body: unknown, isError = true) {
  return { isError, content: [{ type: "text", text: JSON.stringify(body) }] };
}

test("shows code, message, the candidates as a table, and the hint", () => {
  const refusal = parseWireRefusal(
    toResult({
      code: "ambiguous_device_target",
      message: "tapOn could mean any of 2.",
      hint: "Repeat it with deviceId.",
      candidates: [
        { deviceId: "A", platform: "android", name: "Pixel 9" },
        { deviceId: "emulator-5554", platform: "android", name: "Test", osVersion: "15" },
      ],
    }),
  );
  expect(refusal && renderRefusal(refusal, PLAIN)).toEqual([
    "✗ refused: ambiguous_device_target",
    "  tapOn could mean any of 2.",
    "",
    "  deviceId       platform  name     osVersion",
    "  A              android   Pixel 9",
    "  emulator-5554  android   Test     15",
    "",
    "  → Repeat it with deviceId.",
  ]);
});

test("shows lists, single values and anything deeper, with every text made safe", () => {
  const refusal = parseWireRefusal(
    toResult({
      code: "element_not_found",
      message: "Not\u001b[2J there.\nLook again.",
      deviceId: "A\u0007",
      visible: ["OK", "Can\u001b[1mcel"],
      none: [],
      deep: [{ at: { x: 1 } }],
    }),
  );
  expect(refusal && renderRefusal(refusal, PLAIN)).toEqual([
    "✗ refused: element_not_found",
    "  Not there.",
    "  Look again.",
    "  deviceId: A",
    "",
    "  visible:",
    "    OK",
    "    Cancel",
    '  deep: [{"at":{"x":1}}]',
  ]);
});

test.each([
  { what: "a result that is no error", result: toResult({ code: "a", message: "b" }, false) },
  { what: "an error without a code", result: toResult({ message: "b" }) },
  { what: "an error in plain text", result: { isError: true, content: [{ type: "text", text: "no" }] } },
  { what: "an error without content", result: { isError: true, content: [] } },
])("$what is no refusal", ({ result }) => {
  expect(parseWireRefusal(result)).toBeUndefined();
});
