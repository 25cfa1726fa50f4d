import { quoteText } from "../core/quoteText.js";
import type { UiTree } from "../devices/deviceDriver.js";

/** Apps of the system whose windows lie over others and want an answer first, such as for a permission. */
const ASKS_FIRST = /permissioncontroller|packageinstaller|^com\.android\.systemui$|^com\.apple\.springboard$/;

/**
 * Says that what has the focus is not the app that an agent takes to be in front: a dialog of the system, or a window whose
 * elements the dump does not hold. `undefined` when there is nothing to say.
 */
export function toFocusNote({ roots, foregroundApp }: UiTree): string | undefined {
  if (foregroundApp === undefined) return undefined;
  const isListed = roots.some(({ appId }) => appId === foregroundApp);
  if (!isListed && roots.some(({ appId }) => appId !== undefined)) {
    return `The focus is in ${quoteText(foregroundApp)}, whose elements are not listed here. Use captureScreenshot to see it and tapAt to answer it.`;
  }
  if (!ASKS_FIRST.test(foregroundApp)) return undefined;
  return "A window of the system is in front of the app. Answer it with tapOn, or press back, before going on in the app.";
}
