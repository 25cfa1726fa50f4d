import { SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { describeFailure } from "../../../src/cli/call/callFailure.js";

const CALL = { timeoutMs: 1000, signal: new AbortController().signal, isTokenSent: false };

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
  {
    code: "ERR_SSL_WRONG_VERSION_NUMBER",
    hint: "What listens there does not speak TLS: use http, or the port of its https",
  },
])("says what to do about a server that TLS keeps away: $code", ({ code, hint }) => {
  expect(describeFailure(notFetched(code, "why"), CALL)).toEqual({
    line: "The server could not be reached: why",
    hint,
    json: { code: "UNREACHABLE", message: "The server could not be reached: why" },
  });
});

it("has no such advice for a server that is not there", () => {
  expect(describeFailure(notFetched("ECONNREFUSED", "connect ECONNREFUSED"), CALL)).toEqual({
    line: "The server could not be reached: connect ECONNREFUSED",
    json: { code: "UNREACHABLE", message: "The server could not be reached: connect ECONNREFUSED" },
  });
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

it("shows what else a server answers as it came", () => {
  expect(describeFailure(answered(404, "<h1>Not Found</h1>"), CALL)?.line).toBe(
    "Error POSTing to endpoint: <h1>Not Found</h1>",
  );
});
