import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseUiDump } from "../../../src/devices/android/uiDump.js";
import { breathe } from "../../../src/system/breathe.js";
import type { UiNode } from "../../../src/devices/deviceDriver.js";
import { countedBreaths } from "../../support/breaths.js";

const FIXTURE = new URL("../../fixtures/adb/ui-dump.xml", import.meta.url);

const BUTTON =
  '<node index="0" text="OK" resource-id="android:id/button1" class="android.widget.Button" package="com.example" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focused="false" scrollable="false" password="false" bounds="[10,20][110,80]" />';

async function rootsOf(text: string, breathe = countedBreaths().breathe): Promise<readonly UiNode[]> {
  const dump = await parseUiDump(text, breathe);
  if (dump.is === "no_tree") throw new Error(dump.why);
  return dump.roots;
}

describe("parseUiDump", () => {
  it("reads every attribute of a node", async () => {
    expect(
      await rootsOf(
        `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${BUTTON}</hierarchy>`,
      ),
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

  it("reads a screen: nesting, entities, a switch, a password field", async () => {
    const [frame] = await rootsOf(readFileSync(FIXTURE, "utf8"));
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

  it("skips text around the document", async () => {
    const around = `WARNING: linker: x\n<hierarchy rotation="0">${BUTTON}</hierarchy>UI hierchary dumped to: /dev/tty\n`;
    expect(await rootsOf(around)).toHaveLength(1);
  });

  it("gives no roots for a screen that has none, and invents none", async () => {
    expect(await parseUiDump('<hierarchy rotation="0"></hierarchy>', breathe)).toEqual({ is: "tree", roots: [] });
  });

  it("goes on after an attribute that XML does not allow", async () => {
    const broken = BUTTON.replace('text="OK"', 'text="a < b \u0001 &nope;" text="twice"');
    expect(await rootsOf(`<hierarchy>${broken}${BUTTON}</hierarchy>`)).toHaveLength(2);
  });

  it("puts a node without readable bounds nowhere", async () => {
    const [node] = await rootsOf('<hierarchy><node bounds="[0,0]" /></hierarchy>');
    expect(node?.bounds).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  });

  it.each([
    ["", "the dump is empty"],
    ["ERROR: could not get idle state.", "ERROR: could not get idle state."],
    [`<hierarchy rotation="0">${BUTTON}`, "the dump breaks off in the middle"],
    [`<hierarchy rotation="0">${BUTTON.slice(0, -20)}`, "the dump breaks off in the middle"],
  ])("gives no tree for %j", async (text, why) => {
    // case 112
    expect(await parseUiDump(text, breathe)).toEqual({ is: "no_tree", why });
  });

  it("reads 5 MB, flat and deep, without a tree that recursion could not walk", async () => {
    const deep = `<hierarchy>${"<node>".repeat(20_000)}${"</node>".repeat(20_000)}${BUTTON.repeat(18_000)}</hierarchy>`;
    const roots = await rootsOf(deep);
    expect(roots).toHaveLength(18_001);
    expect(depth(roots)).toBe(201);
  });

  it("takes a breath between slices of a large screen, and none on one that fits into a slice", async () => {
    const breaths = countedBreaths();

    await rootsOf(`<hierarchy>${BUTTON.repeat(200)}</hierarchy>`, breaths.breathe);
    const onSmall = breaths.count();
    await rootsOf(`<hierarchy>${BUTTON.repeat(18_000)}</hierarchy>`, breaths.breathe);

    expect([onSmall, breaths.count()]).toEqual([0, 74]);
  });

  it("reads what lies across the end of a slice as what lies within one", async () => {
    const SLICE = 65_536;
    const said = 'class="Text" text="a &amp; &#x1f6dc; 🛜 \u00e9&lt;" bounds="[1,2][3,4]"';
    const nodeAt = async (start: number): Promise<readonly UiNode[]> =>
      await rootsOf(`<hierarchy>${" ".repeat(start - "<hierarchy>".length)}<node ${said} /></hierarchy>`);
    const [whole] = await nodeAt(100);

    const cut = await Promise.all(Array.from({ length: said.length + 12 }, (_, at) => nodeAt(SLICE - at)));

    expect(whole).toMatchObject({ role: "Text", text: "a & 🛜 🛜 é<", bounds: { left: 1, bottom: 4 } });
    expect(cut).toEqual(cut.map(() => [whole]));
  });

  it("throws for nothing that a device could print", async () => {
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
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string({ unit: "binary" }))), async (parts) => {
        expect(["tree", "no_tree"]).toContain((await parseUiDump(parts.join(""), breathe)).is);
      }),
    );
  });
});

function depth(nodes: readonly UiNode[]): number {
  return nodes.reduce((deepest, node) => Math.max(deepest, 1 + depth(node.children)), 0);
}
