import type { UiNode } from "../../src/devices/deviceDriver.js";
import { fakeNode } from "../support/fakeDriver.js";

const ROW_HEIGHT = 110;

const ROWS = [
  ["Network & internet", "Mobile, Wi-Fi, hotspot"],
  ["Connected devices", "Bluetooth, pairing"],
  ["Apps", "Assistant, recent apps, default apps"],
  ["Notifications", "Notification history, conversations"],
  ["Battery", "67%"],
  ["Storage", "41% used - 75.2 GB free"],
  ["Sound & vibration", "Volume, haptics, Do Not Disturb"],
  ["Display & touch", "Dark theme, font size, touch"],
  ["Wallpaper & style", "Colors, themed icons, app grid"],
  ["Accessibility", "Display, interaction, audio"],
  ["Security & privacy", "App security, device lock, permissions"],
  ["Location", "On - 9 apps have access to location"],
  ["System", "Languages, gestures, time, backup"],
  ["About phone", "Pixel 8"],
] as const;

/** The first page of an Android settings app as uiautomator reports it: 60 nodes. */
export function settingsScreen(): UiNode {
  const rows = ROWS.map(([title, summary], index) => settingsRow(title, summary, 300 + index * ROW_HEIGHT));
  const list = fakeNode({
    role: "androidx.recyclerview.widget.RecyclerView",
    resourceId: "com.android.settings:id/recycler_view",
    bounds: { left: 0, top: 300, right: 1080, bottom: 2400 },
    isScrollable: true,
    children: rows,
  });
  const search = fakeNode({
    role: "android.widget.TextView",
    text: "Search Settings",
    resourceId: "com.android.settings:id/search_action_bar_title",
    bounds: { left: 60, top: 180, right: 1020, bottom: 280 },
    isClickable: true,
  });
  const frame = { role: "android.widget.FrameLayout", bounds: { left: 0, top: 0, right: 1080, bottom: 2400 } };
  return fakeNode({ ...frame, children: [fakeNode({ ...frame, children: [search, list] })] });
}

function settingsRow(title: string, summary: string, top: number): UiNode {
  const bottom = top + ROW_HEIGHT;
  return fakeNode({
    role: "android.widget.LinearLayout",
    bounds: { left: 0, top, right: 1080, bottom },
    isClickable: true,
    children: [
      fakeNode({
        role: "android.widget.RelativeLayout",
        bounds: { left: 200, top, right: 1080, bottom },
        children: [
          fakeNode({
            text: title,
            resourceId: "android:id/title",
            bounds: { left: 200, top, right: 700, bottom: top + 60 },
          }),
          fakeNode({
            text: summary,
            resourceId: "android:id/summary",
            bounds: { left: 200, top: top + 60, right: 900, bottom },
          }),
        ],
      }),
    ],
  });
}
