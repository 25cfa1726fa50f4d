import type { Log } from "../../core/log.js";
import { aborted } from "../aborted.js";
import type { Channel } from "../channel.js";
import { pause } from "../pause.js";
import type { Phone } from "../phone/phone.js";
import { answerOnly, parseShellService, runShellService } from "./shellService.js";
import { runSyncService } from "./syncService.js";

/** One opened service: runs until it has nothing more to say, then closes its channel. */
export type Service = (channel: Channel) => Promise<void>;

/** What the world around a phone gives to its services. */
export interface ServiceWorld {
  readonly phone: Phone;
  /** Waited before every service. */
  readonly latencyMs: number;
  /** Breaks every connection to the phone, as a pulled cable does. */
  readonly breakConnections: () => void;
  readonly log: Log | undefined;
}

/**
 * The service of this name, or `undefined` when a lab phone has none: the opener is then told "closed", as by adbd.
 * A service that fails is a bug of the lab: it is logged and its stream closed, and the phone lives on.
 */
export function openService(name: string, world: ServiceWorld): Service | undefined {
  const run = findService(name, world.phone);
  if (run === undefined) return undefined;
  return async (channel) => {
    world.phone.noteService(name);
    try {
      await serve(name, run, { ...world, channel });
    } catch (error) {
      world.log?.error("a lab service failed", { service: name, error: String(error) });
    } finally {
      channel.close();
    }
  };
}

function findService(name: string, phone: Phone): Service | undefined {
  const shell = parseShellService(name);
  if (shell !== undefined) return (channel) => runShellService(shell, phone, channel);
  if (name === "sync:") return (channel) => runSyncService(phone, channel);
  const refusal = REFUSALS.get(name.slice(0, name.indexOf(":") + 1));
  return refusal === undefined ? undefined : (channel) => channel.write(Buffer.from(refusal));
}

/** Services that change how the phone runs, and what a phone that is not made for it answers. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ["root:", "adbd cannot run as root in production builds\n"],
  ["unroot:", "adbd not running as root\n"],
  ["remount:", 'Not running as root. Try "adb root" first.\n'],
  ["reboot:", "a lab phone does not reboot\n"],
]);

async function serve(name: string, run: Service, world: ServiceWorld & { readonly channel: Channel }): Promise<void> {
  const { phone, channel } = world;
  const slowMs = phone.faults.findFor("slow", name)?.ms ?? 0;
  await pause(phone.timer, world.latencyMs + slowMs, channel.signal);
  if (channel.signal.aborted) return;

  if (phone.faults.findFor("hang", name) !== undefined) return aborted(channel.signal);
  const answer = phone.faults.findFor("answer", name);
  if (answer !== undefined) return answerOnly(parseShellService(name), answer, channel);
  const sever = phone.faults.findFor("sever", name);
  if (sever === undefined) return run(channel);
  if (sever.ran) await run({ ...channel, write: () => Promise.resolve(), close: () => undefined });
  world.breakConnections();
}
