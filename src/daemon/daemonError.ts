/** Why a daemon cannot run here, for a person: the message says what is wrong, `fix` what to do. */
export class DaemonError extends Error {
  override readonly name = "DaemonError";

  constructor(
    message: string,
    readonly fix: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
