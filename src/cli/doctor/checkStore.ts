import { assertNever } from "../../core/assertNever.js";
import type { StoreReading } from "../../server/index.js";
import { broken, doubtful, fine, type Finding } from "./finding.js";

/** The store that `AUTOMOBILE_STORE` names, and what is found there. */
export interface StoreEvidence {
  /** `HOST:PORT`, and the database where one is named; never user or password. */
  readonly place: string;
  readonly reading: StoreReading;
}

type Failing = Extract<StoreReading, { is: "failing" }>;
type Memory = Extract<StoreReading, { is: "serving" }>["memory"];

const STORE = "store";
const MEMORY = "store memory";

/** What a store is found to be good for: one finding when it cannot be used, else a second one on what it forgets. */
export function checkStore({ place, reading }: StoreEvidence): readonly Finding[] {
  const who = `${reading.server ?? "what listens"} at ${place}`;
  switch (reading.is) {
    case "serving":
      return [
        fine(STORE, `${who} takes what daemons share; a server on stdio does not use it`),
        checkMemory(reading.memory),
      ];
    case "failing":
      return [broken(STORE, describeFailure(reading, { who, place }), fixOf(reading))];
    default:
      return assertNever(reading);
  }
}

function describeFailure(
  { fault, step, cause, server }: Failing,
  { who, place }: { readonly who: string; readonly place: string },
): string {
  if (fault === "not_allowed") return `${who} does not let its user ${step} under automobile:`;
  return server === undefined ? `${place} cannot be used: ${cause}` : `${who} cannot be used: ${cause}`;
}

function fixOf({ fault }: Failing): string {
  switch (fault) {
    case "full":
      return "Give it more memory (maxmemory), or take out what nobody needs.";
    case "not_allowed":
      return "Give the user ~automobile:* &automobile:* +@read +@write +@pubsub +@scripting +@connection (ACL SETUSER).";
    case "not_let_in":
      return "Correct user and password: AUTOMOBILE_STORE=redis://USER:PASSWORD@HOST:PORT.";
    case "read_only":
      return "Name the server that takes writes in AUTOMOBILE_STORE.";
    case "cannot_save":
      return "Look after its disk: its own log says why it cannot save.";
    case "loading":
      return "Wait until it has read its data.";
    case "busy":
      return "End the script that runs there (SCRIPT KILL).";
    case "no_database":
      return "Correct the number at the end of AUTOMOBILE_STORE, or take it away.";
    case "cluster":
      return "Name a server in AUTOMOBILE_STORE that is by itself.";
    case "other":
      return "Start it, or correct AUTOMOBILE_STORE.";
    default:
      return assertNever(fault);
  }
}

function checkMemory(memory: Memory): Finding {
  if (memory.is === "not_told")
    return fine(MEMORY, "its user may not read maxmemory-policy, which has to be noeviction");
  const { policy, limitBytes } = memory;
  if (policy === "noeviction") return fine(MEMORY, "maxmemory-policy is noeviction");
  if (limitBytes === 0) return fine(MEMORY, `maxmemory-policy is ${policy}, and maxmemory sets no limit`);
  return doubtful(
    MEMORY,
    `maxmemory-policy is ${policy}: when it is full, it forgets turns and tasks`,
    "Set maxmemory-policy noeviction.",
  );
}
