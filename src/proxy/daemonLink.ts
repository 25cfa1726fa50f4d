import type { Effect } from "../core/refusal.js";
import type { Log } from "../core/log.js";
import { settleOnce } from "../core/settleOnce.js";
import type { DaemonAddress, DaemonPost, PostEnd, Posting } from "./daemonPost.js";

/** A daemon that was found or started. */
export interface DaemonDoor extends DaemonAddress {
  /** Differs between any two daemon processes. */
  readonly run: string;
  readonly version: string;
}

/** What looking for the daemon came to. `conflict`: one runs, on other settings than this proxy's. */
export type Reach =
  | { readonly is: "reached"; readonly door: DaemonDoor }
  | { readonly is: "conflict"; readonly differences: readonly string[] }
  | { readonly is: "unavailable"; readonly cause: string };

/** How one message to the daemon ended. */
export type LinkEnd =
  | Extract<PostEnd, { is: "answered" | "accepted" | "cancelled" }>
  | Extract<Reach, { is: "conflict" }>
  | { readonly is: "unreachable"; readonly cause: string; readonly effect: Effect };

/** What a link is made of. */
export interface DaemonLinkParts {
  /** Finds the daemon of this state folder, or starts one. */
  readonly reach: () => Promise<Reach>;
  readonly post: DaemonPost;
  /** Of this proxy; a daemon of another version is used, and said. */
  readonly version: string;
  readonly log: Log;
}

/** The way to the daemon, whichever process that is at the moment. */
export interface DaemonLink {
  /**
   * Sends one message. If the daemon did not take it, the daemon is looked for once more and the message sent to what is
   * there then; a message that may have been taken is never sent again.
   */
  send(posting: Posting): Promise<LinkEnd>;
  /** Finds or starts the daemon beforehand. What goes wrong is logged, and met again by the next message. */
  warmUp(): Promise<void>;
}

/** Makes a link that has not looked for a daemon yet. */
export function createDaemonLink({ reach, post, version, log }: DaemonLinkParts): DaemonLink {
  let reaching: Promise<Reach> | undefined;
  let lastRun: string | undefined;

  const announce = (door: DaemonDoor): void => {
    if (lastRun === door.run) return;
    if (lastRun !== undefined) log.warn("the daemon is another process now; what was waiting in the old one is gone");
    if (door.version !== version) {
      log.warn("the daemon is of another version", { daemon: door.version, proxy: version });
    }
    lastRun = door.run;
  };
  const look = async (): Promise<Reach> => {
    const found = await reach();
    if (found.is === "reached") announce(found.door);
    return found;
  };
  /** Shared by all who want it at once; only a daemon that was reached is remembered. */
  const current = async (): Promise<Reach> => {
    const mine = (reaching ??= look().catch((error: unknown) => ({ is: "unavailable", cause: String(error) })));
    const found = await mine;
    if (found.is !== "reached" && reaching === mine) reaching = undefined;
    return found;
  };
  const forget = async (door: DaemonDoor): Promise<void> => {
    const known = reaching;
    const found = await known;
    if (found?.is === "reached" && found.door.run === door.run && reaching === known) reaching = undefined;
  };

  const sendOnce = async (posting: Posting): Promise<LinkEnd | Extract<PostEnd, { is: "not_reached" }>> => {
    const found = await unlessAborted(current(), posting.signal);
    if (found === undefined) return { is: "cancelled" };
    if (found.is === "conflict") return found;
    if (found.is === "unavailable") return { is: "unreachable", cause: found.cause, effect: "did_not_run" };
    const end = await post(found.door, posting);
    if (end.is !== "not_reached" && end.is !== "lost") return end;
    await forget(found.door);
    return end.is === "lost" ? { is: "unreachable", cause: end.cause, effect: "may_have_run" } : end;
  };

  return {
    async send(posting) {
      const first = await sendOnce(posting);
      // Nobody took it, so sending it to the daemon that is there now repeats nothing.
      const end = first.is === "not_reached" ? await sendOnce(posting) : first;
      return end.is === "not_reached" ? { is: "unreachable", cause: end.cause, effect: "did_not_run" } : end;
    },
    async warmUp() {
      const found = await current();
      if (found.is === "conflict") log.warn("the daemon runs on other settings", { differences: found.differences });
      if (found.is === "unavailable") log.warn("no daemon yet", { cause: found.cause });
    },
  };
}

async function unlessAborted<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const race = settleOnce<T | undefined>();
  const giveUp = (): void => {
    race.settle(undefined);
  };
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  void wanted.then((value) => race.settle(value));
  try {
    return await race.settled;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
