/** A file of this machine, open for reading. */
export interface OpenFile {
  readonly sizeBytes: number;
  /** Its bytes in order, once. Rejects when it cannot be read to its end. */
  chunks(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a file, or says why it cannot. */
export type OpenAppFile = (
  path: string,
) => Promise<{ readonly is: "open"; readonly file: OpenFile } | { readonly is: "unreadable"; readonly reason: string }>;

/** Where an app to be installed really is, or why it is not taken. */
export type AppPath =
  { readonly is: "found"; readonly path: string } | { readonly is: "refused"; readonly problem: string };

/**
 * Follows every link of a path and judges where it ends: it must exist, and lie in the folder that the operator allows, if
 * there is one. Never rejects.
 */
export type ResolveAppPath = (path: string) => Promise<AppPath>;
