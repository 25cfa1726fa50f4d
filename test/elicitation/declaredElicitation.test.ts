import { expect, it } from "vitest";
import { canAskForm, readDeclared } from "../../src/elicitation/declaredElicitation.js";
import { cites } from "../requirements.js";

it.each([
  ["bare", {}],
  ["form", { form: {} }],
  ["form", { form: { applyDefaults: true } }],
  ["form", { form: {}, url: {} }],
  ["form", { form: {}, later: 1 }],
  ["url", { url: {} }],
  ["url", { url: {}, form: null }],
  ["none", { later: {} }],
  ["none", { form: true }],
  ["none", { form: [] }],
  ["none", { url: "https://example.com" }],
  ["none", undefined],
  ["none", null],
  ["none", true],
  ["none", "form"],
  ["none", [[]]],
])(cites("T1", "T3")`a client declares %s with %j`, (declared, elicitation) => {
  expect(readDeclared(elicitation)).toBe(declared);
});

it("a list declares nothing, also an empty one", () => {
  expect(readDeclared([])).toBe("none");
});

it.each([
  ["form", true],
  ["bare", true],
  ["url", false],
  ["none", false],
] as const)(cites("T1")`a form goes to a client that declared %s: %s`, (declared, canAsk) => {
  expect(canAskForm(declared)).toBe(canAsk);
});
