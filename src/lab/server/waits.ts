import { aborted } from "../aborted.js";
import type { Channel } from "../channel.js";
import type { Roster } from "../roster.js";
import { isTalking, longList, shortList } from "./deviceList.js";
import type { RequestTarget } from "./request.js";
import { fits } from "./selectPhone.js";
import { OKAY, withLength } from "./wire.js";

/** Sends the list of devices now and after every change, until the client goes. */
export async function trackDevices(format: "short" | "long", channel: Channel, roster: Roster): Promise<void> {
  const toList = format === "long" ? longList : shortList;
  let sending = channel.write(OKAY);
  const sendList = (): void => {
    const list = withLength(toList(roster.attached()));
    sending = sending.then(() => channel.write(list));
  };
  sendList();
  const unwatch = roster.watch(sendList);
  await aborted(channel.signal);
  unwatch();
  await sending;
}

/** Answers twice: that it waits, and that a device that fits is in the state, or for `disconnect` that none is left. */
export async function waitForState(
  wanted: { readonly target: RequestTarget; readonly state: string },
  channel: Channel,
  roster: Roster,
): Promise<void> {
  const isReached = (): boolean => {
    const fitting = roster.attached().filter((entry) => fits(entry, wanted.target));
    if (wanted.state === "disconnect") return fitting.length === 0;
    return fitting.some(({ adbState }) => (wanted.state === "any" ? isTalking(adbState) : adbState === wanted.state));
  };
  await channel.write(OKAY);
  const reached = new Promise<void>((resolve) => {
    const check = (): void => {
      if (!isReached()) return;
      unwatch();
      resolve();
    };
    const unwatch = roster.watch(check);
    void aborted(channel.signal).then(unwatch);
    check();
  });
  await Promise.race([reached, aborted(channel.signal)]);
  await channel.write(OKAY);
}
