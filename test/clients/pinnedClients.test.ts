import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  clientFolder,
  clientsFolder,
  findClient,
  PINNED_CLIENTS,
  type PinnedClient,
} from "../../scripts/clients/pinnedClients.js";

const CLIENT: PinnedClient = {
  id: "some",
  package: "@some/client",
  version: "1.2.3",
  program: "node_modules/some",
  variable: "AUTOMOBILE_SOME_BIN",
};

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "automobile-pins-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe("a client of the measurements", () => {
  it("is never one that lies on PATH", async () => {
    const onPath = join(folder, "bin", "some");
    await writeProgram(onPath);

    const env = { PATH: dirname(onPath), AUTOMOBILE_CLIENTS_DIR: folder };

    expect(findClient(CLIENT, env)).toBeUndefined();
    expect(PINNED_CLIENTS.map((client) => findClient(client, env))).toEqual(PINNED_CLIENTS.map(() => undefined));
  });

  it("is the one in the cache folder, of the pinned version", async () => {
    const env = { AUTOMOBILE_CLIENTS_DIR: folder };
    await writeProgram(join(clientFolder(CLIENT, env), CLIENT.program));

    expect(findClient(CLIENT, env)).toEqual([join(folder, "@some+client@1.2.3", "node_modules/some")]);
    expect(findClient({ ...CLIENT, version: "1.2.4" }, env)).toBeUndefined();
  });

  it.each([
    { named: "/opt/some", command: ["/opt/some"] },
    { named: " /opt/some.js ", command: [process.execPath, "/opt/some.js"] },
    { named: "/opt/some.mjs", command: [process.execPath, "/opt/some.mjs"] },
    { named: "  ", command: undefined },
  ])("is the one that its variable names, if it names one: $named", ({ named, command }) => {
    const env = { AUTOMOBILE_SOME_BIN: named, AUTOMOBILE_CLIENTS_DIR: folder };

    expect(findClient(CLIENT, env)).toEqual(command);
  });

  it("is kept in the user's cache where no folder is named, outside the project", () => {
    expect(clientsFolder({ XDG_CACHE_HOME: "/elsewhere", LOCALAPPDATA: "/elsewhere" })).not.toContain(process.cwd());
  });

  it("is pinned to one exact version", () => {
    expect(PINNED_CLIENTS.map(({ version }) => version).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual(
      [],
    );
  });
});

async function writeProgram(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "#!/bin/sh\nexit 1\n");
  await chmod(path, 0o755);
}
