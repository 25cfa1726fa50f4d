import type { AttachedPhone } from "../roster.js";

/** States in which a device has told nothing of itself yet. */
const SILENT_STATES: ReadonlySet<string> = new Set(["authorizing", "connecting", "offline", "unauthorized"]);

/** Whether a device in this state can be talked to. */
export function isTalking(adbState: string): boolean {
  return !SILENT_STATES.has(adbState);
}

/** The answer to `host:devices`: id, tab, state. */
export function shortList(attached: readonly AttachedPhone[]): string {
  return attached.map(({ phone, adbState }) => `${phone.profile().id}\t${adbState}\n`).join("");
}

/** The answer to `host:devices-l`: the same in columns, with what each device is. */
export function longList(attached: readonly AttachedPhone[]): string {
  return attached.map(longLine).join("");
}

function longLine(entry: AttachedPhone): string {
  const { id, kind, product, model, device } = entry.phone.profile();
  const facts = [
    ...(kind === "hardware" ? [`usb:1-${entry.transportId}`] : []),
    ...(isTalking(entry.adbState)
      ? [`product:${clean(product)}`, `model:${clean(model)}`, `device:${clean(device)}`]
      : []),
    `transport_id:${entry.transportId}`,
  ];
  return `${id.padEnd(22)} ${entry.adbState} ${facts.join(" ")}\n`;
}

/** adb prints letters and digits of these as they are, and an underscore for everything else. */
function clean(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, "_");
}
