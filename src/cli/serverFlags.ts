import { assertNever } from "../core/assertNever.js";
import type { ServeOptions } from "../server/index.js";

/** One option of every server command. The lean parser and `--help` both read this table. */
export interface ServerFlag {
  /** Without the dashes. */
  readonly name: string;
  /** What stands for its value in the help; `undefined` for a switch. */
  readonly takes: string | undefined;
  readonly summary: string;
}

/** Every option of every server command, in the order of the help. */
export const SERVER_FLAGS = [
  { name: "lab", takes: "N", summary: "work on N virtual phones instead of real devices (no adb needed)" },
  { name: "allow-device", takes: "ID", summary: "only this device exists for the server (repeatable)" },
  {
    name: "require-device-id",
    takes: undefined,
    summary: "never choose and never ask: every call must name its device",
  },
] as const satisfies readonly ServerFlag[];

/** The name of one of `SERVER_FLAGS`. */
export type ServerFlagName = (typeof SERVER_FLAGS)[number]["name"];

/** A server with nothing decided for it. */
export const DEFAULT_SERVE_OPTIONS: ServeOptions = { lab: undefined, allowDevices: [], requireDeviceId: false };

/** The whole numbers that an option takes, both ends included. */
export interface CountRange {
  readonly least: number;
  readonly most: number;
}

/** How many virtual phones one process may have. */
export const LAB_PHONES: CountRange = { least: 1, most: 1000 };

/** A given flag's effect, or what is wrong with its value, in words that follow the flag's name. */
export type FlagEffect =
  { readonly is: "set"; readonly options: ServeOptions } | { readonly is: "wrong"; readonly problem: string };

/** `options` with one more flag given. `value` is the text that was given to it; switches ignore it. */
export function withFlag(options: ServeOptions, name: ServerFlagName, value: string): FlagEffect {
  switch (name) {
    case "lab": {
      const lab = parseCount(value, LAB_PHONES);
      return lab === undefined
        ? {
            is: "wrong",
            problem: `takes a whole number from ${LAB_PHONES.least} to ${LAB_PHONES.most}, not "${value}"`,
          }
        : { is: "set", options: { ...options, lab } };
    }
    case "allow-device":
      return value.trim() === ""
        ? { is: "wrong", problem: "takes a device id, and got an empty one" }
        : { is: "set", options: { ...options, allowDevices: [...options.allowDevices, value] } };
    case "require-device-id":
      return { is: "set", options: { ...options, requireDeviceId: true } };
    default:
      return assertNever(name);
  }
}

/** The command line that gives a server these options: what `withFlag` reads, written again. */
export function toServerArgs(options: ServeOptions): readonly string[] {
  return [
    ...(options.lab === undefined ? [] : [`--lab=${options.lab}`]),
    ...options.allowDevices.map((id) => `--allow-device=${id}`),
    ...(options.requireDeviceId ? ["--require-device-id"] : []),
  ];
}

/** A whole number in plain digits, from `least` to `most`; `undefined` for any other text. */
export function parseCount(text: string, { least, most }: CountRange): number | undefined {
  if (!/^[0-9]{1,9}$/.test(text)) return undefined;
  const count = Number(text);
  return count >= least && count <= most ? count : undefined;
}
