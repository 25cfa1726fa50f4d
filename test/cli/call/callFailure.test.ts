import { SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { describeFailure } from "../../../src/cli/call/callFailure.js";

const CALL = { timeoutMs: 1000, signal: new AbortController().signal, isTokenSent: false, progress: "none" } as const;

/** As `fetch` fails. */
function notFetched(code: string, message: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
}

/** As the SDK reports an HTTP answer that is no success. */
function answered(status: number, text: string): Error {
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `Error POSTing to endpoint: ${text}`, {
    status,
    text,
  });
}

it.each([
  {
    code: "SELF_SIGNED_CERT_IN_CHAIN",
    hint: "If it is the right server, trust its certificate or its signer's: NODE_EXTRA_CA_CERTS=FILE (PEM)",
  },
  {
    code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    hint: "If it is the right server, trust its certificate or its signer's: NODE_EXTRA_CA_CERTS=FILE (PEM)",
  },
  {
    code: "CERT_HAS_EXPIRED",
    hint: "Its certificate has to be renewed, unless the clock of this machine is wrong",
  },
])("says what to do about a server that TLS keeps away: $code", ({ code, hint }) => {
  expect(describeFailure(notFetched(code, "why"), CALL)).toEqual({
    line: "The server could not be reached: why",
    hint,
    json: { code: "UNREACHABLE", message: "The server could not be reached: why" },
  });
});

it("has its own words for a server without TLS", () => {
  const openssl = "801C:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:350:";
  expect(describeFailure(notFetched("ERR_SSL_WRONG_VERSION_NUMBER", openssl), CALL)).toMatchObject({
    line: "The server could not be reached: it does not answer in TLS",
    hint: "What listens there does not speak TLS: use http, or the port of its https",
  });
});

it.each([
  { code: "ECONNREFUSED", hint: "Is the server running there? automobile daemon status shows this machine's" },
  { code: "ENOTFOUND", hint: "Check the host name, and that this machine can look names up" },
  {
    code: "UND_ERR_SOCKET",
    hint: "Check the address: its path (/mcp), its port, and whether it takes http or https",
  },
])("says what to check where no server is found: $code", ({ code, hint }) => {
  expect(describeFailure(notFetched(code, "why"), CALL)).toEqual({
    line: "The server could not be reached: why",
    hint,
    json: { code: "UNREACHABLE", message: "The server could not be reached: why" },
  });
});

it.each([
  { code: "UND_ERR_SOCKET", progress: "sent" },
  { code: "ECONNRESET", progress: "sent" },
  { code: "ECONNREFUSED", progress: "task" },
] as const)("says that a call may have run when its connection breaks: $code, $progress", ({ code, progress }) => {
  expect(describeFailure(notFetched(code, "why"), { ...CALL, progress })).toEqual({
    line: "The connection broke before the result came: why",
    hint: "The call may have run: look at the device before you call it again",
    json: { code: "CONNECTION_LOST", message: "The connection broke before the result came: why" },
  });
});

it.each(["ECONNREFUSED", "ENOTFOUND", "CERT_HAS_EXPIRED"])(
  "does not say so of a call that was never sent: %s",
  (code) => {
    expect(describeFailure(notFetched(code, "why"), { ...CALL, progress: "sent" })?.json.code).toBe("UNREACHABLE");
  },
);

it("says that a call may have run when the process that served it is gone", () => {
  const closed = new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed");
  expect(describeFailure(closed, { ...CALL, progress: "sent" })?.hint).toBe(
    "The call may have run: look at the device before you call it again",
  );
});

it.each([
  { isTokenSent: false, line: "The server lets nobody in without its token (HTTP 401)." },
  { isTokenSent: true, line: "The server does not take the token in AUTOMOBILE_CALL_TOKEN (HTTP 401)." },
])("says which token is meant where one is asked for, given already: $isTokenSent", ({ isTokenSent, line }) => {
  expect(describeFailure(answered(401, "Unauthorized"), { ...CALL, isTokenSent })).toEqual({
    line,
    hint: "Give the server's own token in AUTOMOBILE_CALL_TOKEN; of an automobile daemon it is what its --token-file holds, else the file token of its state folder",
    json: { code: "UNAUTHORIZED", message: line },
  });
});

it("shows the error that a load balancer answers in the place of a server that is gone", () => {
  const text = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"gone"},"id":null}';
  expect(describeFailure(answered(502, text), CALL)).toEqual({
    line: "The server answered with error -32000: gone",
    json: { code: -32_000, message: "gone" },
  });
});

it("shows no web page, and says what to check", () => {
  expect(describeFailure(answered(400, "<html><h1>400 Bad Request</h1></html>"), CALL)).toMatchObject({
    line: "The address answers with a web page (HTTP 400).",
    hint: "Check the address: its path (/mcp), its port, and whether it takes http or https",
  });
});

it("shows what else a server answers as it came", () => {
  expect(describeFailure(answered(404, "Not Found"), CALL)?.line).toBe("Error POSTing to endpoint: Not Found");
});
