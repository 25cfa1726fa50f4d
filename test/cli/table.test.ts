import { expect, test } from "vitest";
import { renderTable } from "../../src/cli/table.js";

test("aligns columns by what is seen, and ends no line in blanks", () => {
  const loud = (text: string) => `<${text}>`;
  const lines = renderTable([
    [{ text: "ID" }, { text: "NAME" }, { text: "" }],
    [{ text: "很长", paint: loud }, { text: "é" }, { text: "ready" }],
    [{ text: "a" }],
  ]);
  expect(lines).toEqual(["ID    NAME", "<很长>  é     ready", "a"]);
});
