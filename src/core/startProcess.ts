/** A child that outlives the call that started it, and this process too. */
export interface StartedProcess {
  /** Resolves when it has ended, or could not be started, with its last words. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends it. For a start that is given up; one that succeeded is left alone. */
  end(): void;
}

/** Starts one child process without a shell, standard input closed and `ANDROID_SERIAL` taken out of its environment. Never throws. */
export type StartProcess = (request: { readonly file: string; readonly args: readonly string[] }) => StartedProcess;

/** Where a program of the user's is; `undefined` when it is nowhere. */
export type FindProgram = () => Promise<string | undefined>;
