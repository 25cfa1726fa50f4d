/** The package that an APK holds, or `undefined` when the bytes are none. */
export function apkPackageName(apk: Uint8Array): string | undefined {
  const text = Buffer.from(apk).toString("latin1");
  return /package="([A-Za-z][\w.]*)"/.exec(text)?.[1];
}
