import type { HttpExchange } from "../../../core/httpExchange.js";
import { asText, propertyOf } from "../foreignJson.js";
import { unsupported } from "../iosRefusals.js";
import { type WdaClient, createWdaClient } from "./wdaClient.js";
import { type WdaOwner, contradiction, missingProof, readStatus, STATUS_TIMEOUT_MS } from "./wdaProof.js";

/** A WDA that was proven to run on the device, and the session that ties every later request to that same WDA. */
export interface WdaSession {
  readonly client: WdaClient;
  readonly sessionId: string;
}

/** The way from one device to its WDA. */
export interface WdaLink {
  /**
   * The session of the device's own WDA. Looks for it and proves it when there is none yet.
   *
   * @throws Refusal `unsupported_on_device` when no WDA, or only one of another device, is there.
   */
  session(signal: AbortSignal): Promise<WdaSession>;
  /**
   * Why the device surely has no WDA now; `undefined` when it may have one. Only a look from outside: a WDA that may be
   * the device's own is proven when it is used.
   */
  absence(signal: AbortSignal): Promise<string | undefined>;
  /** Forgets the session: its WDA is gone, or another one answers in its place. */
  forget(session: WdaSession): void;
  /** Ends the session if this process opened it. */
  close(): Promise<void>;
}

/** What a link needs. */
export interface WdaLinkOptions {
  readonly owner: WdaOwner;
  /** Where to look, first choice first. Empty: nowhere is known. */
  readonly addresses: readonly URL[];
  readonly exchange: HttpExchange;
}

/** For a look that every call on any device waits for. */
const GLANCE_TIMEOUT_MS = 1_000;
const SESSION_TIMEOUT_MS = 30_000;
/** A server that is closing does not wait long for a WDA that hangs. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * A WDA without a session gets one that starts no app and changes no setting. One with a session keeps it, for opening
 * another would end that of somebody else's tool.
 */
const NEW_SESSION = {
  capabilities: {
    alwaysMatch: { "appium:forceSimulatorSoftwareKeyboardPresence": false, "appium:shouldTerminateApp": false },
  },
} as const;

type Attempt =
  | { readonly is: "linked"; readonly session: WdaSession; readonly isOurs: boolean }
  | { readonly is: "not_linked"; readonly why: string };

/** Makes the way to the WDA of one device. Nothing is looked for before the first use. */
export function createWdaLink({ owner, addresses, exchange }: WdaLinkOptions): WdaLink {
  const clients = addresses.map((url) => createWdaClient(url, exchange));
  const opened = new Set<WdaSession>();
  let current: WdaSession | undefined;

  return {
    async session(signal) {
      if (current !== undefined) return current;
      const failures: string[] = [];
      for (const client of clients) {
        const attempt = await link(client, owner, signal);
        if (attempt.is === "linked") {
          current = attempt.session;
          if (attempt.isOurs) opened.add(attempt.session);
          return attempt.session;
        }
        failures.push(`${client.url.origin}: ${attempt.why}`);
      }
      throw noWda(owner, failures);
    },
    async absence(signal) {
      for (const client of clients) {
        const reading = await readStatus(client, GLANCE_TIMEOUT_MS, signal);
        if (reading.is === "busy") return undefined;
        if (reading.is === "wda" && contradiction(reading.status, owner) === undefined) return undefined;
      }
      return whereNot(addresses);
    },
    forget(session) {
      opened.delete(session);
      if (current === session) current = undefined;
    },
    async close() {
      const ours = [...opened];
      opened.clear();
      current = undefined;
      await Promise.all(ours.map(async (session) => endSession(session)));
    },
  };
}

/** The path of a session, to put the command's own path behind. */
export function sessionPath(sessionId: string): string {
  return `/session/${encodeURIComponent(sessionId)}`;
}

/**
 * Nothing but reading is done to a WDA before it is proven; the session is proven once more, since only its id says
 * that a later answer comes from the same WDA.
 */
async function link(client: WdaClient, owner: WdaOwner, signal: AbortSignal): Promise<Attempt> {
  const reading = await readStatus(client, STATUS_TIMEOUT_MS, signal);
  if (reading.is !== "wda") return { is: "not_linked", why: reading.reason };
  const against = contradiction(reading.status, owner);
  if (against !== undefined)
    return { is: "not_linked", why: `the WebDriverAgent there is of another device: ${against}` };
  const { sessionId } = reading.status;
  const unproven = await missingProofNow(client, { owner, sessionId }, signal);
  if (unproven !== undefined) return { is: "not_linked", why: unproven };
  if (sessionId !== undefined) return { is: "linked", session: { client, sessionId }, isOurs: false };
  const opened = await openSession(client, signal);
  if (opened === undefined) return { is: "not_linked", why: "the WebDriverAgent there opens no session" };
  const stillUnproven = await missingProofNow(client, { owner, sessionId: opened }, signal);
  if (stillUnproven !== undefined) return { is: "not_linked", why: stillUnproven };
  return { is: "linked", session: { client, sessionId: opened }, isOurs: true };
}

/** Looked at twice: an app may start or end between the two readings that are compared. */
async function missingProofNow(
  client: WdaClient,
  claim: { readonly owner: WdaOwner; readonly sessionId: string | undefined },
  signal: AbortSignal,
): Promise<string | undefined> {
  const missing = await missingProof(client, claim, signal);
  return missing === undefined ? undefined : await missingProof(client, claim, signal);
}

async function openSession(client: WdaClient, signal: AbortSignal): Promise<string | undefined> {
  const end = await client.send(
    { method: "POST", path: "/session", body: NEW_SESSION, timeoutMs: SESSION_TIMEOUT_MS },
    signal,
  );
  return end.is === "value" ? (asText(propertyOf(end.value, "sessionId")) ?? end.sessionId) : undefined;
}

async function endSession({ client, sessionId }: WdaSession): Promise<void> {
  const { signal } = new AbortController();
  await client.send({ method: "DELETE", path: sessionPath(sessionId), timeoutMs: CLOSE_TIMEOUT_MS }, signal);
}

function whereNot(addresses: readonly URL[]): string {
  const [first, ...others] = addresses;
  if (first === undefined) return "no address of one is known";
  const last = others.at(-1);
  return last === undefined ? `none answers at ${first.origin}` : `none answers from ${first.origin} to ${last.origin}`;
}

/** How to give a device a WDA. */
export function wdaRemedy(deviceId: string): string {
  return `Start WebDriverAgent on the device, and tell the server its address: AUTOMOBILE_WDA=${deviceId}=http://127.0.0.1:8100.`;
}

function noWda(owner: WdaOwner, failures: readonly string[]): Error {
  const looked = failures.length === 0 ? "no address of one is known" : failures.join("; ");
  return unsupported(owner.deviceId, {
    why: `This needs a WebDriverAgent that runs on the device, and none was found (${looked}).`,
    hint: `${wdaRemedy(owner.deviceId)} Until then launchApp, captureScreenshot and what else needs no touch still work where the device can do them.`,
  });
}
