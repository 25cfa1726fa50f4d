import { assertNever } from "../core/assertNever.js";
import { quoteText } from "../core/quoteText.js";
import { type ArgumentProblem, Refusal } from "../core/refusal.js";
import type { DeviceState } from "../devices/device.js";
import { adviseOnState } from "../targeting/deviceStates.js";
import type { ScreenElement } from "./screenElements.js";

/** More elements than this in a refusal are better read with `observe`. */
const LISTED_ELEMENTS_LIMIT = 30;
const LISTED_TEXT_LIMIT = 60;

const GONE = {
  meaning: "it is not attached any more",
  remedy: "Connect it again, or call listDevices to see what is attached.",
};

/** The call's arguments are not what the tool takes; names each one. */
export function invalidArguments(tool: string, problems: readonly ArgumentProblem[]): Refusal {
  const named = problems.map(({ argument, problem }) => `${argument}: ${problem}`);
  return new Refusal({
    code: "invalid_arguments",
    message: `${tool} cannot take these arguments. ${named.join(". ")}. It was not run.`,
    hint: `Correct the arguments that problems names, and repeat ${tool}.`,
    data: { problems },
  });
}

/** When a call's device can go away, or its id pass to another one, before the call has touched it. */
export type ReplacedWhen =
  /** Between a question, whose answer picked it, and the run after that. */
  | "since_it_was_picked"
  /** Others had it first. */
  | "while_it_waited"
  /** The call lets others have it between its looks. */
  | "before_a_look";

/** The device is not there any more, or its id is another one's, so that the call must not go on. */
export function deviceReplaced(deviceId: string, tool: string, when: ReplacedWhen): Refusal {
  return new Refusal({
    code: "device_lost",
    message: `"${quoteText(deviceId)}" went away or was replaced ${toReplacedWords(tool, when)}`,
    hint: `Call listDevices to see what is attached now, then repeat ${tool} with the deviceId of the device that is meant.`,
    data: { deviceId, effect: "did_not_run" },
  });
}

/** Nothing on the screen fits. Lists what is there to be tapped on. */
export function elementNotFound(deviceId: string, elements: readonly ScreenElement[]): Refusal {
  const visible = [...new Set(elements.map((element) => element.text ?? element.label ?? ""))].filter(
    (shown) => shown !== "",
  );
  return new Refusal({
    code: "element_not_found",
    message: `Nothing on the screen of "${quoteText(deviceId)}" fits. Nothing was tapped.`,
    hint: "Call observe to see the whole screen, or swipe to bring the element into view; then repeat tapOn with a text or an id from it.",
    data: { deviceId, visible: visible.slice(0, LISTED_ELEMENTS_LIMIT).map(toListed) },
  });
}

/** Several elements fit. Lists them in the order that `index` counts. */
export function severalElements(deviceId: string, elements: readonly ScreenElement[]): Refusal {
  return new Refusal({
    code: "element_not_found",
    message: `${elements.length} elements on the screen of "${quoteText(deviceId)}" fit, so it is not clear which one is meant. Nothing was tapped.`,
    hint: `Repeat tapOn with index, from 0 to ${elements.length - 1} in the order of visible, or with the id that observe gives the element.`,
    data: { deviceId, visible: elements.slice(0, LISTED_ELEMENTS_LIMIT).map(toIndexed) },
  });
}

/** The device did not become ready while the call waited. Waiting does nothing to a device, so a repeat is safe. */
export function notReadyInTime(
  deviceId: string,
  wait: {
    /** `undefined`: it was not attached any more. */ readonly lastState: DeviceState | undefined;
    readonly timeoutMs: number;
  },
): Refusal {
  const advice = wait.lastState === undefined ? GONE : adviseOnState(wait.lastState);
  return new Refusal({
    code: "timed_out",
    message: `"${quoteText(deviceId)}" was not ready within ${wait.timeoutMs} ms: ${advice.meaning}.`,
    hint: `${advice.remedy} Call waitForDevice again to go on waiting.`,
    data: { deviceId, timeoutMs: wait.timeoutMs, effect: "did_not_run" },
  });
}

/** A start took longer than the call would wait. What was started is not ended again. */
export function notStartedInTime(name: string, timeoutMs: number): Refusal {
  return new Refusal({
    code: "timed_out",
    message: `"${quoteText(name)}" did not start within ${timeoutMs} ms. It may still be starting.`,
    hint: "Call listDevices: if it shows there, waitForDevice waits until it is ready; otherwise repeat startDevice with a longer timeoutMs.",
    data: { deviceId: name, timeoutMs, effect: "may_have_run" },
  });
}

/** What was waited for did not come. Waiting does nothing to a device, so a repeat is safe. */
export function notSeenInTime(
  deviceId: string,
  wait: { readonly until: "shown" | "gone"; readonly timeoutMs: number; readonly lastDump: string | undefined },
): Refusal {
  const what = wait.until === "shown" ? "Nothing that fits came up" : "What fits was still there";
  const dump = wait.lastDump === undefined ? "" : ` The last look failed: ${wait.lastDump}`;
  return new Refusal({
    code: "timed_out",
    message: `${what} on the screen of "${quoteText(deviceId)}" within ${wait.timeoutMs} ms.${dump}`,
    hint: "Call observe to see what is on the screen, or waitFor again to go on waiting.",
    data: { deviceId, timeoutMs: wait.timeoutMs, effect: "did_not_run" },
  });
}

/** The device gave something that calls itself a picture but cannot be read as one. */
export function pictureUnreadable(deviceId: string, reason: string): Refusal {
  return new Refusal({
    code: "command_failed",
    message: `The screenshot of "${quoteText(deviceId)}" cannot be made smaller, because it cannot be read as a PNG.`,
    hint: "Repeat captureScreenshot; without maxWidth the picture is passed on as it is.",
    data: { deviceId, output: quoteText(reason) },
  });
}

function toIndexed(element: ScreenElement, index: number): string {
  const { role, center, node } = element;
  const shown = element.text ?? element.label ?? node.resourceId ?? "";
  return `${index}: ${toListed(shown)} (${role}) at ${center.x},${center.y}`;
}

function toListed(text: string): string {
  return quoteText(text, LISTED_TEXT_LIMIT);
}

function toReplacedWords(tool: string, when: ReplacedWhen): string {
  switch (when) {
    case "since_it_was_picked":
      return `since it was picked. ${tool} was not run.`;
    case "while_it_waited":
      return `while ${tool} waited for its turn. ${tool} was not run.`;
    case "before_a_look":
      return `before the next look. ${tool} looks at no other device in its place.`;
    default:
      return assertNever(when);
  }
}
