/** How one child process ended. */
export type ProcessEnd =
  | { readonly outcome: "exited"; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly outcome: "not_started"; readonly reason: string }
  | { readonly outcome: "timed_out"; readonly stdout: string; readonly stderr: string }
  | { readonly outcome: "aborted" };

/** What to start. argv only: no shell ever reads it. */
export interface ProcessRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Runs one child process to its end, with standard input closed and `ANDROID_SERIAL` taken out of its environment. Never rejects. */
export type RunProcess = (request: ProcessRequest) => Promise<ProcessEnd>;
