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

/** What kept a request from its server: `code` is Node.js' word for it, if it has one. */
export interface FetchFailure {
  readonly message: string;
  readonly code: string | undefined;
}

/** What happened, and what to do about it where TLS is why, by Node.js' code; all else stays as it is. */
export function explainTls({ message, code }: FetchFailure): { readonly message: string; readonly hint?: string } {
  const hint = code === undefined ? undefined : HINTS.get(code);
  if (hint === undefined) return { message };
  // OpenSSL's text names its own source files.
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER") return { message: "it does not answer in TLS", hint };
  // Node.js 24 adds a hint of its own.
  return { message: message.replace(/; if the root CA .*$/, ""), hint };
}
