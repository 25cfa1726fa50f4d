import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";

/**
 * The adb to test with: `AUTOMOBILE_TEST_ADB`, the usual place, or the first on the path; `undefined` when this machine has
 * none. With `AUTOMOBILE_REQUIRE_ADB=1`, having none is an error and not a reason to skip.
 */
export function findAdb(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "adb"));
  const given = env["AUTOMOBILE_TEST_ADB"];
  const candidates = given === undefined ? ["/usr/bin/adb", ...onPath] : [given];
  const found = candidates.find(answersVersion);
  if (found === undefined && env["AUTOMOBILE_REQUIRE_ADB"] === "1") {
    throw new Error(`no adb that works among ${candidates.join(", ")}, and AUTOMOBILE_REQUIRE_ADB=1 wants one`);
  }
  return found;
}

function answersVersion(file: string): boolean {
  try {
    return execFileSync(file, ["version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).includes("1.0.");
  } catch {
    // Not there, or not an adb that runs on this machine.
    return false;
  }
}
