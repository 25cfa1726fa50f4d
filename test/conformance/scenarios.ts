/** Scenarios that are run on 2026-07-28 against the daemon's own HTTP service. */
export const MODERN_SCENARIOS: readonly string[] = [
  "server-stateless",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
  "http-header-validation",
  "caching",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "json-schema-2020-12",
  "input-required-result-basic-elicitation",
  "input-required-result-basic-sampling",
  "input-required-result-basic-list-roots",
  "input-required-result-request-state",
  "input-required-result-multiple-input-requests",
  "input-required-result-multi-round",
  "input-required-result-missing-input-response",
  "input-required-result-non-tool-request",
  "input-required-result-result-type",
  "input-required-result-unsupported-methods",
  "input-required-result-tampered-state",
  "input-required-result-capability-check",
  "input-required-result-ignore-extra-params",
  "input-required-result-validate-input",
];

/** Scenarios that are run on 2025-11-25 against sessions, where a server can push. */
export const PUSH_SCENARIOS: readonly string[] = [
  "server-initialize",
  "server-session-lifecycle",
  "server-sse-multiple-streams",
  "server-sse-polling",
  "tools-call-sampling",
  "tools-call-elicitation",
  "tools-call-with-logging",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
];

/** Scenarios that fail, and why that is right. One that passes fails the run, so that the list cannot go stale. */
export const EXPECTED_FAILURES: ReadonlyMap<string, string> = new Map();
