import { assertNever } from "../../core/assertNever.js";
import { APP_IDS } from "../phone/apps.js";
import type { PhoneProfile } from "../phone/profile.js";
import { appBar, band, BELOW_APP_BAR_PX, button, CONTENT, field, list, type Row } from "./layout.js";
import { CONTACTS, REMINDERS } from "./sampleText.js";
import { frontPage, type Page, type SettingsPage, type UiState } from "./uiState.js";
import { node, SCREEN, type View, type ViewNode } from "./view.js";

/** What the phone shows in this state. */
export function viewOf(state: UiState, profile: PhoneProfile): View {
  if (!state.isAwake) return keyguard();
  const page = frontPage(state);
  return { ...APP_WINDOWS[page.app], ...ownWindow(page), root: screen(pageNodes(page, state, profile)) };
}

const APP_WINDOWS = {
  home: { appId: APP_IDS.launcher, activity: `${APP_IDS.launcher}.HomeActivity` },
  settings: { appId: APP_IDS.settings, activity: `${APP_IDS.settings}.Settings` },
  notes: { appId: APP_IDS.notes, activity: `${APP_IDS.notes}.MainActivity` },
  contacts: { appId: APP_IDS.contacts, activity: `${APP_IDS.contacts}.MainActivity` },
  browser: { appId: APP_IDS.browser, activity: `${APP_IDS.browser}.MainActivity` },
  other: { appId: "", activity: "" },
} as const;

function ownWindow(page: Page): { readonly appId?: string; readonly activity?: string } {
  return page.app === "other" ? { appId: page.appId, activity: `${page.appId}.MainActivity` } : {};
}

function pageNodes(page: Page, state: UiState, profile: PhoneProfile): readonly ViewNode[] {
  switch (page.app) {
    case "home":
      return home(state, profile);
    case "settings":
      return settings(page.page, state, profile);
    case "notes":
      return notes(state);
    case "contacts":
      return page.contact === undefined ? contacts(state) : contact(page.contact, state);
    case "browser":
      return [
        ...appBar("Browser", false),
        node("caption", band(BELOW_APP_BAR_PX, 56), { id: "url_bar", text: page.url }),
        node("title", band(BELOW_APP_BAR_PX + 96, 80), { id: "page_title", text: "This page is a lab page" }),
      ];
    case "other":
      return [
        ...appBar(page.appId, false),
        node("caption", band(BELOW_APP_BAR_PX, 56), { id: "message", text: "An app that was installed on this phone" }),
      ];
    default:
      return assertNever(page);
  }
}

function home(state: UiState, profile: PhoneProfile): readonly ViewNode[] {
  const iconTop = 328;
  const icon = (column: number, text: string, page: Page): ViewNode =>
    node(
      "app_icon",
      { left: 32 + column * 219, top: iconTop, right: 32 + column * 219 + 218, bottom: iconTop + 168 },
      { text, label: text, onTap: { kind: "open", page } },
    );
  const rows = REMINDERS.map((title, index): Row => {
    const isTicked = state.ticked.has(title);
    return {
      id: `reminder_${String(index + 1)}`,
      title: isTicked ? `✓ ${title}` : title,
      onTap: { kind: "tick", row: title },
    };
  });
  return [
    node("title", band(72, 72), { id: "phone_name", text: profile.model }),
    node("caption", band(144, 44), {
      id: "phone_details",
      text: `Android ${profile.osVersion} · ${profile.serial}`,
    }),
    field("search", band(212, 96), "Search this phone", state),
    icon(0, "Settings", { app: "settings", page: "root" }),
    icon(1, "Notes", { app: "notes" }),
    icon(2, "Contacts", { app: "contacts", contact: undefined }),
    button("hello_button", { left: 32, top: 516, right: 348, bottom: 612 }, "Say hello", { kind: "say_hello" }),
    button(
      "torch_button",
      { left: 372, top: 516, right: 688, bottom: 612 },
      state.switches.torch ? "Torch off" : "Torch on",
      { kind: "toggle", name: "torch" },
    ),
    node("caption", band(632, 44), { id: "status", text: state.status }),
    list("reminders", { ...band(696, 0), bottom: CONTENT.bottom - 16 }, rows, state),
  ];
}

