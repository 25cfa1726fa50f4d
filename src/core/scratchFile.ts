/** A file that a child process is told to write, in a folder that only this user can enter. */
export interface ScratchFile {
  /** Absolute. Nothing is there yet. */
  readonly path: string;
  /** What was written; `undefined` when nothing is there. */
  read(): Promise<Buffer | undefined>;
}

/** Lends a file for as long as `work` takes, then removes it with its folder, however `work` ended. */
export type WithScratchFile = <T>(name: string, work: (file: ScratchFile) => Promise<T>) => Promise<T>;
