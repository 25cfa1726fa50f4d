import { describe, expect, it } from "vitest";
import { findElements } from "../../src/tools/findElement.js";
import { toScreenElements } from "../../src/tools/screenElements.js";
import { fakeNode, fakeTree } from "../support/fakeDriver.js";

function shown(...texts: readonly string[]) {
  return toScreenElements(fakeTree(texts.map((text) => fakeNode({ text }))));
}

describe("an element is found by text", () => {
  it.each([
    { on: ["OK", "Not OK"], text: "OK", found: ["OK"], because: "exact goes before contained" },
    { on: ["OK", "ok"], text: "OK", found: ["OK"], because: "exact means the same case" },
    { on: ["OK", "OK"], text: "OK", found: ["OK", "OK"], because: "all that fit are given" },
    { on: ["Save file", "Open"], text: "save", found: ["Save file"], because: "contained, in any case" },
    { on: ["Save", "Save as"], text: "sav", found: ["Save", "Save as"], because: "all that contain it are given" },
    { on: ["two\nlines"], text: "two lines", found: ["two lines"], because: "it matches as it is shown" },
    { on: ["OK"], text: "   ", found: [], because: "blanks are in everything and mean nothing" },
    { on: ["OK"], text: "Cancel", found: [], because: "nothing fits" },
  ])("$text on $on, as $because", ({ on, text, found }) => {
    expect(findElements(shown(...on), { by: "text", text }).map((element) => element.text)).toEqual(found);
  });

  it("by its label as well", () => {
    const elements = toScreenElements(fakeTree([fakeNode({ label: "Back" })]));
    expect(findElements(elements, { by: "text", text: "Back" })).toHaveLength(1);
  });

  it("and of two within each other the inner one is taken", () => {
    const inner = fakeNode({ role: "Text", text: "Wi-Fi" });
    const row = fakeNode({ role: "Row", label: "Wi-Fi", children: [fakeNode({ children: [inner] })] });
    const elements = toScreenElements(fakeTree([row, fakeNode({ role: "Other", text: "Wi-Fi" })]));
    expect(findElements(elements, { by: "text", text: "Wi-Fi" }).map(({ role }) => role)).toEqual(["Text", "Other"]);
  });
});

describe("an element is found by id", () => {
  const elements = toScreenElements(
    fakeTree([fakeNode({ resourceId: "app:id/ok" }), fakeNode({ resourceId: "app:id/ok" }), fakeNode({ text: "x" })]),
  );

  it("of this screen", () => {
    const id = elements[1]?.id ?? "";
    expect(findElements(elements, { by: "id", id })).toEqual([elements[1]]);
  });

  it("of the app, which several may share", () => {
    expect(findElements(elements, { by: "id", id: "app:id/ok" })).toEqual([elements[0], elements[1]]);
  });

  it.each(["ok", "APP:ID/OK", ""])("never by a part of it, as by %j", (id) => {
    expect(findElements(elements, { by: "id", id })).toEqual([]);
  });
});
