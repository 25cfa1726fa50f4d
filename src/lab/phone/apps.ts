import type { Page } from "../screen/uiState.js";

/** Package names of the apps that every phone has. */
export const APP_IDS = {
  systemUi: "com.android.systemui",
  settings: "com.android.settings",
  launcher: "org.automobile.lab.home",
  browser: "org.automobile.lab.browser",
  notes: "org.automobile.lab.notes",
  contacts: "org.automobile.lab.contacts",
} as const;

/** An installed package. */
export interface LabApp {
  readonly appId: string;
  readonly isSystem: boolean;
  readonly apkPath: string;
  /** The activity that a launcher starts, in full; `undefined` for a package without one. */
  readonly activity: string | undefined;
  /** What it shows when it is started. */
  readonly page: Page | undefined;
}

/** What is installed on a new phone, by package name. */
export const FIRST_APPS: readonly LabApp[] = [
  withoutScreen("android", "/system/framework/framework-res.apk"),
  withoutScreen("com.android.inputmethod.latin", "/system/app/LatinIME/LatinIME.apk"),
  withoutScreen("com.android.providers.settings", "/system/priv-app/SettingsProvider/SettingsProvider.apk"),
  withoutScreen("com.android.shell", "/system/priv-app/Shell/Shell.apk"),
  withoutScreen(APP_IDS.systemUi, "/system/system_ext/priv-app/SystemUI/SystemUI.apk"),
  {
    appId: APP_IDS.settings,
    isSystem: true,
    apkPath: "/system/system_ext/priv-app/Settings/Settings.apk",
    activity: `${APP_IDS.settings}.Settings`,
    page: { app: "settings", page: "root" },
  },
  {
    appId: APP_IDS.launcher,
    isSystem: true,
    apkPath: "/system/priv-app/LabHome/LabHome.apk",
    activity: undefined,
    page: { app: "home" },
  },
  {
    appId: APP_IDS.browser,
    isSystem: true,
    apkPath: "/system/app/LabBrowser/LabBrowser.apk",
    activity: `${APP_IDS.browser}.MainActivity`,
    page: { app: "browser", url: "about:blank" },
  },
  userApp(APP_IDS.notes, { app: "notes" }),
  userApp(APP_IDS.contacts, { app: "contacts", contact: undefined }),
];

/** An app as an installation leaves it. */
export function userApp(appId: string, page: Page = { app: "other", appId }): LabApp {
  return {
    appId,
    isSystem: false,
    apkPath: `/data/app/~~lab==/${appId}-1/base.apk`,
    activity: `${appId}.MainActivity`,
    page,
  };
}

/** Whose window a page is. */
export function appOfPage(page: Page): string {
  return page.app === "other" ? page.appId : APP_OF_PAGE[page.app];
}

const APP_OF_PAGE = {
  home: APP_IDS.launcher,
  recents: APP_IDS.launcher,
  settings: APP_IDS.settings,
  notes: APP_IDS.notes,
  contacts: APP_IDS.contacts,
  browser: APP_IDS.browser,
} as const;

function withoutScreen(appId: string, apkPath: string): LabApp {
  return { appId, isSystem: true, apkPath, activity: undefined, page: undefined };
}
