/** What a phone shows in front. */
export type Page =
  | { readonly app: "home" }
  | { readonly app: "recents" }
  | { readonly app: "settings"; readonly page: SettingsPage }
  | { readonly app: "notes" }
  | { readonly app: "contacts"; readonly contact: string | undefined }
  | { readonly app: "browser"; readonly url: string }
  /** An app that the lab knows only by its id: an installed one. */
  | { readonly app: "other"; readonly appId: string };

/** Pages of the settings app. */
export type SettingsPage = "root" | "network" | "display" | "security" | "about";
/** The text fields of all pages. */
export type FieldName = "search" | "note" | "pin";
/** What can be switched on and off. */
export type SwitchName = "torch" | "wifi" | "mobile_data" | "airplane_mode" | "dark_theme" | "auto_rotate";

/** Everything that the screen depends on. Immutable: a change gives a new value, so a picture can be kept for a state. */
export interface UiState {
  readonly isAwake: boolean;
  /** The way back, never empty: the home screen first, what is in front last. */
  readonly pages: readonly [Page, ...Page[]];
  /** The pages that were opened, last first, one per app. */
  readonly recent: readonly Page[];
  /** The field that typed text goes to; the keyboard is up while there is one. */
  readonly focus: FieldName | undefined;
  readonly fields: Readonly<Record<FieldName, string>>;
  readonly switches: Readonly<Record<SwitchName, boolean>>;
  /** How far each list is scrolled, in pixels, by the list's name. */
  readonly scrollPx: ReadonlyMap<string, number>;
  /** Rows of the home list that were tapped. */
  readonly ticked: ReadonlySet<string>;
  readonly starred: ReadonlySet<string>;
  readonly notes: readonly string[];
  readonly helloCount: number;
  /** The line under the buttons that says what happened last. */
  readonly status: string;
}

/** One thing that a finger, a key or a command does to the screen. */
export type UiAction =
  | { readonly kind: "open"; readonly page: Page }
  | { readonly kind: "focus"; readonly field: FieldName }
  | { readonly kind: "toggle"; readonly name: SwitchName }
  | { readonly kind: "say_hello" }
  | { readonly kind: "say"; readonly status: string }
  | { readonly kind: "tick"; readonly row: string }
  | { readonly kind: "star"; readonly contact: string }
  | { readonly kind: "save_note" }
  | { readonly kind: "delete_note"; readonly index: number }
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "erase" }
  | { readonly kind: "enter" }
  | { readonly kind: "scroll"; readonly list: string; readonly toPx: number }
  /** The system's way back: first the keyboard goes, then the page. */
  | { readonly kind: "back" }
  /** The app's own way back. */
  | { readonly kind: "up" }
  | { readonly kind: "home" }
  /** Takes an app's pages off the screen. */
  | { readonly kind: "leave"; readonly isOfApp: (page: Page) => boolean }
  | { readonly kind: "clear_notes" }
  | { readonly kind: "set_awake"; readonly isAwake: boolean };

const HOME: Page = { app: "home" };

/** The screen after boot. */
export const FIRST_UI_STATE: UiState = {
  isAwake: true,
  pages: [HOME],
  recent: [],
  focus: undefined,
  fields: { search: "", note: "", pin: "" },
  switches: {
    torch: false,
    wifi: true,
    mobile_data: true,
    airplane_mode: false,
    dark_theme: false,
    auto_rotate: true,
  },
  scrollPx: new Map(),
  ticked: new Set(),
  starred: new Set(),
  notes: ["Buy milk", "Call the garage"],
  helloCount: 0,
  status: "Ready",
};

/** The page in front. */
export function frontPage(state: UiState): Page {
  return state.pages.at(-1) ?? HOME;
}

/** The state after an action. */
export function applyAction(state: UiState, action: UiAction): UiState {
  switch (action.kind) {
    case "open":
      return open(state, action.page);
    case "focus":
      return { ...state, focus: action.field };
    case "toggle":
      return toggle(state, action.name);
    case "say_hello":
      return { ...state, helloCount: state.helloCount + 1, status: `Hello number ${state.helloCount + 1}` };
    case "say":
      return { ...state, status: action.status };
    case "tick":
      return { ...state, ticked: flip(state.ticked, action.row) };
    case "star":
      return { ...state, starred: flip(state.starred, action.contact) };
    case "save_note":
      if (state.fields.note === "") return state;
      return { ...state, notes: [state.fields.note, ...state.notes], fields: { ...state.fields, note: "" } };
    case "delete_note":
      return { ...state, notes: state.notes.filter((_, index) => index !== action.index) };
    case "type":
      return editField(state, (text) => text + action.text);
    case "erase":
      return editField(state, (text) => [...text].slice(0, -1).join(""));
    case "enter":
      return enter(state);
    case "scroll":
      return { ...state, scrollPx: new Map([...state.scrollPx, [action.list, action.toPx]]) };
    case "back":
      return state.focus === undefined ? up(state) : { ...state, focus: undefined };
    case "up":
      return up(state);
    case "home":
      return { ...state, pages: [HOME], focus: undefined };
    case "leave":
      return {
        ...state,
        pages: [HOME, ...state.pages.slice(1).filter((page) => !action.isOfApp(page))],
        recent: state.recent.filter((page) => !action.isOfApp(page)),
        focus: action.isOfApp(frontPage(state)) ? undefined : state.focus,
      };
    case "clear_notes":
      return { ...state, notes: [], fields: { ...state.fields, note: "" } };
    case "set_awake":
      return { ...state, isAwake: action.isAwake };
  }
}

/** Recents is a page that one leaves for another: it stays neither in the way back nor in itself. */
function open(state: UiState, page: Page): UiState {
  const [first, ...rest] = state.pages;
  const pages: UiState["pages"] = [first, ...rest.filter((other) => other.app !== "recents"), page];
  if (page.app === "recents") return { ...state, pages, focus: undefined };
  const recent = [page, ...state.recent.filter((other) => appKey(other) !== appKey(page))];
  return { ...state, pages, recent, focus: undefined };
}

function appKey(page: Page): string {
  return page.app === "other" ? page.appId : page.app;
}

function toggle(state: UiState, name: SwitchName): UiState {
  const isOn = !state.switches[name];
  const switches = { ...state.switches, [name]: isOn };
  return name === "torch"
    ? { ...state, switches, status: isOn ? "Torch is on" : "Torch is off" }
    : { ...state, switches };
}

function flip(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  return set.has(item) ? new Set([...set].filter((other) => other !== item)) : new Set([...set, item]);
}

function editField(state: UiState, edit: (text: string) => string): UiState {
  if (state.focus === undefined) return state;
  return { ...state, fields: { ...state.fields, [state.focus]: edit(state.fields[state.focus]) } };
}

function enter(state: UiState): UiState {
  switch (state.focus) {
    case "search":
      return { ...state, focus: undefined, status: `No results for “${state.fields.search}”` };
    case "note":
      return applyAction(state, { kind: "save_note" });
    case "pin":
      return { ...state, focus: undefined };
    case undefined:
      return state;
  }
}

/** The home screen stays. */
function up(state: UiState): UiState {
  return { ...state, pages: [HOME, ...state.pages.slice(1, -1)], focus: undefined };
}
