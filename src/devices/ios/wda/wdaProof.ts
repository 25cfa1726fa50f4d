import { asNumber, asText, propertyOf, reach } from "../foreignJson.js";
import type { WdaClient } from "./wdaClient.js";

/** A device as its own tools know it, for comparing with what a WDA says of the device that it runs on. */
export interface WdaOwner {
  readonly deviceId: string;
  readonly kind: "simulator" | "hardware";
  readonly osVersion: string | undefined;
  /** Ids of the processes that run on the device now, from its own tools. */
  processIds(signal: AbortSignal): Promise<ReadonlySet<number>>;
}

/** What a WDA says of itself and its device. */
export interface WdaStatus {
  readonly kind: WdaOwner["kind"];
  readonly osVersion: string | undefined;
  /** The session that is open now, whoever opened it. */
  readonly sessionId: string | undefined;
}

/** Whether something listens at an address, and whether it is a WDA. */
export type StatusReading =
  | { readonly is: "wda"; readonly status: WdaStatus }
  /** Nothing listens there. */
  | { readonly is: "silent"; readonly reason: string }
  /** Something listens, and does not say what it is: a WDA that is at work answers late. */
  | { readonly is: "busy"; readonly reason: string }
  | { readonly is: "foreign"; readonly reason: string };

/** A port of this machine answers at once or not at all; a phone's Wi-Fi may have to wake up. */
export const STATUS_TIMEOUT_MS = 3_000;

/** Reads `/status`, which changes nothing. */
export async function readStatus(client: WdaClient, timeoutMs: number, signal: AbortSignal): Promise<StatusReading> {
  const end = await client.send({ method: "GET", path: "/status", timeoutMs }, signal);
  switch (end.is) {
    case "value": {
      const system = asText(reach(end.value, "os", "name"));
      if (system === undefined || !/^(iOS|iPadOS|iPhone OS)$/.test(system)) {
        return { is: "foreign", reason: "what answers there is no WebDriverAgent of an iOS device" };
      }
      const simulatorVersion = asText(reach(end.value, "ios", "simulatorVersion"));
      return {
        is: "wda",
        status: {
          kind: simulatorVersion === undefined ? "hardware" : "simulator",
          osVersion: asText(reach(end.value, "os", "version")),
          sessionId: end.sessionId,
        },
      };
    }
    case "refused":
    case "not_wda":
      return { is: "foreign", reason: "what answers there is no WebDriverAgent" };
    case "no_connection":
      return { is: "silent", reason: end.reason };
    case "broke_off":
      return { is: "busy", reason: end.reason };
    case "timed_out":
      return { is: "busy", reason: `it did not answer within ${timeoutMs} ms` };
  }
}

/** What speaks against a WDA being the one of this device; `undefined` when nothing does, which alone proves nothing. */
export function contradiction(status: WdaStatus, owner: WdaOwner): string | undefined {
  if (status.kind !== owner.kind) return `it runs on ${status.kind === "simulator" ? "a simulator" : "hardware"}`;
  if (!areSameVersion(status.osVersion, owner.osVersion)) {
    return `it runs on iOS ${status.osVersion ?? "of an unknown version"}`;
  }
  return undefined;
}

/**
 * What keeps the WDA from being proven by the app that it sees in front: that app must be a process of this device, the
 * one fact that two devices of one model and version do not share. All simulators of a machine share its process numbers,
 * so that there it is proof; of two phones it is proof unless one number is in use on both. `undefined`: it is proven.
 */
export async function missingProof(
  client: WdaClient,
  { sessionId, owner }: { readonly sessionId: string | undefined; readonly owner: WdaOwner },
  signal: AbortSignal,
): Promise<string | undefined> {
  const prefix = sessionId === undefined ? "" : `/session/${encodeURIComponent(sessionId)}`;
  const path = `${prefix}/wda/activeAppInfo`;
  const end = await client.send({ method: "GET", path, timeoutMs: STATUS_TIMEOUT_MS }, signal);
  if (end.is === "refused") return `the WebDriverAgent there does not say which app is in front: ${end.message}`;
  const processId = end.is === "value" ? asNumber(propertyOf(end.value, "pid")) : undefined;
  if (processId === undefined || processId <= 0) return "the WebDriverAgent there does not say which app is in front";
  const isOurs = (await owner.processIds(signal)).has(processId);
  return isOurs ? undefined : "the app that the WebDriverAgent there sees in front does not run on this device";
}

/** One side may leave out what is zero or less than the other knows: `17.0` and `17.0.1` do not contradict each other. */
function areSameVersion(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const [a, b] = [one.split("."), other.split(".")];
  return a.slice(0, b.length).join(".") === b.slice(0, a.length).join(".");
}
