import type { Orientation } from "../deviceDriver.js";
import type { DeviceShell } from "./deviceShell.js";
import { runAction } from "./runAction.js";
import { shell } from "./shellCommand.js";

// https://developer.android.com/reference/android/view/Surface#ROTATION_0
const ROTATIONS: Readonly<Record<Orientation, number>> = { portrait: 0, landscape: 1 };

/**
 * Turns the screen from its natural side and keeps it so: turning by itself is switched off first, or the next movement of
 * the phone would turn it back. An app that allows one orientation only keeps it. On tablets the natural side is the long one.
 */
export async function setOrientation(
  device: DeviceShell,
  orientation: Orientation,
  signal: AbortSignal,
): Promise<void> {
  const rotation = ROTATIONS[orientation];
  const command = shell`settings put system accelerometer_rotation 0 && settings put system user_rotation ${rotation}`;
  await runAction(device, { command, what: `turn to ${orientation}` }, signal);
}
