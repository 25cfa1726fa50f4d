import type { Lab, LabAdbServer, LabOptions, LabPhone, LabPhoneProfile } from "./lab.js";
import { plugInPhone } from "./labPhone.js";
import { completeProfile } from "./phone/profile.js";
import { createRoster } from "./roster.js";
import { startAdbServer } from "./server/adbServer.js";

/** Starts virtual phones. They listen when this resolves; nothing per phone is rendered or loaded before it is asked for. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const roster = createRoster();
  const world = { timer: options.timer, latencyMs: options.latencyMs ?? 0, log: options.log, roster };
  const phones: LabPhone[] = [];
  const servers = new Set<LabAdbServer>();

  const addPhone = async (given: LabPhoneProfile = {}): Promise<LabPhone> => {
    const emulators = phones.filter((phone) => phone.kind === "emulator").length;
    const profile = completeProfile(given, phones.length, emulators);
    const phone = await plugInPhone(profile, { port: given.port ?? 0, adbState: given.adbState ?? "device" }, world);
    phones.push(phone);
    return phone;
  };

  const wanted: readonly LabPhoneProfile[] =
    typeof options.phones === "number" ? Array.from({ length: options.phones }, () => ({})) : options.phones;
  for (const profile of wanted) await addPhone(profile);

  return {
    phones,
    addPhone,
    async startAdbServer(serverOptions = {}) {
      const server = await startAdbServer(serverOptions.port ?? 0, { roster, log: options.log });
      const tracked: LabAdbServer = {
        ...server,
        async close() {
          servers.delete(tracked);
          await server.close();
        },
      };
      servers.add(tracked);
      return tracked;
    },
    async close() {
      const ended = await Promise.allSettled([
        ...[...servers].map((server) => server.close()),
        ...phones.map((phone) => phone.detach()),
      ]);
      const failures = ended.flatMap((end) =>
        end.status === "rejected" ? [new Error("part of the lab did not end", { cause: end.reason })] : [],
      );
      if (failures.length > 0) throw new AggregateError(failures, "the lab did not end");
    },
  };
}
