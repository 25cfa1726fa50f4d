import type { Lab, LabAdbServer, LabOptions, LabPhone, LabPhoneProfile } from "./lab.js";
import { plugInPhone } from "./labPhone.js";
import { completeProfile, type PhoneProfile } from "./phone/profile.js";
import { createRoster } from "./roster.js";
import { startAdbServer } from "./server/adbServer.js";

/**
 * Starts virtual phones. They listen when this resolves; nothing per phone is rendered or loaded before it is asked for.
 *
 * @throws Error when a port that was asked for is taken; then no phone is left running.
 */
export async function startLab(options: LabOptions): Promise<Lab> {
  const lab = emptyLab(options);
  const { phones } = options;
  const profiles = typeof phones === "number" ? Array.from({ length: phones }, () => ({})) : phones;
  try {
    for (const profile of profiles) await lab.addPhone(profile);
  } catch (error) {
    await lab.close();
    throw error;
  }
  return lab;
}

function emptyLab({ timer, latencyMs = 0, log }: LabOptions): Lab {
  const roster = createRoster();
  const profiles: PhoneProfile[] = [];
  const phones: LabPhone[] = [];
  const servers = new Set<LabAdbServer>();

  return {
    phones,
    async addPhone(given: LabPhoneProfile = {}) {
      const emulators = profiles.filter(({ kind }) => kind === "emulator").length;
      const profile = completeProfile(given, profiles.length, emulators);
      profiles.push(profile);
      const wanted = { port: given.port ?? 0, adbState: given.adbState ?? "device" };
      const phone = await plugInPhone(profile, wanted, { timer, latencyMs, log, roster });
      phones.push(phone);
      return phone;
    },
    async startAdbServer({ port = 0 } = {}) {
      const server = await startAdbServer(port, { roster, log });
      servers.add(server);
      return server;
    },
    async close() {
      const ends = [...[...servers].map((server) => server.close()), ...phones.map((phone) => phone.detach())];
      const ended = await Promise.allSettled(ends);
      const failures = ended.flatMap((end): unknown[] => (end.status === "rejected" ? [end.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, "a part of the lab did not end");
    },
  };
}
