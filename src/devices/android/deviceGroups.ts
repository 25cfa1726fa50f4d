import type { Device, DeviceState } from "../device.js";
import { isSerialShared, type DeviceLine } from "./deviceLine.js";
import type { ProbeFacts } from "./probe.js";
import { FIRST_SERVER, type ServerNames } from "./serverNames.js";

/** One line of adb's list, and what is known of the device behind it. */
export interface KnownTransport {
  readonly line: DeviceLine;
  readonly state: DeviceState;
  /** From the last probe that was answered on this very transport; `undefined` when there was none. */
  readonly facts: ProbeFacts | undefined;
}

/** One device, and the transport through which it is driven. */
export interface DeviceGroup<T extends KnownTransport> {
  readonly device: Device;
  readonly transport: T;
}

/** Serials that some factories write into every phone alike. */
const GENERIC_SERIAL = /^(?:0123456789abcdef|123456789|unknown|default|android|none|null|(.)\1*)$/i;
const EMULATOR_CONSOLE = /^emulator-\d+$/;
const MDNS_SERIAL = /^adb-(?<serial>.+)-[^-]{6}(?: \(\d+\))?\._adb/;

/**
 * Turns adb's list into devices. A device attached twice (USB and Wi-Fi) is one, with the other ways as aliases, but only
 * where the devices themselves prove it; where nothing proves it they stay apart. The id is that of the best transport: a
 * ready one, USB before the rest, then by code unit. Sorted by id.
 */
export function groupDevices<T extends KnownTransport>(
  transports: readonly T[],
  names: ServerNames = FIRST_SERVER,
): readonly DeviceGroup<T>[] {
  const groups = joinProven(transports).map((members) => members.toSorted(byPreference));
  const lines = transports.map((transport) => transport.line);
  const serials = groups.map((members) => hardwareSerial(members));
  return groups
    .flatMap((members) => toGroup(members, { lines, serials, names }))
    .toSorted((a, b) => byCodeUnit(a.device.id, b.device.id));
}

/** adb's serial, and with the transport's number where adb shows one serial twice. */
function toDeviceId(line: DeviceLine, { lines, names }: Surroundings): string {
  if (!isSerialShared(line, lines) || line.transportId === undefined) return `${line.serial}${names.idSuffix}`;
  return `${line.serial}@transport-${line.transportId}${names.idSuffix}`;
}

function joinProven<T extends KnownTransport>(transports: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const transport of transports.toSorted(byEvidence)) {
    const matching = groups.filter((members) => isProvenMember(transport, members));
    // What could be either of two devices proves nothing, and stays apart.
    if (matching.length === 1) matching[0]?.push(transport);
    else groups.push([transport]);
  }
  // Copies of one emulator, started from one saved state, share a boot id: then nothing tells whose the other transports are.
  return groups.flatMap((members) =>
    members.filter((member) => EMULATOR_CONSOLE.test(member.line.serial)).length > 1
      ? members.map((member) => [member])
      : [members],
  );
}

/** Those that said most come first, so that the outcome does not depend on the order in which adb lists them. */
function byEvidence(a: KnownTransport, b: KnownTransport): number {
  return (
    Number(b.facts !== undefined) - Number(a.facts !== undefined) ||
    Number(b.facts?.bootId !== undefined) - Number(a.facts?.bootId !== undefined)
  );
}

function isProvenMember(transport: KnownTransport, members: readonly KnownTransport[]): boolean {
  const witnesses = members.filter((member) => member.facts !== undefined);
  return witnesses.length > 0 && witnesses.every((witness) => isProvenSame(transport, witness));
}

function isProvenSame(transport: KnownTransport, witness: KnownTransport): boolean {
  if (witness.facts === undefined) return false;
  if (transport.facts === undefined) return isNamedAfter(transport, witness.facts);
  return isSameByFacts(transport.facts, witness.facts);
}

