import { SaxesParser } from "saxes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeXml, toUiDump } from "../../../src/lab/screen/uiDump.js";
import { node, type View } from "../../../src/lab/screen/view.js";
import { looseLabPhone, runOnPhone } from "../../support/labShell.js";

const BUTTON_VIEW: View = {
  appId: "com.example",
  activity: "com.example.Main",
  root: node(
    "group",
    { left: 0, top: 0, right: 100, bottom: 50 },
    {
      children: [
        node(
          "button",
          { left: 10, top: 20, right: 90, bottom: 70 },
          { id: "ok", text: `Say "a<b"`, onTap: { kind: "say_hello" } },
        ),
        node("caption", { left: 0, top: 50, right: 100, bottom: 80 }, { text: "below the edge" }),
      ],
    },
  ),
};

describe("a UI dump", () => {
  it("is what uiautomator writes up to Android 13, cut at the edge of the screen", () => {
    expect(toUiDump(BUTTON_VIEW, 33)).toBe(
      `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">` +
        `<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][100,50]">` +
        `<node index="0" text="Say &quot;a&lt;b&quot;" resource-id="com.example:id/ok" class="android.widget.Button" package="com.example" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[10,20][90,50]" />` +
        `</node></hierarchy>`,
    );
  });

  it("has three more attributes from Android 14 on", () => {
    expect(toUiDump(BUTTON_VIEW, 34)).toContain(`bounds="[10,20][90,50]" drawing-order="1" hint="" display-id="0" />`);
  });

  it("cuts a row, and what is in it, at the edge of its list", async () => {
    const phone = looseLabPhone();
    phone.act({ kind: "scroll", list: "reminders", toPx: 180 });
    const { stdout } = await runOnPhone(phone, "uiautomator dump /dev/tty");
    expect(stdout).not.toContain("Water the plants");
    expect(stdout).toMatch(/resource-id="\S+:id\/reminder_2"[^>]* bounds="\[32,696\]\[688,740\]"/);
    expect(stdout).toMatch(/text="Charge the spare battery"[^>]* bounds="\[56,696\]\[664,708\]"/);
  });

  it("says where it went, as Android spells it", async () => {
    const phone = looseLabPhone({ osVersion: "13" });
    expect((await runOnPhone(phone, "uiautomator dump")).stdout).toBe(
      "UI hierchary dumped to: /sdcard/window_dump.xml\n",
    );
    const { stdout } = await runOnPhone(phone, "uiautomator dump /dev/tty");
    const file = await runOnPhone(phone, "cat /sdcard/window_dump.xml");
    expect(stdout).toBe(`${file.stdout}UI hierchary dumped to: /dev/tty\n`);
  });

  it("shows an empty field's hint as its text, then what was typed, and of a PIN only its length", async () => {
    const phone = looseLabPhone();
    expect((await runOnPhone(phone, "uiautomator dump /dev/tty")).stdout).toContain(
      `text="Search this phone" resource-id="org.automobile.lab.home:id/search_field"`,
    );
    phone.act({ kind: "focus", field: "search" });
    phone.act({ kind: "type", text: "rain" });
    expect((await runOnPhone(phone, "uiautomator dump /dev/tty")).stdout).toContain(
      `text="rain" resource-id="org.automobile.lab.home:id/search_field"`,
    );
    phone.act({ kind: "open", page: { app: "settings", page: "security" } });
    phone.act({ kind: "focus", field: "pin" });
    phone.act({ kind: "type", text: "1234" });
    const { stdout } = await runOnPhone(phone, "uiautomator dump /dev/tty");
    expect(stdout).toContain(`text="••••" resource-id="com.android.settings:id/pin_field"`);
    expect(stdout).not.toContain("1234");
  });

  it("wraps every window when asked", async () => {
    const { stdout } = await runOnPhone(looseLabPhone(), "uiautomator dump --windows /dev/tty");
    expect(stdout).toMatch(/^<\?xml [^>]*><displays><display id="0"><window [^>]*><hierarchy rotation="0"><node /);
  });

  it("gives any text back through an XML parser, save what XML cannot hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const seen: string[] = [];
        const parser = new SaxesParser();
        parser.on("opentag", (tag) => seen.push(tag.attributes["text"] ?? ""));
        parser.write(`<node text="${escapeXml(text)}"/>`).close();
        expect(seen).toEqual([text]);
      }),
    );
  });

  it("puts a dot for what XML cannot hold", () => {
    expect(escapeXml("a\u0000b\ud800c\uffff\n")).toBe("a.b.c.&#10;");
  });
});
