import type { DeviceFacts } from "../deviceDriver.js";
import { shellFailed } from "./androidRefusals.js";
import type { DeviceShell } from "./deviceShell.js";
import type { ProbeFacts } from "./probe.js";
import { parseScreenPower, SCREEN_POWER } from "./screenPower.js";
import { inSections, splitTextSections } from "./sections.js";
import { shell } from "./shellCommand.js";

const FACTS_COMMAND = inSections(shell`wm size`, shell`wm density`, shell`dumpsys battery`, SCREEN_POWER);

/** Whom to ask, and what it said of itself when it was attached. */
export interface FactsQuestion {
  readonly shell: DeviceShell;
  readonly facts: ProbeFacts | undefined;
}

/**
 * What the device is and how it stands now. What cannot change while it is attached is not asked again.
 *
 * @throws Refusal `command_failed` when it does not tell the size of its screen.
 */
export async function readFacts({ shell: device, facts }: FactsQuestion, signal: AbortSignal): Promise<DeviceFacts> {
  const what = "tell the size of its screen";
  const { stdout, stderr } = await device.run({ command: FACTS_COMMAND, what, intent: "reads" }, signal);
  const [size = "", density = "", battery = "", power = ""] = splitTextSections(stdout, 4);
  const screen = parseSize(size);
  if (screen === undefined) throw shellFailed(device.deviceId, { what, output: `${size} ${stderr}` });
  return {
    manufacturer: facts?.manufacturer,
    model: facts?.model,
    osVersion: facts?.osVersion,
    apiLevel: facts?.apiLevel,
    screen: { ...screen, densityDpi: parseDensity(density) },
    isScreenOn: parseScreenPower(power),
    batteryPercent: parseBattery(battery),
  };
}

/** An override, where somebody set one, is what coordinates refer to. */
function parseSize(text: string): { readonly widthPx: number; readonly heightPx: number } | undefined {
  const match = /Override size: (\d+)x(\d+)/.exec(text) ?? /Physical size: (\d+)x(\d+)/.exec(text);
  return match === null ? undefined : { widthPx: Number(match[1]), heightPx: Number(match[2]) };
}

function parseDensity(text: string): number | undefined {
  const match = /Override density: (\d+)/.exec(text) ?? /Physical density: (\d+)/.exec(text);
  return match === null ? undefined : Number(match[1]);
}

function parseBattery(text: string): number | undefined {
  const level = /^\s*level: (\d+)/m.exec(text)?.[1];
  const scale = /^\s*scale: (\d+)/m.exec(text)?.[1] ?? "100";
  if (level === undefined || Number(scale) === 0) return undefined;
  return Math.round((Number(level) / Number(scale)) * 100);
}