function settings(page: SettingsPage, state: UiState, profile: PhoneProfile): readonly ViewNode[] {
  const listBox = { ...band(BELOW_APP_BAR_PX, 0), bottom: CONTENT.bottom };
  const open = (to: SettingsPage): Row["onTap"] => ({ kind: "open", page: { app: "settings", page: to } });
  switch (page) {
    case "root":
      return [
        ...appBar("Settings", false),
        list(
          "settings_list",
          listBox,
          [
            row("network", "Network & internet", "Wi-Fi, mobile data", open("network")),
            row("display", "Display", "Dark theme, rotation", open("display")),
            row("security", "Security", "Screen lock", open("security")),
            row("about", "About phone", profile.model, open("about")),
          ],
          state,
        ),
      ];
    case "network":
      return [
        ...appBar("Network & internet", true),
        list(
          "network_list",
          listBox,
          [
            { id: "wifi", title: "Wi-Fi", summary: state.switches.wifi ? "LabNet" : "Off", switchName: "wifi" },
            { id: "mobile_data", title: "Mobile data", switchName: "mobile_data" },
            { id: "airplane_mode", title: "Airplane mode", switchName: "airplane_mode" },
          ],
          state,
        ),
      ];
    case "display":
      return [
        ...appBar("Display", true),
        list(
          "display_list",
          listBox,
          [
            { id: "dark_theme", title: "Dark theme", switchName: "dark_theme" },
            { id: "auto_rotate", title: "Auto-rotate screen", switchName: "auto_rotate" },
          ],
          state,
        ),
      ];
    case "security":
      return [
        ...appBar("Security", true),
        node("caption", band(BELOW_APP_BAR_PX, 48), { id: "pin_label", text: "PIN for the screen lock" }),
        field("pin", band(BELOW_APP_BAR_PX + 64, 96), "PIN", state),
      ];
    case "about":
      return [
        ...appBar("About phone", true),
        list(
          "about_list",
          listBox,
          [
            row("manufacturer", "Manufacturer", profile.manufacturer),
            row("model", "Model", profile.model),
            row("android_version", "Android version", profile.osVersion),
            row("serial_number", "Serial number", profile.serial),
          ],
          state,
        ),
      ];
    default:
      return assertNever(page);
  }
}

function row(id: string, title: string, summary: string, onTap?: Row["onTap"]): Row {
  return { id, title, summary, ...(onTap === undefined ? {} : { onTap }) };
}

function notes(state: UiState): readonly ViewNode[] {
  const rows = state.notes.map((text, index): Row => ({
    id: `note_${String(index + 1)}`,
    title: text,
    onLongPress: { kind: "delete_note", index },
  }));
  return [
    ...appBar("Notes", false),
    field("note", band(BELOW_APP_BAR_PX, 96), "New note", state),
    button("save_button", band(BELOW_APP_BAR_PX + 120, 96), "Save note", { kind: "save_note" }),
    list("notes_list", { ...band(BELOW_APP_BAR_PX + 240, 0), bottom: CONTENT.bottom }, rows, state),
  ];
}

function contacts(state: UiState): readonly ViewNode[] {
  const rows = CONTACTS.map((name, index): Row => ({
    id: `contact_${String(index + 1)}`,
    title: state.starred.has(name) ? `★ ${name}` : name,
    onTap: { kind: "open", page: { app: "contacts", contact: name } },
    onLongPress: { kind: "star", contact: name },
  }));
  return [
    ...appBar("Contacts", false),
    list("contacts_list", { ...band(BELOW_APP_BAR_PX, 0), bottom: CONTENT.bottom }, rows, state),
  ];
}

function contact(name: string, state: UiState): readonly ViewNode[] {
  const top = BELOW_APP_BAR_PX;
  return [
    ...appBar(name, true),
    node("caption", band(top, 48), { id: "phone_number", text: `+1 555 01${String(CONTACTS.indexOf(name) + 10)}` }),
    button("call_button", { left: 32, top: top + 80, right: 348, bottom: top + 176 }, "Call", {
      kind: "say",
      status: `Called ${name}`,
    }),
    button(
      "star_button",
      { left: 372, top: top + 80, right: 688, bottom: top + 176 },
      state.starred.has(name) ? "Remove star" : "Add star",
      { kind: "star", contact: name },
    ),
    node("caption", band(top + 200, 48), { id: "status", text: state.status }),
  ];
}

function keyguard(): View {
  return {
    appId: APP_IDS.systemUi,
    activity: "NotificationShade",
    root: screen([node("keyguard_clock", band(320, 160), { id: "keyguard_clock", text: "9:41" })]),
  };
}

function screen(children: readonly ViewNode[]): ViewNode {
  const all = { left: 0, top: 0, right: SCREEN.widthPx, bottom: SCREEN.heightPx };
  return node("group", all, { children: [node("group", CONTENT, { id: "content", children })] });
}
