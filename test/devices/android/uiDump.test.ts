import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseUiDump } from "../../../src/devices/android/uiDump.js";
import type { UiNode } from "../../../src/devices/deviceDriver.js";

const FIXTURE = new URL("../../fixtures/adb/ui-dump.xml", import.meta.url);

const BUTTON =
  '<node index="0" text="OK" resource-id="android:id/button1" class="android.widget.Button" package="com.example" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focused="false" scrollable="false" password="false" bounds="[10,20][110,80]" />';

function rootsOf(text: string): readonly UiNode[] {
  const dump = parseUiDump(text);
  if (dump.is === "no_tree") throw new Error(dump.why);
  return dump.roots;
}

describe("parseUiDump", () => {
  it("reads every attribute of a node", () => {
    expect(
      rootsOf(`<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${BUTTON}</hierarchy>`),
    ).toEqual([
      {
        role: "android.widget.Button",
        text: "OK",
        label: undefined,
        resourceId: "android:id/button1",
        appId: "com.example",
        bounds: { left: 10, top: 20, right: 110, bottom: 80 },
        isClickable: true,
        isEnabled: true,
        isFocused: false,
        isScrollable: false,
        isChecked: undefined,
        isPassword: false,
        children: [],
      },
    ]);
  });

  it("reads a screen: nesting, entities, a switch, a password field", () => {
    const [frame] = rootsOf(readFileSync(FIXTURE, "utf8"));
    expect(
      frame?.children.map(({ role, text, label, isChecked, isPassword }) => ({
        role,
        text,
        label,
        isChecked,
        isPassword,
      })),
    ).toEqual([
      {
        role: "android.widget.TextView",
        text: 'Tom & "Jerry"\n<3',
        label: undefined,
        isChecked: undefined,
        isPassword: false,
      },
      { role: "android.widget.Switch", text: undefined, label: "Wi‑Fi 🛜", isChecked: true, isPassword: false },
      { role: "android.widget.EditText", text: "••••", label: undefined, isChecked: undefined, isPassword: true },
    ]);
  });

  it("skips text around the document", () => {
    const around = `WARNING: linker: x\n<hierarchy rotation="0">${BUTTON}</hierarchy>UI hierchary dumped to: /dev/tty\n`;
    expect(rootsOf(around)).toHaveLength(1);
  });

  it("gives no roots for a screen that has none, and invents none", () => {
    expect(parseUiDump('<hierarchy rotation="0"></hierarchy>')).toEqual({ is: "tree", roots: [] });
  });

  it("goes on after an attribute that XML does not allow", () => {
    const broken = BUTTON.replace('text="OK"', 'text="a < b \u0001 &nope;" text="twice"');
    expect(rootsOf(`<hierarchy>${broken}${BUTTON}</hierarchy>`)).toHaveLength(2);
  });

  it("puts a node without readable bounds nowhere", () => {
    const [node] = rootsOf('<hierarchy><node bounds="[0,0]" /></hierarchy>');
    expect(node?.bounds).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  });

  it.each([
    ["", "the dump is empty"],
    ["ERROR: could not get idle state.", "ERROR: could not get idle state."],
    [`<hierarchy rotation="0">${BUTTON}`, "the dump breaks off in the middle"],
    [`<hierarchy rotation="0">${BUTTON.slice(0, -20)}`, "the dump breaks off in the middle"],
  ])("gives no tree for %j", (text, why) => {
    // case 112
    expect(parseUiDump(text)).toEqual({ is: "no_tree", why });
  });

  it("reads 5 MB, flat and deep, without a tree that recursion could not walk", () => {
    const deep = `<hierarchy>${"<node>".repeat(20_000)}${"</node>".repeat(20_000)}${BUTTON.repeat(18_000)}</hierarchy>`;
    const roots = rootsOf(deep);
    expect(roots).toHaveLength(18_001);
    expect(depth(roots)).toBe(201);
  });

  it("throws for nothing that a device could print", () => {
    const pieces = fc.constantFrom(
      "<hierarchy>",
      "</hierarchy>",
      "<node ",
      'text="',
      '"',
      ">",
      "/>",
      "</node>",
      "&#x0;",
      "<!--",
      "]]>",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: "binary" }))), (parts) => {
        expect(["tree", "no_tree"]).toContain(parseUiDump(parts.join("")).is);
      }),
    );
  });
});

function depth(nodes: readonly UiNode[]): number {
  return nodes.reduce((deepest, node) => Math.max(deepest, 1 + depth(node.children)), 0);
}
