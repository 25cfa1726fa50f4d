import type { Log } from "../core/log.js";
import type { Timer } from "../core/timer.js";
import { serveDeviceConnection } from "./adb/deviceConnection.js";
import { openService, type ServiceWorld } from "./adb/services.js";
import type { LabPhone } from "./lab.js";
import { type Listener, listen } from "./listener.js";
import { createPhone } from "./phone/phone.js";
import type { PhoneProfile } from "./phone/profile.js";
import type { AttachedPhone, Roster } from "./roster.js";

/** What a phone is plugged into. */
export interface LabPhoneWorld {
  readonly timer: Timer;
  readonly latencyMs: number;
  readonly log: Log | undefined;
  readonly roster: Roster;
}

/** A phone with its cable: switched on, listening and on the roster. */
export async function plugInPhone(
  profile: PhoneProfile,
  wanted: { readonly port: number; readonly adbState: string },
  world: LabPhoneWorld,
): Promise<LabPhone> {
  const phone = createPhone(profile, world.timer);
  const breakers = new Set<() => void>();
  let adbState = wanted.adbState;
  let listener: Listener | undefined;

  const breakConnections = (): void => {
    listener?.dropConnections();
    for (const breakOff of [...breakers]) breakOff();
  };
  const services: ServiceWorld = { phone, latencyMs: world.latencyMs, log: world.log, breakConnections };
  const entry = (transportId: number): AttachedPhone => ({
    phone,
    transportId,
    adbState,
    open: (name) => openService(name, services),
    onBreak(breakOff) {
      breakers.add(breakOff);
      return () => breakers.delete(breakOff);
    },
  });
  const plugIn = async (port: number): Promise<Listener> => {
    const opened = await listen(port, (socket) => {
      serveDeviceConnection(socket, { ...services, adbState: () => adbState });
    });
    world.roster.put(entry(world.roster.nextTransportId()));
    return opened;
  };

  listener = await plugIn(wanted.port);
  const { port } = listener;
  const unplug = async (): Promise<void> => {
    const open = listener;
    listener = undefined;
    if (open === undefined) return;
    world.roster.remove(phone);
    for (const breakOff of [...breakers]) breakOff();
    await open.close();
  };
  phone.onPowerOff(() => {
    unplug().catch((error: unknown) =>
      world.log?.error("a lab phone could not be unplugged", { error: String(error) }),
    );
  });
  return {
    serial: profile.serial,
    id: profile.id,
    kind: profile.kind,
    manufacturer: profile.manufacturer,
    model: profile.model,
    osVersion: profile.osVersion,
    port,
    received: () => phone.received(),
    services: () => phone.services(),
    order: (fault) => phone.order(fault),
    setAdbState(state) {
      adbState = state;
      const known = world.roster.attached().find((other) => other.phone === phone);
      if (known !== undefined) world.roster.put(entry(known.transportId));
      breakConnections();
    },
    setAwake(isAwake) {
      phone.act({ kind: "set_awake", isAwake });
    },
    detach: unplug,
    async attach() {
      listener ??= await plugIn(port);
    },
  };
}
