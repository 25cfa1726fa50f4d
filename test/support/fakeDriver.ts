import type { Platform } from "../../src/core/refusal.js";
import type {
  DeviceDriver,
  DeviceFacts,
  InstalledApp,
  LogLine,
  Screenshot,
  UiNode,
  UiTree,
} from "../../src/devices/deviceDriver.js";

/** A driver that moves nothing and writes down what it was told. */
export interface FakeDriver extends DeviceDriver {
  /** One line per exchange, oldest first, for example `tap 10,20`. */
  readonly received: readonly string[];
}

/** What a fake device shows; each has a plain default. */
export interface FakeScreen {
  readonly platform?: Platform;
  readonly tree?: UiTree;
  readonly facts?: DeviceFacts;
  readonly screenshot?: Screenshot;
  readonly apps?: readonly InstalledApp[];
  readonly logs?: readonly LogLine[];
}

/** Makes a driver of a 1000 x 2000 phone with an empty screen. */
export function fakeDriver(screen: FakeScreen = {}): FakeDriver {
  const received: string[] = [];
  const note = async (line: string): Promise<void> => {
    received.push(line);
  };
  return {
    platform: screen.platform ?? "android",
    received,
    facts: async () => {
      await note("facts");
      return screen.facts ?? fakeFacts();
    },
    uiTree: async () => {
      await note("uiTree");
      return screen.tree ?? fakeTree([]);
    },
    screenshot: async () => {
      await note("screenshot");
      return screen.screenshot ?? fakeScreenshot();
    },
    listApps: async (range) => {
      await note(`listApps ${range}`);
      return screen.apps ?? [];
    },
    tap: (point) => note(`tap ${point.x},${point.y}`),
    longPress: (point) => note(`longPress ${point.x},${point.y}`),
    swipe: ({ from, to, durationMs }) => note(`swipe ${from.x},${from.y} ${to.x},${to.y} ${durationMs} ms`),
    inputText: (text) => note(`inputText ${text}`),
    pressButton: (button) => note(`pressButton ${button}`),
    launchApp: (appId) => note(`launchApp ${appId}`),
    terminateApp: (appId) => note(`terminateApp ${appId}`),
    logs: async ({ lines, appId, level }) => {
      await note(`logs ${lines} ${level} ${appId ?? "of all apps"}`);
      return screen.logs ?? [];
    },
    openUrl: (url) => note(`openUrl ${url}`),
    installApp: async (path, _signal, onProgress) => {
      await note(`installApp ${path}`);
      onProgress({ done: 1, total: 1, message: "sent" });
    },
    uninstallApp: (appId) => note(`uninstallApp ${appId}`),
    clearAppData: (appId) => note(`clearAppData ${appId}`),
    setOrientation: (orientation) => note(`setOrientation ${orientation}`),
    shutDown: () => note("shutDown"),
  };
}

/** A screen with these nodes, in front of `com.example.app`. */
export function fakeTree(roots: readonly UiNode[], changes: Partial<UiTree> = {}): UiTree {
  return { roots, foregroundApp: "com.example.app", isScreenOn: true, ...changes };
}

/** A plain, enabled, visible text of the app in front, 100 pixels square. */
export function fakeNode(changes: Partial<UiNode> = {}): UiNode {
  return {
    role: "android.widget.TextView",
    text: undefined,
    label: undefined,
    resourceId: undefined,
    appId: "com.example.app",
    bounds: { left: 0, top: 0, right: 100, bottom: 100 },
    isClickable: false,
    isEnabled: true,
    isFocused: false,
    isScrollable: false,
    isChecked: undefined,
    isPassword: false,
    children: [],
    ...changes,
  };
}

/** A phone that told only its screen. */
export function fakeFacts(changes: Partial<DeviceFacts> = {}): DeviceFacts {
  return {
    manufacturer: undefined,
    model: undefined,
    osVersion: undefined,
    apiLevel: undefined,
    screen: { widthPx: 1000, heightPx: 2000, densityDpi: undefined },
    isScreenOn: undefined,
    batteryPercent: undefined,
    ...changes,
  };
}

/** Bytes that stand for a picture; they are no PNG. */
export function fakeScreenshot(changes: Partial<Screenshot> = {}): Screenshot {
  return {
    png: new Uint8Array([1, 2, 3]),
    widthPx: 1000,
    heightPx: 2000,
    strippedText: undefined,
    isScreenOn: true,
    ...changes,
  };
}
