/** Where the adb program is, or every place that was looked at in vain. */
export type AdbLookup =
  { readonly is: "found"; readonly path: string } | { readonly is: "not_found"; readonly tried: readonly string[] };

/** Looks for the user's own adb program. Never rejects. */
export type FindAdb = () => Promise<AdbLookup>;
