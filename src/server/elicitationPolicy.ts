/** How long a pushed question stands before the call is refused, in milliseconds. */
export const AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS = 20_000;

/** The environment variable that switches every question off. */
export const ELICITATION_SWITCH = "AUTOMOBILE_ELICITATION";

/** What the switch's value means. `looks_off`: it asks as usual, but somebody may have meant `off`. */
export type SwitchReading = "on" | "off" | "looks_off";

/** Whether this process may ask. Read for each call, so that the switch works on a running process. */
export interface ElicitationPolicy {
  isOff(): boolean;
}

const LOOKS_OFF = new Set(["0", "false", "no", "none", "never", "disable", "disabled", "of", "'off'", '"off"']);

/** Reads a value of `AUTOMOBILE_ELICITATION`: `off`, trimmed and in any case, is off; everything else asks. */
export function readSwitch(value: string | undefined): SwitchReading {
  const word = value?.trim().toLowerCase() ?? "";
  if (word === "off") return "off";
  return LOOKS_OFF.has(word) ? "looks_off" : "on";
}

/**
 * The policy over a live reader of the switch. Warns once, and once more for another value, when a value looks like a
 * try at `off`.
 */
export function createElicitationPolicy(
  readValue: () => string | undefined,
  warn: (line: string) => void,
): ElicitationPolicy {
  let warnedOf: string | undefined;
  return {
    isOff() {
      const value = readValue();
      const reading = readSwitch(value);
      if (reading === "looks_off" && value !== warnedOf) {
        warnedOf = value;
        warn(`${ELICITATION_SWITCH}=${JSON.stringify(value)} does not switch questions off; only "off" does`);
      }
      return reading === "off";
    },
  };
}
