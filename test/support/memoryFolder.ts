import type { StateFolder } from "../../src/system/stateFolder.js";

/** A state folder without a disk; `pause` stands in front of each step, so that a test can put others in between. */
export function memoryFolder(
  files: Map<string, string> = new Map<string, string>(),
  pause: () => Promise<void> = async () => undefined,
): StateFolder {
  const step = async <T>(work: () => T): Promise<T> => {
    await pause();
    return work();
  };
  return {
    path: "/nowhere",
    read: (name) => step(() => files.get(name)),
    list: () => step(() => [...files.keys()]),
    createOnce: (name, text) => {
      return step(() => {
        const isNew = !files.has(name);
        if (isNew) files.set(name, text);
        return isNew;
      });
    },
    replace: (name, text) => step(() => void files.set(name, text)),
    writtenAt: async () => undefined,
    modeOf: async () => undefined,
    remove: (name) => step(() => void files.delete(name)),
  };
}
