/** The right to work on a device, for as long as the work runs. */
export interface DeviceTurn {
  /** Aborted when the caller gives up, or when the turn is lost; then with the refusal that says so. */
  readonly signal: AbortSignal;
  /** Somebody else worked on the device first, so that what is known of it may be old. */
  readonly hasWaited: boolean;
}

/** Lets one piece of work at a time onto each device. Devices never wait for one another. */
export interface DeviceQueue {
  /**
   * Runs `work` when all work asked for earlier on the same device has ended, however it ended.
   *
   * @throws what `work` throws; the abort reason when the signal is aborted before its turn, and then `work` does not run.
   */
  run<T>(deviceKey: string, signal: AbortSignal, work: (turn: DeviceTurn) => Promise<T>): Promise<T>;
  /** The devices on which work of this process is running now. */
  busy(): ReadonlySet<string>;
}

/** Called with what came first for a waiter: its turn, or its wish to leave. */
type Waiter = (outcome: "turn" | "left") => void;

/** Makes an empty queue of this process, in the order of asking. It keeps nothing of a device on which nothing runs. */
export function createDeviceQueue(): DeviceQueue {
  /** Who waits for each busy device, first come first. */
  const lines = new Map<string, Set<Waiter>>();

  function passTurn(deviceKey: string): void {
    const line = lines.get(deviceKey);
    const [next] = line ?? [];
    if (next === undefined) {
      lines.delete(deviceKey);
      return;
    }
    line?.delete(next);
    next("turn");
  }

  return {
    async run(deviceKey, signal, work) {
      signal.throwIfAborted();
      const line = lines.get(deviceKey);
      const hasWaited = line !== undefined;
      if (line === undefined) lines.set(deviceKey, new Set());
      else if ((await waitInLine(line, signal)) === "left") signal.throwIfAborted();
      try {
        // The turn may have come just before the abort; then it is passed on unused.
        signal.throwIfAborted();
        return await work({ signal, hasWaited });
      } finally {
        passTurn(deviceKey);
      }
    },
    busy: () => new Set(lines.keys()),
  };
}

async function waitInLine(line: Set<Waiter>, signal: AbortSignal): Promise<"turn" | "left"> {
  let leave: () => void = () => undefined;
  const outcome = await new Promise<"turn" | "left">((resolve) => {
    line.add(resolve);
    leave = () => {
      if (line.delete(resolve)) resolve("left");
    };
    signal.addEventListener("abort", leave, { once: true });
  });
  signal.removeEventListener("abort", leave);
  return outcome;
}
