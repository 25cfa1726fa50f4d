import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "../core/parseJson.js";

/**
 * The version of the package that a launcher in its `bin/` folder belongs to.
 *
 * @throws Error when there is no such package: the installation is broken.
 */
export function readPackageVersion(launcher: string): string {
  const manifest = parseJson(readFileSync(join(dirname(launcher), "..", "package.json"), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : undefined;
  if (typeof version !== "string") throw new Error(`no version in the package.json beside ${dirname(launcher)}`);
  return version;
}
