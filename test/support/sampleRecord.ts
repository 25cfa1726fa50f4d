import type { EndpointRecord } from "../../src/daemon/endpointRecord.js";

/** What a daemon of no particular settings writes down. */
export const SAMPLE_RECORD: EndpointRecord = {
  host: "127.0.0.1",
  port: 41_234,
  pid: 77,
  processMark: "boot 5",
  version: "1.2.3",
  startedAt: "2026-01-02T03:04:05.000Z",
  instance: "a",
  tokenFile: "token",
  settings: {},
};
