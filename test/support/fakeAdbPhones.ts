import { sectionOutput } from "./fakeDeviceShell.js";
import { lengthed, shellAnswer, transportIdBytes, type AdbPeer, type AnswerRequest } from "./fakeAdbServer.js";

/** A phone behind the fake adb server. */
export interface FakeAdbPhone {
  readonly id: string;
  readonly transportId: number;
  readonly state?: string;
  readonly hardwareSerial?: string;
  readonly bootId?: string;
  /** Accepts commands and never answers. */
  readonly isSilent?: boolean;
}

/** Makes a fake adb server list these phones, and each of them say what it is. `ran` gets every other command, as `id: command`. */
export function fakeAdbPhones(phones: readonly FakeAdbPhone[], ran: string[] = []): AnswerRequest {
  const chosen = new Map<AdbPeer, FakeAdbPhone>();
  const choose = (request: string, peer: AdbPeer): void => {
    const [phone, other] = phones.filter(
      ({ id, transportId }) => request === `host:tport:serial:${id}` || request === `host:transport-id:${transportId}`,
    );
    if (phone === undefined) peer.fail(`device for ${request} not found`);
    else if (other !== undefined) peer.fail("more than one device");
    else {
      chosen.set(peer, phone);
      peer.okay(request.startsWith("host:tport:") ? transportIdBytes(phone.transportId) : "");
    }
  };
  return (request, peer) => {
    const phone = chosen.get(peer);
    if (request === "host:track-devices-l") peer.okay(lengthed(phones.map(toLine).join("")));
    else if (request === "host:features") peer.okay(lengthed("shell_v2,cmd"));
    else if (phone === undefined) choose(request, peer);
    else if (phone.isSilent === true) return;
    else if (request.startsWith("shell,v2,raw:getprop")) peer.okay(shellAnswer(probeOutput(phone)));
    else {
      ran.push(`${phone.id}@${phone.transportId}: ${request}`);
      peer.okay(shellAnswer(""));
    }
  };
}

/** adb's line for a phone, in the long form. */
export function toLine({ id, state = "device", transportId }: FakeAdbPhone): string {
  return `${id.padEnd(22)} ${state} transport_id:${transportId}\n`;
}

function probeOutput({ hardwareSerial, bootId, id }: FakeAdbPhone): string {
  return sectionOutput(
    `[ro.serialno]: [${hardwareSerial ?? id}]\n[ro.product.model]: [Model of ${id}]\n[sys.boot_completed]: [1]`,
    bootId ?? "",
    "package:/system/framework/framework-res.apk",
    "null",
  );
}
