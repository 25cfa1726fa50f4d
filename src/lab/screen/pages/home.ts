import { band, button, CONTENT, field, half, list, type Row } from "../layout.js";
import { REMINDERS } from "../sampleText.js";
import type { Scene } from "../scene.js";
import type { Page, UiState } from "../uiState.js";
import { node, type ViewNode } from "../view.js";

const ICON = { topPx: 328, widthPx: 218, heightPx: 168 } as const;
const BUTTONS_TOP_PX = 516;
const BUTTON_HEIGHT_PX = 96;

/** The home screen: who the phone is, a field, three apps, two buttons, a line that says what happened, and a list. */
export function homePage({ state, profile }: Scene): readonly ViewNode[] {
  const details = `Android ${profile.osVersion} · ${profile.serial}`;
  return [
    node("title", band(72, 72), { id: "phone_name", text: profile.name }),
    node("caption", band(144, 44), { id: "phone_details", text: details }),
    field({ name: "search", box: band(212, 96), hint: "Search this phone" }, state),
    appIcon(0, "Settings", { app: "settings", page: "root" }),
    appIcon(1, "Notes", { app: "notes" }),
    appIcon(2, "Contacts", { app: "contacts", contact: undefined }),
    button("hello_button", half("left", BUTTONS_TOP_PX, BUTTON_HEIGHT_PX), {
      text: "Say hello",
      onTap: { kind: "say_hello" },
    }),
    button("torch_button", half("right", BUTTONS_TOP_PX, BUTTON_HEIGHT_PX), {
      text: state.switches.torch ? "Torch off" : "Torch on",
      onTap: { kind: "toggle", name: "torch" },
    }),
    node("caption", band(632, 44), { id: "status", text: state.status }),
    list({ name: "reminders", box: { ...band(696, 0), bottom: CONTENT.bottom - 16 }, rows: reminders(state) }, state),
  ];
}

function appIcon(column: number, text: string, page: Page): ViewNode {
  const left = band(0, 0).left + column * (ICON.widthPx + 1);
  const box = { left, top: ICON.topPx, right: left + ICON.widthPx, bottom: ICON.topPx + ICON.heightPx };
  return node("app_icon", box, { text, label: text, onTap: { kind: "open", page } });
}

function reminders(state: UiState): readonly Row[] {
  return REMINDERS.map((title, index) => ({
    id: `reminder_${index + 1}`,
    title: state.ticked.has(title) ? `✓ ${title}` : title,
    onTap: { kind: "tick", row: title },
  }));
}
