const UNTRUSTED = "If it is the right server, trust its certificate or its signer's: NODE_EXTRA_CA_CERTS=FILE (PEM)";

/**
 * Node.js' words for why it does not go on with a server over TLS, and what to do about each
 * (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
 */
const HINTS: ReadonlyMap<string, string> = new Map([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", UNTRUSTED],
  ["SELF_SIGNED_CERT_IN_CHAIN", UNTRUSTED],
  ["UNABLE_TO_GET_ISSUER_CERT", UNTRUSTED],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", UNTRUSTED],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", UNTRUSTED],
  ["CERT_HAS_EXPIRED", "Its certificate has to be renewed, unless the clock of this machine is wrong"],
  ["CERT_NOT_YET_VALID", "Its certificate holds from later on, unless the clock of this machine is wrong"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "Use a host name that its certificate is for"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "What listens there does not speak TLS: use http, or the port of its https"],
]);

/** What to do about a server that TLS kept a request from, by Node.js' code for that; `undefined` for other failures. */
export function hintForTls(code: string | undefined): string | undefined {
  return code === undefined ? undefined : HINTS.get(code);
}
