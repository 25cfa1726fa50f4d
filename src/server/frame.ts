/** What a request is known by, on its own connection. */
export type RequestId = string | number;

/** The members of an object that came from outside; nothing is known of their values. */
export type Members = Readonly<Record<string, unknown>>;

/** One message that waits for an answer. */
export interface RequestFrame {
  readonly is: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Members;
}

/** One message that is only told. */
export interface NotificationFrame {
  readonly is: "notification";
  readonly method: string;
  readonly params: Members;
}

/** What answers a request: its result, or a JSON-RPC error. */
export type ResponseBody = { readonly result: unknown } | { readonly error: Members };

/** One answer to a request of the reader's own. */
export interface ResponseFrame {
  readonly is: "response";
  readonly id: RequestId;
  readonly body: ResponseBody;
}

/**
 * JSON that is no JSON-RPC 2.0 message. `awaitsAnswer` is false for what looks like a response: its sender waits for
 * nothing.
 */
export interface InvalidFrame {
  readonly is: "invalid";
  readonly id: RequestId | undefined;
  readonly awaitsAnswer: boolean;
}

/** A message by its shape. What its method means is for whoever takes it. */
export type Frame = RequestFrame | NotificationFrame | ResponseFrame | InvalidFrame;

/** The members of a request or a notification; with any other, the SDK takes it for no message. */
const REQUEST_MEMBERS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

/** Tells the three shapes of JSON-RPC 2.0 apart ("Request object", "Response object"); MCP knows no batches. */
export function parseFrame(value: unknown): Frame {
  const members = membersOf(value);
  const id = parseRequestId(members["id"]);
  const isResponse = "result" in members || "error" in members;
  const invalid: InvalidFrame = { is: "invalid", id, awaitsAnswer: !isResponse };
  if (members["jsonrpc"] !== "2.0") return invalid;
  if (isResponse) return parseResponse(members, id) ?? invalid;
  const { method, params = {} } = members;
  if (typeof method !== "string" || !isParams(params)) return invalid;
  if (!Object.keys(members).every((name) => REQUEST_MEMBERS.has(name))) return invalid;
  const said = { method, params };
  if (!("id" in members)) return { is: "notification", ...said };
  return id === undefined ? invalid : { is: "request", id, ...said };
}

/** The id if it can be one; `undefined` for everything else. */
export function parseRequestId(value: unknown): RequestId | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** Whether it can be the `_meta` of a message, which the protocol gives one member of its own for any method. */
export function isMeta(value: unknown): value is Members {
  return isMembers(value) && (!("progressToken" in value) || parseRequestId(value["progressToken"]) !== undefined);
}

/** Whether it is an object, and neither a list nor null. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of an object; none for anything else. */
export function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

/** One line with the answer to a request, its members in the order in which the SDK writes them. */
export function toResultLine(id: RequestId, result: unknown): string {
  return JSON.stringify({ result, jsonrpc: "2.0", id });
}

/** One line with the error that answers a request; without an id when it could not be read. */
export function toErrorLine(id: RequestId | undefined, error: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error });
}

/** A JSON-RPC error object. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** JSON has line ends only between its tokens, so a blank means the same. */
export function toOneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, " ");
}

function isParams(value: unknown): value is Members {
  return isMembers(value) && (!("_meta" in value) || isMeta(value["_meta"]));
}

function parseResponse(members: Members, id: RequestId | undefined): ResponseFrame | undefined {
  if (id === undefined) return undefined;
  if ("result" in members) return { is: "response", id, body: { result: members["result"] } };
  return { is: "response", id, body: { error: membersOf(members["error"]) } };
}
