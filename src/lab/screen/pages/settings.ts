import { assertNever } from "../../../core/assertNever.js";
import { appBar, band, BELOW_APP_BAR_PX, CONTENT, field, list, type Row, subPageBar } from "../layout.js";
import type { Scene } from "../scene.js";
import type { SettingsPage, UiAction, UiState } from "../uiState.js";
import { node, type ViewNode } from "../view.js";

/** The settings app: a list of pages, and the pages. */
export function settingsPage(page: SettingsPage, { state, profile }: Scene): readonly ViewNode[] {
  switch (page) {
    case "root":
      return [...appBar("Settings"), settingsList("settings_list", rootRows(profile.model), state)];
    case "network":
      return [...subPageBar("Network & internet"), settingsList("network_list", networkRows(state), state)];
    case "display":
      return [...subPageBar("Display"), settingsList("display_list", DISPLAY_ROWS, state)];
    case "security":
      return [
        ...subPageBar("Security"),
        node("caption", band(BELOW_APP_BAR_PX, 48), { id: "pin_label", text: "PIN for the screen lock" }),
        field({ name: "pin", box: band(BELOW_APP_BAR_PX + 64, 96), hint: "PIN" }, state),
      ];
    case "about": {
      const rows = [
        { id: "device_name", title: "Device name", summary: profile.name },
        { id: "manufacturer", title: "Manufacturer", summary: profile.manufacturer },
        { id: "model", title: "Model", summary: profile.model },
        { id: "android_version", title: "Android version", summary: profile.osVersion },
        { id: "serial_number", title: "Serial number", summary: profile.serial },
      ];
      return [...subPageBar("About phone"), settingsList("about_list", rows, state)];
    }
    default:
      return assertNever(page);
  }
}

function settingsList(name: string, rows: readonly Row[], state: UiState): ViewNode {
  return list({ name, box: { ...band(BELOW_APP_BAR_PX, 0), bottom: CONTENT.bottom }, rows }, state);
}

function rootRows(model: string): readonly Row[] {
  return [
    { id: "network", title: "Network & internet", summary: "Wi-Fi, mobile data", onTap: opens("network") },
    { id: "display", title: "Display", summary: "Dark theme, rotation", onTap: opens("display") },
    { id: "security", title: "Security", summary: "Screen lock", onTap: opens("security") },
    { id: "about", title: "About phone", summary: model, onTap: opens("about") },
  ];
}

function opens(page: SettingsPage): UiAction {
  return { kind: "open", page: { app: "settings", page } };
}

function networkRows({ switches }: UiState): readonly Row[] {
  return [
    { id: "wifi", title: "Wi-Fi", summary: switches.wifi ? "LabNet" : "Off", switchName: "wifi" },
    { id: "mobile_data", title: "Mobile data", switchName: "mobile_data" },
    { id: "airplane_mode", title: "Airplane mode", switchName: "airplane_mode" },
  ];
}

const DISPLAY_ROWS: readonly Row[] = [
  { id: "dark_theme", title: "Dark theme", switchName: "dark_theme" },
  { id: "auto_rotate", title: "Auto-rotate screen", switchName: "auto_rotate" },
];
