import { expect, it } from "vitest";
import { explainTls } from "../../../src/cli/call/explainTls.js";

const code = "DEPTH_ZERO_SELF_SIGNED_CERT";
const hint = "If it is the right server, trust its certificate or its signer's: NODE_EXTRA_CA_CERTS=FILE (PEM)";

it.each([
  "self-signed certificate",
  "self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca",
])("says the same of a certificate whatever Node.js adds: %s", (message) => {
  expect(explainTls({ message, code })).toEqual({ message: "self-signed certificate", hint });
});

it("leaves all else as it is", () => {
  const failure = { message: "connect ECONNREFUSED 127.0.0.1:9", code: "ECONNREFUSED" };
  expect(explainTls(failure)).toEqual({ message: failure.message });
});
