import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ownPid, processMark } from "../../src/system/processMark.js";

describe("a process's mark", () => {
  it("stays the same for as long as it lives, and is there no more when it has ended", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    const pid = child.pid ?? 0;
    const mark = await processMark(pid);

    expect(mark).toBeTypeOf("string");
    expect(await processMark(pid)).toBe(mark);
    child.stdin.end();
    await new Promise((resolve) => child.once("close", resolve));
    expect(await processMark(pid)).toBeUndefined();
  });

  it.skipIf(process.platform !== "linux")("tells two processes apart", async () => {
    expect(await processMark(ownPid())).not.toBe(await processMark(1));
  });
});
