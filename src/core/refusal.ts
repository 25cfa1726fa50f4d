/** The two mobile platforms, as they stand on the wire. */
export type Platform = "android" | "ios";

/** What a device is made of. `unknown` when the device did not say. */
export type DeviceKind = "hardware" | "emulator" | "simulator" | "unknown";

/** One device that a call could have meant, as a refusal lists it. Holds device text, already capped, and never an identity. */
export interface Candidate {
  /** The exact id that `deviceId` takes. */
  readonly deviceId: string;
  readonly platform: Platform;
  /** What its owner would call it. */
  readonly name: string;
  readonly model?: string;
  /** For example `15`. */
  readonly osVersion?: string;
  readonly kind: DeviceKind;
}

/** A device that is attached but cannot serve the call, and why, in words for a person. */
export interface Excluded {
  readonly deviceId: string;
  readonly platform: Platform;
  readonly reason: string;
}

/** Whether a command that broke off may already have had its effect. Decides whether a repeat is safe. */
export type Effect = "did_not_run" | "may_have_run";

/**
 * The closed set of expected failures, each with exactly its own data. Adding a code: one member here, one row in
 * `server/refusalWire.ts`, one file in `test/fixtures/refusal-wire/`; the compiler lists what else.
 */
export interface RefusalData {
  readonly ambiguous_device_target: { readonly candidates: readonly Candidate[] };
  readonly stale_answer: Record<never, never>;
  readonly device_id_required: { readonly candidates: readonly Candidate[] };
  readonly invalid_arguments: { readonly problems: readonly ArgumentProblem[] };
  readonly no_device: { readonly excluded: readonly Excluded[] };
  readonly device_not_found: { readonly deviceId: string; readonly available: readonly Candidate[] };
  readonly device_not_ready: { readonly deviceId: string; readonly platform: Platform; readonly state: string };
  readonly platform_conflict: {
    readonly deviceId: string;
    readonly devicePlatform: Platform;
    readonly requestedPlatform: Platform;
  };
  readonly discovery_incomplete: {
    readonly failedSources: readonly FailedSource[];
    readonly candidates: readonly Candidate[];
  };
  readonly unsupported_on_device: { readonly deviceId: string; readonly platform: Platform };
  readonly element_not_found: { readonly deviceId: string; readonly visible: readonly string[] };
  readonly ui_dump_failed: { readonly deviceId: string; readonly output: string };
  readonly screenshot_blocked: { readonly deviceId: string };
  readonly app_not_installed: { readonly deviceId: string; readonly appId: string };
  readonly install_failed: { readonly deviceId: string; readonly reason: string };
  readonly text_unsupported: { readonly deviceId: string; readonly characters: readonly string[] };
  readonly command_failed: { readonly deviceId: string; readonly output: string };
  readonly device_lost: { readonly deviceId: string; readonly effect: Effect };
  readonly timed_out: { readonly deviceId: string; readonly timeoutMs: number; readonly effect: Effect };
  readonly adb_not_found: { readonly tried: readonly string[] };
  readonly adb_unreachable: { readonly address: string; readonly cause: string };
  readonly xcode_unusable: { readonly tool: string; readonly cause: string };
  readonly store_unreachable: { readonly cause: string; readonly effect: Effect };
  readonly daemon_unreachable: { readonly cause: string; readonly effect: Effect };
  readonly daemon_settings_differ: { readonly differences: readonly string[] };
  readonly too_many_tasks: { readonly limit: number };
}

/** One argument that the tool does not take as given, for `invalid_arguments`. */
export interface ArgumentProblem {
  /** Dotted path of the argument, for example `from.x`. */
  readonly argument: string;
  readonly problem: string;
}

/** A discovery source that could not answer, and why. */
export interface FailedSource {
  readonly source: string;
  readonly reason: string;
}

/** The name of an expected failure, as it stands on the wire. */
export type RefusalCode = keyof RefusalData;

/** A refusal with one of the codes `C`, as a plain value. */
export type RefusalOf<C extends RefusalCode> = {
  readonly [K in C]: {
    readonly code: K;
    /** What happened and why, for the agent. May quote capped device text. */
    readonly message: string;
    /** The next call to make. Never holds device text. */
    readonly hint: string;
    readonly data: RefusalData[K];
  };
}[C];

/** Any refusal as a plain value: a discriminated union over `code`. */
export type RefusalDetail = RefusalOf<RefusalCode>;

/**
 * An expected failure: typed, and it says what to try next. Everything else that is thrown is a bug and is answered as an
 * internal error by the one catch-all in the dispatcher.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly detail: RefusalDetail,
    options?: ErrorOptions,
  ) {
    super(detail.message, options);
  }
}
