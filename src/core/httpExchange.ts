/** One request to an HTTP server, with a JSON body or none. Redirects are not followed. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: URL;
  /** Beside those that the body asks for. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `undefined` sends no body. */
  readonly body: unknown;
  readonly timeoutMs: number;
  /** An answer that is longer is not read to its end. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** How one exchange ended. */
export type HttpEnd =
  | { readonly outcome: "answered"; readonly status: number; readonly text: string }
  /** The server got nothing. */
  | { readonly outcome: "no_connection"; readonly reason: string }
  /** The server may have got the request; its answer did not arrive whole. */
  | { readonly outcome: "broke_off"; readonly reason: string }
  /** The server may have got the request, and did not answer in time. */
  | { readonly outcome: "timed_out" }
  | { readonly outcome: "aborted" };

/** Makes one bounded exchange over a connection of its own. Never rejects. */
export type HttpExchange = (request: HttpRequest) => Promise<HttpEnd>;
