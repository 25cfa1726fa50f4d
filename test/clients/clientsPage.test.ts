import { expect, it } from "vitest";
import { clientRows } from "../../scripts/clients/clientRow.js";
import { toClientsPage } from "../../scripts/clients/clientsPage.js";
import type { MeasuredClient, Measurement } from "../../scripts/clients/measuredClient.js";
import type { ClientDriver } from "./driver/clientDriver.js";
import type { ClientRun } from "./driver/clientRun.js";
import type { Exchange } from "./wire/exchange.js";

const DRIVER: ClientDriver = {
  id: "some",
  title: "Some Client",
  command: "some",
  model: undefined,
  scenarios: [],
  drive: async () => {},
};
const REFUSED: Exchange = {
  client: { name: "some", version: "3.0.0" },
  era: "legacy",
  revision: "2025-11-25",
  declared: { form: {} },
  calls: 1,
  questions: [{ params: {}, answer: { action: "decline" }, afterMs: 4 }],
  result: { content: [], isError: true },
  returnedAfterMs: 120,
  failure: undefined,
  cancelledAfterMs: undefined,
  records: [],
};
const RAN: Exchange = {
  ...REFUSED,
  questions: [{ params: {}, answer: { action: "accept", content: {} }, afterMs: 40 }],
  result: { content: [] },
  returnedAfterMs: 20_240,
};
const RUN: ClientRun = {
  exchange: REFUSED,
  toolResults: [],
  modelTurns: 0,
  unknownRequests: [],
  refusedAttempts: ["CONNECT example.com:443 HTTP/1.1"],
  programs: [
    { args: ["-p", "Press the home button", "SERVER"], env: { A: "1" }, end: { exitCode: 0, stdout: "", stderr: "" } },
  ],
};

it("says of each era what nobody answers, what a program can, and how long the call took", () => {
  const rows = clientRows(measured([run("nobody", RUN), run("accept", { ...RUN, exchange: RAN })]));

  expect(rows).toEqual([
    [
      "Some Client 3.0.0",
      "legacy, 2025-11-25",
      '`{"form":{}}`',
      "as it is: `decline` after 4 ms, the refusal after 120 ms",
      "–",
      "as it is: `accept` after 40 ms, the device's result after 20.2 s",
      "2",
    ],
  ]);
});

it.each([
  [{ ...REFUSED, questions: [] }, "as it is: not asked, the refusal after 120 ms"],
  [
    { ...REFUSED, questions: [{ params: {}, answer: undefined, afterMs: undefined }] },
    "as it is: no answer, the refusal after 120 ms",
  ],
  [
    { ...REFUSED, questions: [{ params: {}, answer: { code: -32601 }, afterMs: 1 }] },
    "as it is: `error` after 1 ms, the refusal after 120 ms",
  ],
  [{ ...REFUSED, result: undefined }, "as it is: `decline` after 4 ms, the call stays open at the client"],
  [
    { ...REFUSED, result: undefined, failure: { code: -32603 } },
    "as it is: `decline` after 4 ms, a JSON-RPC error after 120 ms",
  ],
  [
    { ...REFUSED, result: undefined, cancelledAfterMs: 60_000 },
    "as it is: `decline` after 4 ms, the client gives the call up after 60.0 s",
  ],
])("tells the ends of a call apart: %#", (exchange, story) => {
  const [row] = clientRows(measured([run("nobody", { ...RUN, exchange })]));

  expect(row?.[3]).toBe(story);
});

it.each([
  ['{"code":"x"}', "to the byte"],
  ['Took 1 s: {"code":"x"}', "whole, within words of the client's"],
  [JSON.stringify({ error: JSON.stringify({ text: '{"code":"x"}' }) }), "whole, within words of the client's"],
  ["It failed.", "lost: the client puts its own words in its place"],
])("says how its model reads the refusal: %j", (read, reading) => {
  const exchange = { ...REFUSED, result: { content: [{ type: "text", text: '{"code":"x"}' }], isError: true } };

  expect(clientRows(measured([run("nobody", { ...RUN, exchange, toolResults: [read] })]))[0]?.[4]).toBe(reading);
});

it("names what is declared only while a program can answer", () => {
  const silent = { ...REFUSED, declared: undefined };

  const [row] = clientRows(measured([run("nobody", { ...RUN, exchange: silent }), run("accept", RUN)]));

  expect(row?.[2]).toBe('no, or `{"form":{}}`');
});

it("says so when a client was not there, or never called the tool", () => {
  const absent = clientRows(measured([]));
  const silent = clientRows(measured([run("nobody", { ...RUN, exchange: undefined })]));

  expect(absent).toEqual([["Some Client 3.0.0", "was not installed for this run", "", "", "", "", ""]]);
  expect(silent).toEqual([["Some Client 3.0.0", "never called the tool: as it is", "", "", "", "", "1"]]);
});

it("says why there is no accept", () => {
  const client = measured([run("nobody", RUN)]);

  expect(clientRows({ ...client, driver: { ...DRIVER, whyNoAccept: "it is never asked" } })[0]?.[5]).toBe(
    "no: it is never asked",
  );
});

it("shows the date, the matrix, and every command as it would be typed", () => {
  const first = { command: "automobile serve", clients: [measured([run("nobody", RUN)])] };
  const others = [{ command: "automobile proxy", clients: [measured([])] }];

  const page = toClientsPage({ date: "2026-12-02", system: "linux x64", first, others });

  expect(page).toContain("on 2026-12-02 (linux x64)");
  expect(page).toContain("| Some Client 3.0.0 | legacy, 2025-11-25 |");
  expect(page).toContain("The same against `automobile proxy`:");
  expect(page).toContain("| Some Client 3.0.0 | was not installed for this run |");
  expect(page).toContain("A=1 some -p 'Press the home button' SERVER");
});

function measured(measurements: readonly Measurement[]): MeasuredClient {
  return { driver: DRIVER, version: "3.0.0", measurements };
}

function run(answerer: "nobody" | "accept", clientRun: ClientRun): Measurement {
  return { scenario: { era: "default", answerer, how: "as it is" }, run: clientRun };
}
