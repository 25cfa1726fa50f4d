import { assertNever } from "../core/assertNever.js";
import type { Device } from "../devices/device.js";
import type { Snapshot, SourceReport } from "../devices/inventory.js";
import { adviseOnState, toStateWord } from "../targeting/deviceStates.js";
import type { Paint } from "./output.js";
import { renderTable, type Cell } from "./table.js";
import { toTerminalLine } from "./terminalText.js";

const NOTHING_ATTACHED = [
  "No device is attached.",
  "",
  "  Android: connect a phone with USB debugging switched on, or start an emulator.",
  "  Neither at hand: automobile demo shows it all on virtual phones, and --lab 2 gives any command two of them.",
];

const NOT_LOOKED_EVERYWHERE = "No device was found, but not every place could be looked at:";

/** One snapshot for a person: the devices, what keeps each from being used and what helps, and how each source ended. */
export function renderSnapshot(snapshot: Snapshot, paint: Paint): readonly string[] {
  const { sources } = snapshot;
  return [...renderFound(snapshot, paint), "", ...sources.flatMap((report) => renderSource(report, paint))];
}

function renderFound({ devices, sources }: Snapshot, paint: Paint): readonly string[] {
  if (devices.length > 0) return renderDevices(devices, paint);
  return sources.some(({ outcome }) => outcome === "failed") ? [NOT_LOOKED_EVERYWHERE] : NOTHING_ATTACHED;
}

function renderDevices(devices: readonly Device[], paint: Paint): readonly string[] {
  const head = ["DEVICE", "PLATFORM", "NAME", "MODEL", "OS", "KIND", "STATE"].map((text) => ({
    text,
    paint: paint.dim,
  }));
  const [headLine = "", ...lines] = renderTable([head, ...devices.map((device) => toRow(device, paint))]);
  return [headLine, ...devices.flatMap((device, index) => [lines[index] ?? "", ...renderRemarks(device, paint)])];
}

function toRow(device: Device, paint: Paint): readonly Cell[] {
  const isReady = device.state.is === "ready";
  return [
    { text: toTerminalLine(device.id), paint: isReady ? paint.name : paint.dim },
    { text: device.platform },
    { text: toTerminalLine(device.name) },
    { text: toTerminalLine(device.model ?? "") },
    { text: toTerminalLine(device.osVersion ?? "") },
    { text: device.kind },
    { text: toTerminalLine(toStateWord(device.state)), paint: isReady ? paint.good : paint.doubt },
  ];
}

function renderRemarks({ state, aliases, limits = [] }: Device, paint: Paint): readonly string[] {
  const { meaning, remedy } = adviseOnState(state);
  const alias = aliases.map(({ id, state: own }) => `${toTerminalLine(id)} (${toTerminalLine(toStateWord(own))})`);
  return [
    ...(state.is === "ready" ? [] : [`  ${paint.dim("→")} ${toTerminalLine(meaning)}. ${remedy}`]),
    ...limits.map((limit) => `  ${paint.dim("→")} ${toTerminalLine(limit.meaning)}. ${limit.remedy}`),
    ...(alias.length === 0 ? [] : [`  ${paint.dim(`the same device is also attached as ${alias.join(", ")}`)}`]),
  ];
}

function renderSource(report: SourceReport, paint: Paint): readonly string[] {
  const name = toTerminalLine(report.source);
  switch (report.outcome) {
    case "complete":
      return [`${paint.good("✓")} ${name}: the list is complete`];
    case "failed": {
      const { code, message, hint } = report.refusal;
      return [
        `${paint.bad("✗")} ${name}: ${toTerminalLine(message)} ${paint.dim(`(${code})`)}`,
        `  ${paint.dim("→")} ${hint}`,
      ];
    }
    case "absent":
      return [paint.dim(`- ${name}: not on this machine (${toTerminalLine(report.reason)})`)];
    default:
      return assertNever(report);
  }
}
