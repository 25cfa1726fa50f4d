import { expect, test } from "vitest";
import { drawPhones, toPhoneScreen } from "../../../src/cli/demo/phoneDrawing.js";
import { PLAIN } from "../../../src/cli/output.js";

test("draws what stands side by side side by side, and marks what changed", () => {
  const observed = {
    elements: [
      { role: "TextView", text: "Pixel\u001b[2J 9", y: 10 },
      { role: "ViewGroup", y: 15 },
      { role: "EditText", text: "Search", y: 20 },
      { role: "Button", text: "Yes", y: 30 },
      { role: "Button", text: "No", y: 30 },
    ],
  };
  const screen = toPhoneScreen("A", observed);
  const before = [{ deviceId: "A", rows: ["Pixel 9", "▏Search", "[Yes]"] }];

  expect(drawPhones([screen], { width: 80, paint: PLAIN, before })).toEqual([
    "╭─ A ────────────────────────────╮",
    "│ Pixel 9                        │",
    "│ ▏Search                        │",
    "│▸[Yes]  [No]                    │",
    "│                                │",
    "│                                │",
    "│                                │",
    "╰────────────────────────────────╯",
  ]);
});

test("cuts what is too wide by what is seen", () => {
  const rows = ["很".repeat(20), "x".repeat(31)];
  const [, wide, long] = drawPhones([{ deviceId: "A".repeat(50), rows }], { width: 80, paint: PLAIN });
  expect(wide).toBe(`│ ${"很".repeat(14)}…  │`);
  expect(long).toBe(`│ ${"x".repeat(29)}… │`);
});

test.each([
  { width: 80, lines: 16 },
  { width: 110, lines: 8 },
  { width: 20, lines: 24 },
])("three phones take $lines lines where the terminal is $width wide", ({ width, lines }) => {
  const screens = ["A", "B", "C"].map((deviceId) => ({ deviceId, rows: [] }));
  expect(drawPhones(screens, { width, paint: PLAIN })).toHaveLength(lines);
});
