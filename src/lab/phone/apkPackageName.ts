import { rootAttribute } from "./binaryXml.js";
import { readZipEntry } from "./zipEntry.js";

/** The package that an APK holds, or `undefined` when the bytes are no APK. */
export function apkPackageName(apk: Uint8Array): string | undefined {
  const manifest = readZipEntry(Buffer.from(apk), "AndroidManifest.xml");
  const name = manifest === undefined ? undefined : rootAttribute(manifest, "package");
  return name !== undefined && /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(name) ? name : undefined;
}
