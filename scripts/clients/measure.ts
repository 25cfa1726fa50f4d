// Usage: clients [CLIENT…]. Runs every client that is in the cache folder against the product, and writes docs/clients.md;
// with names, runs those only and writes nothing. Build first. Exit code 1 when a client never called the tool.
import { writeFileSync } from "node:fs";
import { ALL_CLIENTS } from "../../test/clients/driver/allClients.js";
import type { ClientDriver } from "../../test/clients/driver/clientDriver.js";
import { type ClientRun, type CommandLine, runClient } from "../../test/clients/driver/clientRun.js";
import { directServer, proxyServer, type TestedServer } from "../../test/clients/testedServers.js";
import { clientRows } from "./clientRow.js";
import { toClientsPage } from "./clientsPage.js";
import type { MeasuredClient, MeasuredServer, Measurement } from "./measuredClient.js";
import { findClient, namedClient, PINNED_CLIENTS } from "./pinnedClients.js";

const PAGE = "docs/clients.md";

const wanted = process.argv.slice(2);
const drivers = ALL_CLIENTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const first = await measureServer("automobile serve --lab 2", directServer);
const others = [await measureServer("automobile proxy --lab 2", proxyServer)];
if (wanted.length === 0) {
  const system = `${process.platform} ${process.arch}, Node.js ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, "YYYY-MM-DD".length);
  writeFileSync(PAGE, toClientsPage({ date, system, first, others }));
}
const runs = [first, ...others].flatMap(({ clients }) => clients.flatMap(({ measurements }) => measurements));
process.exitCode = runs.length > 0 && runs.every(({ run }) => run.exchange !== undefined) ? 0 : 1;

async function measureServer(command: string, start: () => Promise<TestedServer>): Promise<MeasuredServer> {
  console.log(command);
  const server = await start();
  const clients: MeasuredClient[] = [];
  try {
    for (const driver of drivers) {
      const client = await measure(driver, server.command);
      for (const row of clientRows(client)) console.log(row.join(" | "));
      clients.push(client);
    }
  } finally {
    await server.stop();
  }
  return { command, clients };
}

async function measure(driver: ClientDriver, server: CommandLine): Promise<MeasuredClient> {
  const pin = PINNED_CLIENTS.find(({ id }) => id === driver.id);
  const program = pin === undefined ? ([process.execPath] as const) : findClient(pin, process.env);
  if (program === undefined) return { driver, version: pin?.version, measurements: [] };
  const measurements: Measurement[] = [];
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
