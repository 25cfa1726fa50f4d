import { assertNever } from "../../core/assertNever.js";
import { APP_IDS, appOfPage } from "../phone/apps.js";
import { appBar, band, BELOW_APP_BAR_PX, CONTENT, list } from "./layout.js";
import { contactPage, contactsPage } from "./pages/contacts.js";
import { homePage } from "./pages/home.js";
import { notesPage } from "./pages/notes.js";
import { settingsPage } from "./pages/settings.js";
import type { Scene } from "./scene.js";
import { frontPage, type Page } from "./uiState.js";
import { node, SCREEN, type View, type ViewNode } from "./view.js";

/** What the phone shows. */
export function viewOf(scene: Scene): View {
  if (!scene.state.isAwake) return KEYGUARD;
  const page = frontPage(scene.state);
  const appId = appOfPage(page);
  return { appId, activity: `${appId}.${ACTIVITIES[page.app]}`, root: screen(pageNodes(page, scene)) };
}

const ACTIVITIES: Readonly<Record<Page["app"], string>> = {
  home: "HomeActivity",
  recents: "RecentsActivity",
  settings: "Settings",
  notes: "MainActivity",
  contacts: "MainActivity",
  browser: "MainActivity",
  other: "MainActivity",
};

function pageNodes(page: Page, scene: Scene): readonly ViewNode[] {
  switch (page.app) {
    case "home":
      return homePage(scene);
    case "recents":
      return recentsPage(scene);
    case "settings":
      return settingsPage(page.page, scene);
    case "notes":
      return notesPage(scene);
    case "contacts":
      return page.contact === undefined ? contactsPage(scene) : contactPage(page.contact, scene);
    case "browser":
      return [
        ...appBar(TITLES.browser),
        node("caption", band(BELOW_APP_BAR_PX, 56), { id: "url_bar", text: page.url }),
        node("title", band(BELOW_APP_BAR_PX + 96, 80), { id: "page_title", text: "A page of the lab" }),
      ];
    case "other":
      return [
        ...appBar(page.appId),
        node("caption", band(BELOW_APP_BAR_PX, 56), { id: "message", text: "An app that was installed here" }),
      ];
    default:
      return assertNever(page);
  }
}

const TITLES: Readonly<Record<Exclude<Page["app"], "other">, string>> = {
  home: "Home",
  recents: "Recent apps",
  settings: "Settings",
  notes: "Notes",
  contacts: "Contacts",
  browser: "Browser",
};

function recentsPage({ state }: Scene): readonly ViewNode[] {
  const rows = state.recent.map((page) => ({
    id: `recent_${page.app}`,
    title: page.app === "other" ? page.appId : TITLES[page.app],
    onTap: { kind: "open", page } as const,
  }));
  const box = { ...band(BELOW_APP_BAR_PX, 0), bottom: CONTENT.bottom };
  return [...appBar(TITLES.recents), list({ name: "recents_list", box, rows }, state)];
}

function screen(children: readonly ViewNode[]): ViewNode {
  const all = { left: 0, top: 0, right: SCREEN.widthPx, bottom: SCREEN.heightPx };
  return node("group", all, { children: [node("group", CONTENT, { id: "content", children })] });
}

/** What lies over everything while the display is off. */
const KEYGUARD: View = {
  appId: APP_IDS.systemUi,
  activity: "NotificationShade",
  root: screen([node("keyguard_clock", band(320, 160), { id: "keyguard_clock", text: "9:41" })]),
};
