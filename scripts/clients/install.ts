// Usage: clients:install [CLIENT…]. Puts the pinned clients (all, or those named) into the cache folder, and prints one
// line VARIABLE=PROGRAM for each on standard output; everything else goes to standard error.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clientFolder, clientsFolder, PINNED_CLIENTS, type PinnedClient } from "./pinnedClients.js";

/** The largest client takes about 400 MB, and npm's own cache as much again. */
const NEEDED_BYTES = 2_000_000_000;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !PINNED_CLIENTS.some((client) => client.id === id));
if (unknown.length > 0) {
  const known = PINNED_CLIENTS.map(({ id }) => id).join(", ");
  console.error(`There is no pinned client ${unknown.join(", ")}; there are ${known}.`);
  process.exit(2);
}
const clients = PINNED_CLIENTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
await mkdir(clientsFolder(process.env), { recursive: true });
for (const client of clients) await install(client);
for (const client of clients)
  console.log(`${client.variable}=${join(clientFolder(client, process.env), client.program)}`);

async function install(client: PinnedClient): Promise<void> {
  const folder = clientFolder(client, process.env);
  if (existsSync(join(folder, client.program))) {
    console.error(`${client.id} ${client.version} is here`);
    return;
  }
  const { bavail, bsize } = await statfs(clientsFolder(process.env));
  if (bavail * bsize < NEEDED_BYTES) throw new Error(`less than ${NEEDED_BYTES / 1e9} GB are free for ${client.id}`);
  console.error(`${client.id} ${client.version} is being installed`);
  // Beside its place, so that an install that breaks off is never taken for a client.
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, "package.json"), JSON.stringify({ private: true }));
  const args = ["install", "--prefix", unfinished, "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", [...args, `${client.package}@${client.version}`], {
    stdio: ["ignore", process.stderr, process.stderr],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm could not install ${client.id}`);
  if (!existsSync(join(unfinished, client.program))) throw new Error(`${client.id} has no ${client.program}`);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}
