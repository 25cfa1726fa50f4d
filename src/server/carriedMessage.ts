import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
import { namedRevision, unsupportedRevision } from "./envelope.js";
import type { Members, RpcError } from "./frame.js";

/**
 * Longest text of a message that a header repeats on the way to a daemon, in UTF-16 code units. In the longest spelling,
 * three such texts stay below the 16 KiB that Node.js reads of all headers of a request.
 */
const MAX_CARRIED_LENGTH = 1024;

/** The member of `params` that names what a request is about (2026-07-28, "Standard Request Headers"; tasks extension). */
const NAME_MEMBER: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

/** A request or a notification, of which headers repeat the method, the revision and the name of what it is about. */
export interface CarriedMessage {
  readonly method: string;
  readonly params: Members;
}

/** The name of what a request is about; `undefined` where it has none, or none that is a text. */
export function requestName({ method, params }: CarriedMessage): string | undefined {
  const name = params[NAME_MEMBER.get(method) ?? ""];
  return typeof name === "string" ? name : undefined;
}

/**
 * The answer to a request that says something too long to be repeated in a header; `undefined` for every other. Each front
 * end gives it before anything is sent on, so that a client hears the same with a daemon behind it and without one.
 */
export function carriedProblem(message: CarriedMessage): RpcError | undefined {
  if (isTooLong(message.method)) return { code: RPC_ERROR_CODE.methodNotFound, message: "Method not found" };
  const requested = namedRevision(message.params);
  if (isTooLong(requested)) return unsupportedRevision(requested);
  if (!isTooLong(requestName(message))) return undefined;
  const member = NAME_MEMBER.get(message.method) ?? "";
  return {
    code: RPC_ERROR_CODE.invalidParams,
    message: `params.${member} must not be longer than ${MAX_CARRIED_LENGTH} characters`,
  };
}

function isTooLong(text: string | undefined): text is string {
  return text !== undefined && text.length > MAX_CARRIED_LENGTH;
}
