import { Refusal, type RefusalDetail } from "../../src/core/refusal.js";

/** What `work` was refused with. Fails when it was not refused. */
export function refusalOf(work: () => unknown): RefusalDetail {
  try {
    work();
  } catch (error) {
    return detailOf(error);
  }
  throw new Error("expected a refusal, but nothing was thrown");
}

/** What a promise was refused with. Fails when it was fulfilled. */
export async function asyncRefusalOf(work: Promise<unknown>): Promise<RefusalDetail> {
  try {
    await work;
  } catch (error) {
    return detailOf(error);
  }
  throw new Error("expected a refusal, but the promise was fulfilled");
}

function detailOf(error: unknown): RefusalDetail {
  if (error instanceof Refusal) return error.detail;
  throw error;
}
