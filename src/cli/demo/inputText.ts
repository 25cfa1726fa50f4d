import { assertNever } from "../../core/assertNever.js";
import type { LabInput } from "../../lab/lab.js";

/** One input of a virtual phone, in words that follow "received". */
export function describeInput(input: LabInput): string {
  switch (input.kind) {
    case "tap":
      return `a tap at ${input.x},${input.y}${input.hit === undefined ? "" : ` on "${input.hit}"`}`;
    case "swipe":
      return `a swipe from ${input.from.join(",")} to ${input.to.join(",")} in ${input.durationMs} ms`;
    case "text":
      return `the text "${input.text}"`;
    case "key":
      return `the key ${input.keycode}`;
    case "launch":
      return `the start of ${input.appId}`;
    case "terminate":
      return `the end of ${input.appId}`;
    case "open_url":
      return `the address ${input.url}`;
    case "push":
      return `the file ${input.path} (${input.bytes} bytes)`;
    case "install":
      return `the installation of ${input.appId} (${input.bytes} bytes)`;
    case "uninstall":
      return `the removal of ${input.appId}`;
    case "clear_data":
      return `the clearing of ${input.appId}'s data`;
    case "power_off":
      return "powered off";
    case "change_setting":
      return `the setting ${input.name} = ${input.value}`;
    default:
      return assertNever(input);
  }
}
