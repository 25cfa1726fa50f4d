import { describe, expect, it } from "vitest";
import { abortable } from "../../src/core/abortable.js";

/** A wait that somebody else ends, and that nobody but `abortable` listens to. */
function sharedWait(): { readonly wait: Promise<string>; readonly fail: () => void } {
  const failing = new AbortController();
  const wait = new Promise<string>((_, reject) => {
    failing.signal.addEventListener("abort", () => {
      reject(new Error("no adb server"));
    });
  });
  return { wait, fail: () => failing.abort() };
}

/** What the process was told of rejections that nobody heard, by the time it has nothing else to do. */
async function unheardAfter(run: () => Promise<void>): Promise<readonly unknown[]> {
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  process.on("unhandledRejection", hear);
  await run();
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  process.off("unhandledRejection", hear);
  return unheard;
}

describe("a shared wait", () => {
  it("ends for each as it ends", async () => {
    const { signal } = new AbortController();

    await expect(abortable(Promise.resolve("phones"), signal)).resolves.toBe("phones");
    await expect(abortable(Promise.reject(new Error("no adb server")), signal)).rejects.toThrow("no adb server");
  });

  it("may fail after who waited has left: that ends no process", async () => {
    const { wait, fail } = sharedWait();
    const leaving = new AbortController();

    const unheard = await unheardAfter(async () => {
      const left = abortable(wait, leaving.signal);
      leaving.abort(new Error("cancelled"));
      await expect(left).rejects.toThrow("cancelled");
      fail();
    });

    expect(unheard).toEqual([]);
  });

  it("may fail after a call that was cancelled before it waited: that ends no process", async () => {
    const { wait, fail } = sharedWait();

    const unheard = await unheardAfter(async () => {
      await expect(abortable(wait, AbortSignal.abort(new Error("cancelled")))).rejects.toThrow("cancelled");
      fail();
    });

    expect(unheard).toEqual([]);
  });
});
