/** What went wrong between this process and an adb server. */
export type AdbFailureKind =
  /** Nothing answered at the address. */
  | "no_connection"
  /** The connection broke or ended in the middle. */
  | "broke_off"
  /** adb answered, and said no. */
  | "refused"
  /** What answers does not speak adb's protocol. */
  | "not_adb";

/** An exchange with the adb server that did not come to its end. Inside `devices/android` only: it leaves as a refusal. */
export class AdbFailure extends Error {
  override readonly name = "AdbFailure";

  constructor(
    readonly kind: AdbFailureKind,
    /** For a person; adb's own words when it refused. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}
