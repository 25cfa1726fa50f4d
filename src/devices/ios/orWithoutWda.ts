import { Refusal } from "../../core/refusal.js";

/** Does it through the WDA or, where the device has none that could be used, in another way. */
export async function orWithoutWda<T>(throughWda: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await throughWda();
  } catch (error) {
    if (error instanceof Refusal && error.detail.code === "unsupported_on_device") return await otherwise();
    throw error;
  }
}
