import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { toScreenElements } from "../../src/tools/screenElements.js";
import { fakeNode, fakeTree } from "../support/fakeDriver.js";
import { settingsScreen } from "./settingsScreen.js";

describe("the elements of a screen", () => {
  it("are what says something or can be acted on, in the tree's order", () => {
    const root = fakeNode({
      children: [
        fakeNode({ text: "Text" }),
        fakeNode({ label: "Label" }),
        fakeNode({ resourceId: "app:id/x" }),
        fakeNode({ role: "clickable", isClickable: true }),
        fakeNode({ role: "scrollable", isScrollable: true }),
        fakeNode({ role: "focused", isFocused: true }),
        fakeNode({ role: "unchecked", isChecked: false }),
        fakeNode({ role: "nothing", children: [fakeNode({ text: "Inner" })] }),
      ],
    });
    const shown = toScreenElements(fakeTree([root])).map(
      (element) => element.text ?? element.label ?? element.node.resourceId ?? element.role,
    );
    expect(shown).toEqual(["Text", "Label", "app:id/x", "clickable", "scrollable", "focused", "unchecked", "Inner"]);
  });

  it("leave out what has no area, but not what lies in it", () => {
    const empty = fakeNode({
      text: "Off screen",
      bounds: { left: 5, top: 5, right: 5, bottom: 9 },
      children: [fakeNode({ text: "Inner" })],
    });
    expect(toScreenElements(fakeTree([empty])).map(({ text }) => text)).toEqual(["Inner"]);
  });

  it("have a short role, a centre, and flat and capped texts", () => {
    const node = fakeNode({
      role: "android.widget.Button",
      text: `two\nlines ${"x".repeat(300)}`,
      label: " \t ",
      bounds: { left: 10, top: 20, right: 31, bottom: 40 },
    });
    const [element] = toScreenElements(fakeTree([node]));
    expect(element).toMatchObject({ role: "Button", label: undefined, center: { x: 20, y: 30 } });
    expect(element?.text).toMatch(/^two lines x{189}…$/);
  });

  it("never show a password", () => {
    const [element] = toScreenElements(fakeTree([fakeNode({ text: "hunter2", isPassword: true })]));
    expect(element?.text).toBeUndefined();
  });

  it("keep their ids while the screen stays, and change only the id of what changes", () => {
    const screen = (text: string) =>
      toScreenElements(fakeTree([fakeNode({ text: "Name" }), fakeNode({ text }), fakeNode({ text: "OK" })])).map(
        ({ id }) => id,
      );
    const before = screen("");
    const typed = screen("Ada");

    expect(screen("Ada")).toEqual(typed);
    expect(before).toHaveLength(2);
    expect([typed[0], typed[2]]).toEqual(before);
  });

  it("can be as deep as a tree gets", () => {
    let node = fakeNode({ text: "deepest" });
    for (let depth = 0; depth < 20_000; depth += 1) node = fakeNode({ children: [node] });
    expect(toScreenElements(fakeTree([node])).map(({ text }) => text)).toEqual(["deepest"]);
  });
});

test("ids are short and no two on one screen are the same", () => {
  const nodes = fc.array(fc.record({ text: fc.constantFrom("a", "b"), role: fc.constantFrom("x", "y") }), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(nodes, (changes) => {
      const ids = toScreenElements(fakeTree(changes.map((change) => fakeNode(change)))).map(({ id }) => id);
      expect(new Set(ids).size).toBe(changes.length);
      expect(ids.filter((id) => !/^e[0-9a-z]{7}$/.test(id))).toEqual([]);
    }),
  );
});

test("the settings screen that stands for an ordinary one has 60 nodes", () => {
  const count = (node: ReturnType<typeof settingsScreen>): number =>
    node.children.reduce((sum, child) => sum + count(child), 1);
  expect(count(settingsScreen())).toBe(60);
});
