import type { Device } from "./device.js";

/** One device, and how the source that drives it shows it. */
export interface JoinedDevice {
  readonly device: Device;
  readonly shownAs: Device;
}

/**
 * Makes one of each phone that several sources show, such as one that two adb servers reach over Wi-Fi: the best one's id,
 * the others as aliases. A ready one is better, then one of an earlier source. `found` is in the order of the sources.
 *
 * Only one identity in one boot proves one phone, for factories repeat serials. Emulators are never joined: copies of one
 * saved state on two hosts share even their boot.
 */
export function joinSources(found: readonly Device[]): readonly JoinedDevice[] {
  const groups = new Map<unknown, Device[]>();
  for (const device of found) {
    const key = proofOf(device) ?? device;
    groups.set(key, [...(groups.get(key) ?? []), device]);
  }
  return [...groups.values()].flatMap((members) => {
    const [best, ...others] = members.toSorted((a, b) => Number(isReady(b)) - Number(isReady(a)));
    return best === undefined ? [] : [join(best, others, found)];
  });
}

function join(best: Device, others: readonly Device[], found: readonly Device[]): JoinedDevice {
  const identity = tellingIdentity(best, found);
  if (others.length === 0 && identity === best.identity) return { device: best, shownAs: best };
  const aliases = others.flatMap(({ id, state, aliases: own }) => [{ id, state }, ...own]);
  return {
    device: { ...best, ...(identity === undefined ? {} : { identity }), aliases: [...best.aliases, ...aliases] },
    shownAs: best,
  };
}

/** Of two phones with one serial, neither may be taken for the other: then only the boot tells them apart. */
function tellingIdentity({ identity, bootId }: Device, found: readonly Device[]): string | undefined {
  if (identity === undefined || bootId === undefined) return identity;
  const isShared = found.some((other) => other.identity === identity && other.bootId !== bootId);
  return isShared ? `${identity}:boot:${bootId}` : identity;
}

function proofOf({ kind, platform, identity, bootId }: Device): string | undefined {
  if (kind !== "hardware" || identity === undefined || bootId === undefined) return undefined;
  return JSON.stringify([platform, identity, bootId]);
}

function isReady({ state }: Device): boolean {
  return state.is === "ready";
}
