import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { readFileSync } from "node:fs";
import { parseJson } from "../../src/core/parseJson.js";
import { propertyOf } from "../../src/devices/ios/foreignJson.js";

const PICTURE = readFileSync(new URL("../fixtures/simctl/screen.png", import.meta.url));

/** What runs where the WDA runs. */
export interface StubDevice {
  readonly isSimulator: boolean;
  readonly osVersion: string;
  /** The app in front and its process, as they are now. */
  front(): { readonly bundleId: string; readonly pid: number };
}

/** One request as it came, its session taken out of the path. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** How a WDA behaves that is not well. */
export type StubFault = "hangs" | "breaks_off" | "answers_html";

/** A WebDriverAgent over real HTTP, as far as its public protocol is used here. */
export interface StubWebDriverAgent {
  readonly url: string;
  readonly port: number;
  /** Everything that was asked of it, oldest first. */
  readonly requests: readonly StubRequest[];
  /** Requests that change something on the device or in the agent. */
  acts(): readonly StubRequest[];
  /** What has been typed into the focused field. */
  typed(): string;
  orientation(): string;
  isLocked(): boolean;
  /** The open session, whoever opened it. */
  sessionId(): string | undefined;
  openSession(id: string): void;
  /** What `/source` answers. */
  show(source: unknown): void;
  /** What the next request to this path meets. */
  failNext(path: string, fault: StubFault | { readonly error: string; readonly message: string }): void;
  /** As after a restart: the session is gone. */
  restart(): void;
  close(): Promise<void>;
}

/** A screen with a title, a field and a button, in points. */
export const STUB_SCREEN = {
  type: "Application",
  rawIdentifier: null,
  name: "Notes",
  value: null,
  label: "Notes",
  rect: { x: 0, y: 0, width: 393, height: 852 },
  isEnabled: "1",
  isVisible: "1",
  children: [
    element("StaticText", { label: "New note", rect: { x: 16, y: 60, width: 200, height: 30 } }),
    element("TextField", {
      label: "Title",
      value: "Groceries",
      id: "title",
      rect: { x: 16, y: 100, width: 361, height: 44 },
    }),
    element("Switch", { label: "Pinned", value: "1", rect: { x: 300, y: 160, width: 51, height: 31 } }),
    element("Button", { label: "Save", id: "save", rect: { x: 100.5, y: 700, width: 100, height: 44 } }),
    element("Button", { label: "Hidden", isVisible: "0", rect: { x: 0, y: 2000, width: 100, height: 44 } }),
  ],
} as const;

/** Starts a WDA on a free port of 127.0.0.1, or on the port given. */
export async function stubWebDriverAgent(device: StubDevice, port = 0): Promise<StubWebDriverAgent> {
  const requests: StubRequest[] = [];
  const faults = new Map<string, StubFault | { readonly error: string; readonly message: string }>();
  const state = { typed: "", orientation: "PORTRAIT", isLocked: false, opened: 0 };
  let source: unknown = STUB_SCREEN;
  let sessionId: string | undefined;

  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, session, path = ""] = /^(?:\/session\/([^/?]+))?([^?]*)/.exec(request.url ?? "") ?? [];
    const body = parseJson((await text(request)) || "{}");
    const asked = { method: request.method ?? "", path, body };
    requests.push(asked);
    const fault = faults.get(path);
    faults.delete(path);
    if (fault === "hangs") return;
    if (fault === "breaks_off") {
      response.destroy();
      return;
    }
    if (fault === "answers_html") {
      response.end("<html>404</html>");
      return;
    }
    if (fault !== undefined) {
      refuse(response, fault.error, fault.message);
      return;
    }
    if (session !== undefined && session !== sessionId) {
      refuse(response, "invalid session id", "Session does not exist");
      return;
    }
    const known = handle(asked);
    const value = known === undefined && session !== undefined ? handleInSession(asked) : known;
    if (value === undefined) {
      refuse(response, "unknown command", `Unhandled endpoint: ${path}`);
      return;
    }
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ value, sessionId: sessionId ?? null }));
  }

  /** What needs no session. `undefined` for what the WDA does not know. */
  function handle({ method, path }: StubRequest): unknown {
    const front = device.front();
    switch (`${method} ${path}`) {
      case "GET /status":
        return {
          ready: true,
          message: "WebDriverAgent is ready to accept commands",
          state: "success",
          os: { name: "iOS", version: device.osVersion, sdkVersion: "18.2", testmanagerdVersion: 65535 },
          ios: { ip: null, ...(device.isSimulator ? { simulatorVersion: device.osVersion } : {}) },
          build: { time: "Jan 27 2026 10:00:00", productBundleIdentifier: "com.facebook.WebDriverAgentRunner" },
          device: "iphone",
        };
      case "POST /session":
        state.opened += 1;
        sessionId = `0C0FFEE0-0000-4000-8000-00000000000${state.opened}`;
        return { sessionId, capabilities: { device: "iphone", sdkVersion: device.osVersion } };
      case "GET /wda/activeAppInfo":
        return { pid: front.pid, bundleId: front.bundleId, name: "", processArguments: { args: [], env: {} } };
      case "GET /wda/locked":
        return state.isLocked;
      case "GET /wda/screen":
        return { screenSize: { width: 393, height: 852 }, statusBarSize: { width: 393, height: 54 }, scale: 3 };
      case "GET /source":
        return source;
      case "GET /screenshot":
        return PICTURE.toString("base64");
      case "POST /wda/lock":
      case "POST /wda/unlock":
        state.isLocked = path === "/wda/lock";
        return null;
      default:
        return undefined;
    }
  }

  /** What only an open session knows. */
  function handleInSession({ method, path, body }: StubRequest): unknown {
    switch (`${method} ${path}`) {
      case "DELETE ":
        sessionId = undefined;
        return null;
      case "POST /wda/keys": {
        const keys = propertyOf(body, "value");
        state.typed += Array.isArray(keys) ? keys.join("") : "";
        return null;
      }
      case "POST /orientation":
        state.orientation = String(propertyOf(body, "orientation"));
        return null;
      case "GET /wda/batteryInfo":
        return device.isSimulator ? { level: -1, state: 0 } : { level: 0.73, state: 2 };
      case "POST /actions":
      case "POST /wda/pressButton":
      case "POST /url":
        return null;
      default:
        return undefined;
    }
  }

  const listening = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error("no TCP address"));
    });
  });

  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    requests,
    acts: () => requests.filter(({ method }) => method !== "GET"),
    typed: () => state.typed,
    orientation: () => state.orientation,
    isLocked: () => state.isLocked,
    sessionId: () => sessionId,
    openSession(id) {
      sessionId = id;
    },
    show(screen) {
      source = screen;
    },
    failNext(path, fault) {
      faults.set(path, fault);
    },
    restart() {
      sessionId = undefined;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

function refuse(response: ServerResponse, error: string, message: string): void {
  response.statusCode = error === "invalid argument" || error === "invalid element state" ? 400 : 404;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ value: { error, message, traceback: "" }, sessionId: null }));
}

function element(
  type: string,
  about: { label: string; rect: object; value?: string; id?: string; isVisible?: string },
): object {
  const { label, rect, value = null, id = null, isVisible = "1" } = about;
  return { type, rawIdentifier: id, name: id ?? label, value, label, rect, isEnabled: "1", isVisible };
}