function isSameByFacts(a: ProbeFacts, b: ProbeFacts): boolean {
  if (a.isEmulator !== b.isEmulator) return false;
  const isSameBoot = a.bootId !== undefined && a.bootId === b.bootId;
  // Containers on one host share its boot id, so that alone is no proof.
  if (a.isEmulator) return isSameBoot && a.avdName !== undefined && a.avdName === b.avdName;
  if (!isTelling(a.hardwareSerial) || a.hardwareSerial !== b.hardwareSerial) return false;
  return isSameBoot || a.bootId === undefined || b.bootId === undefined;
}

/** A phone that is offline over Wi-Fi cannot be asked, but the name that it published itself holds its serial. */
function isNamedAfter(transport: KnownTransport, facts: ProbeFacts): boolean {
  const serial = MDNS_SERIAL.exec(transport.line.serial)?.groups?.["serial"];
  return isTelling(serial) && facts.hardwareSerial === serial && !facts.isEmulator;
}

function isTelling(serial: string | undefined): serial is string {
  return serial !== undefined && serial !== "" && !GENERIC_SERIAL.test(serial);
}

function hardwareSerial(members: readonly KnownTransport[]): string | undefined {
  return members.find((member) => member.facts !== undefined)?.facts?.hardwareSerial;
}

interface Surroundings {
  readonly lines: readonly DeviceLine[];
  /** The hardware serial of every group. */
  readonly serials: readonly (string | undefined)[];
  readonly names: ServerNames;
}

function toGroup<T extends KnownTransport>(
  members: readonly T[],
  surroundings: Surroundings,
): readonly DeviceGroup<T>[] {
  const [best, ...others] = members;
  if (best === undefined) return [];
  const facts = best.facts ?? members.find((member) => member.facts !== undefined)?.facts;
  const identity = facts === undefined ? undefined : toIdentity(facts, surroundings.serials);
  const model = facts?.model ?? best.line.model?.replaceAll("_", " ");
  const device: Device = {
    id: toDeviceId(best.line, surroundings),
    platform: "android",
    kind: facts === undefined ? "unknown" : facts.isEmulator ? "emulator" : "hardware",
    name: toName(facts, model) ?? best.line.serial,
    ...(model === undefined ? {} : { model }),
    ...(facts?.osVersion === undefined ? {} : { osVersion: facts.osVersion }),
    state: best.state,
    ...(identity === undefined ? {} : { identity }),
    ...(facts?.bootId === undefined ? {} : { bootId: facts.bootId }),
    aliases: others.map(({ line, state }) => ({ id: toDeviceId(line, surroundings), state })),
    source: surroundings.names.source,
  };
  return [{ device, transport: best }];
}

/** What makes an id still mean the same device later. A telling serial survives a reboot; a boot id does not, and must not. */
function toIdentity(facts: ProbeFacts, serials: readonly (string | undefined)[]): string | undefined {
  const { hardwareSerial: serial, bootId } = facts;
  const isUnique = serials.filter((other) => other === serial).length === 1;
  if (!facts.isEmulator && isTelling(serial) && isUnique) return `serial:${serial}`;
  if (bootId === undefined) return undefined;
  return facts.isEmulator ? `avd:${facts.avdName ?? ""}:boot:${bootId}` : `serial:${serial ?? ""}:boot:${bootId}`;
}

function toName(facts: ProbeFacts | undefined, model: string | undefined): string | undefined {
  if (facts?.isEmulator === true && facts.avdName !== undefined) return facts.avdName;
  if (facts?.ownerName !== undefined) return facts.ownerName;
  const maker = facts?.manufacturer;
  if (model === undefined || maker === undefined) return model;
  return model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`;
}

function byPreference(a: KnownTransport, b: KnownTransport): number {
  return (
    Number(b.state.is === "ready") - Number(a.state.is === "ready") ||
    Number(b.line.usbPath !== undefined) - Number(a.line.usbPath !== undefined) ||
    byCodeUnit(a.line.serial, b.line.serial)
  );
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
