// Usage: clients [CLIENT…]. Runs every client that is in the cache folder against the product, and writes docs/clients.md;
// with names, runs those only and writes nothing. Build first. Exit code 1 when a client never called the tool.
import { writeFileSync } from "node:fs";
import { ALL_CLIENTS } from "../../test/clients/driver/allClients.js";
import type { ClientDriver } from "../../test/clients/driver/clientDriver.js";
import { type ClientRun, runClient } from "../../test/clients/driver/clientRun.js";
import { directServer } from "../../test/clients/testedServers.js";
import { clientRows } from "./clientRow.js";
import { toClientsPage } from "./clientsPage.js";
import type { MeasuredClient, Measurement } from "./measuredClient.js";
import { findClient, namedClient, PINNED_CLIENTS } from "./pinnedClients.js";

const PAGE = "docs/clients.md";

const wanted = process.argv.slice(2);
const clients: MeasuredClient[] = [];
for (const driver of ALL_CLIENTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  const client = await measure(driver);
  for (const row of clientRows(client)) console.log(row.join(" | "));
  clients.push(client);
}
if (wanted.length === 0) {
  const system = `${process.platform} ${process.arch}, Node.js ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, "YYYY-MM-DD".length);
  writeFileSync(PAGE, toClientsPage({ date, system, server: "automobile serve --lab 2" }, clients));
}
const isEachCalled = clients.every(({ measurements }) => measurements.every(({ run }) => run.exchange !== undefined));
process.exitCode = clients.length > 0 && isEachCalled ? 0 : 1;

async function measure(driver: ClientDriver): Promise<MeasuredClient> {
  const pin = PINNED_CLIENTS.find(({ id }) => id === driver.id);
  const program = pin === undefined ? ([process.execPath] as const) : findClient(pin, process.env);
  if (program === undefined) return { driver, version: pin?.version, measurements: [] };
  const measurements: Measurement[] = [];
  const { command: server } = await directServer();
  for (const scenario of driver.scenarios) {
    const run = await runClient({ driver, scenario, program, server });
    // A client that does not do its part is rare, and then all that there is to go on is in here.
    if (!hasEnded(run)) console.error(JSON.stringify(run, undefined, 2));
    measurements.push({ scenario, run });
  }
  const isPinned = pin === undefined || namedClient(pin, process.env) === undefined;
  const [said] = measurements.flatMap(({ run }) => run.exchange?.client.version ?? []);
  return { driver, version: isPinned ? pin?.version : said, measurements };
}

/** Whether the call came to a result, or waits for an answer that nobody gives. */
function hasEnded({ exchange }: ClientRun): boolean {
  return exchange?.result !== undefined || exchange?.questions.some(({ answer }) => answer === undefined) === true;
}
