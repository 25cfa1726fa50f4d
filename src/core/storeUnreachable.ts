import type { Effect, RefusalOf } from "./refusal.js";

/** What several servers share cannot be used, so the call cannot go on. `cause` says why, in few words and without a secret. */
export function storeUnreachable(cause: string, effect: Effect): RefusalOf<"store_unreachable"> {
  const hasRun = effect === "may_have_run";
  const outcome = hasRun ? "The call was broken off; whether it had its effect is not known." : "The call did not run.";
  return {
    code: "store_unreachable",
    message: `The store that this server shares with others cannot be used: ${cause}. ${outcome}`,
    hint: hasRun
      ? "Call `observe` on the same device to see what happened before doing it again."
      : "Call again in a moment; if that does not help, the operator of this server has to look after its store.",
    data: { cause, effect },
  };
}
