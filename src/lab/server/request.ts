/** How a request says which device it means. */
export type RequestTarget =
  | { readonly by: "any" }
  | { readonly by: "usb" }
  | { readonly by: "local" }
  | { readonly by: "serial"; readonly serial: string }
  | { readonly by: "transport_id"; readonly transportId: number };

/** One request to an adb server. */
export type AdbRequest =
  /** About the server itself: `host:version`, `host:devices`. */
  | { readonly kind: "server"; readonly name: string }
  /** The list of devices, now and whenever it changes. */
  | { readonly kind: "track"; readonly format: "short" | "long" }
  /** Ties the connection to a device; what follows on it is for that device. */
  | { readonly kind: "switch"; readonly target: RequestTarget; readonly givesId: boolean }
  /** About a device, answered by the server. No target: the device that the connection is tied to, else any. */
  | { readonly kind: "query"; readonly target: RequestTarget | undefined; readonly name: string }
  | { readonly kind: "wait"; readonly target: RequestTarget; readonly state: string }
  /** For the device itself. */
  | { readonly kind: "service"; readonly name: string };

const SERVER_NAMES: ReadonlySet<string> = new Set([
  "devices",
  "devices-l",
  "host-features",
  "kill",
  "list-forward",
  "version",
]);

const QUERY_NAME = "(?:wait-for-|get-|features$|forward:|killforward|list-forward|reconnect)";

/** Reads a request. What is none of the server's is for the device. */
export function parseRequest(text: string): AdbRequest {
  const bySerial = new RegExp(`^host-serial:(.+?):(${QUERY_NAME}.*)$`, "s").exec(text);
  if (bySerial) return aboutDevice({ by: "serial", serial: bySerial[1] ?? "" }, bySerial[2] ?? "");
  const byTransport = /^host-transport-id:(\d+):(.+)$/s.exec(text);
  if (byTransport) {
    return aboutDevice({ by: "transport_id", transportId: Number(byTransport[1]) }, byTransport[2] ?? "");
  }
  if (text.startsWith("host-usb:")) return aboutDevice({ by: "usb" }, text.slice("host-usb:".length));
  if (text.startsWith("host-local:")) return aboutDevice({ by: "local" }, text.slice("host-local:".length));
  if (!text.startsWith("host:")) return { kind: "service", name: text };

  const name = text.slice("host:".length);
  if (name === "track-devices") return { kind: "track", format: "short" };
  if (name === "track-devices-l") return { kind: "track", format: "long" };
  if (SERVER_NAMES.has(name)) return { kind: "server", name };
  return switchRequest(name) ?? aboutDevice(undefined, name);
}

function switchRequest(name: string): AdbRequest | undefined {
  const transport = /^transport(?:-(any|usb|local)|-id:(\d+)|:(.+))$/s.exec(name);
  if (transport) {
    const [, kind, id, serial] = transport;
    return { kind: "switch", target: toTarget(kind, id, serial), givesId: false };
  }
  const tport = /^tport:(?:(any|usb|local)|serial:(.+))$/s.exec(name);
  if (tport) return { kind: "switch", target: toTarget(tport[1], undefined, tport[2]), givesId: true };
  return undefined;
}

function toTarget(kind: string | undefined, id: string | undefined, serial: string | undefined): RequestTarget {
  if (id !== undefined) return { by: "transport_id", transportId: Number(id) };
  if (serial !== undefined) return { by: "serial", serial };
  return kind === "usb" || kind === "local" ? { by: kind } : { by: "any" };
}

function aboutDevice(target: RequestTarget | undefined, name: string): AdbRequest {
  const wait = /^wait-for-(any|usb|local)-(\S+)$/.exec(name);
  if (wait) return { kind: "wait", target: target ?? toTarget(wait[1], undefined, undefined), state: wait[2] ?? "" };
  return { kind: "query", target, name };
}
