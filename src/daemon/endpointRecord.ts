import { z } from "zod";
import { LOOPBACK, toUrlHost } from "../core/loopback.js";
import { parseJson } from "../core/parseJson.js";
import type { StateFolder } from "../system/stateFolder.js";
import { isSharedTokenFile, TOKEN_FILE, TOKEN_FILE_NAME } from "./token.js";

/** Where a daemon is and what it was started with, as it wrote it down itself when it began to listen. */
export interface EndpointRecord {
  /** The address at which this machine reaches it. */
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** What tells this process from a later one with the same pid, where the system says. */
  readonly processMark: string;
  /** Of the package. */
  readonly version: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** One random name per daemon, which it proves to know. */
  readonly instance: string;
  /** The file of the state folder with the token that it asks for. */
  readonly tokenFile: string;
  /** What decides which devices it has, and with whom it shares them; see `DaemonSettings`. */
  readonly settings: Readonly<Record<string, string>>;
}

/** What the state folder says of a daemon. `generation` is the number that the next daemon's record must exceed. */
export type RecordReading =
  | { readonly is: "none"; readonly generation: 0 }
  /** The last daemon said goodbye. */
  | { readonly is: "stopped"; readonly generation: number }
  /** Records are written whole, so this one is from elsewhere, or its disk lost it. */
  | { readonly is: "unreadable"; readonly generation: number; readonly file: string }
  | { readonly is: "recorded"; readonly generation: number; readonly record: EndpointRecord };

/** A daemon's hold on its state folder. */
export interface Claim {
  /** Says goodbye: the next reader knows that nobody is there, and finds no copy of a shared token. */
  retire(): Promise<void>;
}

const STOPPED = '{"stopped":true}\n';

const recordSchema = z.object({
  // Records of earlier versions have none.
  host: z.string().default(LOOPBACK),
  port: z.int().min(1).max(65_535),
  pid: z.int().min(1),
  processMark: z.string(),
  version: z.string(),
  startedAt: z.string(),
  instance: z.string().min(1),
  tokenFile: z.string().regex(TOKEN_FILE_NAME).default(TOKEN_FILE),
  settings: z.record(z.string(), z.string()),
});
const stoppedSchema = z.object({ stopped: z.literal(true) });

/** Where a daemon is, as the beginning of its URLs. */
export function originOf({ host, port }: Pick<EndpointRecord, "host" | "port">): string {
  return `http://${toUrlHost(host)}:${port}`;
}

/** Reads the newest record. */
export async function readRecord(folder: Pick<StateFolder, "list" | "read">): Promise<RecordReading> {
  for (;;) {
    const generation = newest(await folder.list());
    if (generation === 0) return { is: "none", generation };
    const text = await folder.read(fileOf(generation));
    // Gone between the two readings: a later daemon cleared it away, whose record is there by now.
    if (text !== undefined) return parseRecord(text, generation);
  }
}

/**
 * Claims the state folder for one daemon. `after` is the generation of a reading that showed no living daemon. Of several
 * that claim at once, and however late each of them acts on its reading, exactly one gets the claim.
 *
 * The newest record is never removed, so a generation that was taken once stays taken or has a newer one above it; both are
 * seen here. The holder alone removes older ones, and copies of shared tokens that are not its own.
 *
 * @returns `undefined` when another daemon was first.
 */
export async function claimRecord(
  folder: StateFolder,
  { after, record }: { readonly after: number; readonly record: EndpointRecord },
): Promise<Claim | undefined> {
  const generation = after + 1;
  const file = fileOf(generation);
  if (!(await folder.createOnce(file, `${JSON.stringify(record)}\n`))) return undefined;
  const names = await folder.list();
  if (newest(names) > generation) {
    await folder.remove(file);
    return undefined;
  }
  const { tokenFile } = record;
  const isLeft = (name: string): boolean =>
    generationOf(name) < generation || (isSharedTokenFile(name) && name !== tokenFile);
  await Promise.all(names.filter(isLeft).map((name) => folder.remove(name)));
  return {
    async retire() {
      await folder.replace(file, STOPPED);
      if (isSharedTokenFile(tokenFile)) await folder.remove(tokenFile);
    },
  };
}

function parseRecord(text: string, generation: number): RecordReading {
  const value = parseJson(text);
  const record = recordSchema.safeParse(value);
  if (record.success) return { is: "recorded", generation, record: record.data };
  if (stoppedSchema.safeParse(value).success) return { is: "stopped", generation };
  return { is: "unreadable", generation, file: fileOf(generation) };
}

function newest(names: readonly string[]): number {
  return Math.max(0, ...names.map(generationOf).filter((generation) => generation !== NO_GENERATION));
}

const NO_GENERATION = Number.POSITIVE_INFINITY;

function generationOf(name: string): number {
  const digits = /^daemon\.([1-9]\d{0,14})\.json$/.exec(name)?.[1];
  return digits === undefined ? NO_GENERATION : Number(digits);
}

function fileOf(generation: number): string {
  return `daemon.${generation}.json`;
}
