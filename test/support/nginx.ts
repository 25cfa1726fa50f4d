import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasOpenssl, makeCertificate } from "./certificate.js";
import { closedPort } from "./closedPort.js";
import { letPass } from "./letPass.js";
import { EXAMPLE_HOST, readNginxExample, withPlaces } from "./nginxExample.js";

/** A real nginx with the configuration of docs/scaling.md, TLS and all, but for its addresses and files. */
export interface Nginx {
  readonly port: number;
  /** The file with the certificate that its clients have to trust: it is for `phones.example`, and signed by nobody else. */
  readonly certificate: string;
  close(): Promise<void>;
}

const PROGRAM = "/usr/sbin/nginx";
const RETRY_MS = 20;

/**
 * Whether this machine has one, and an openssl for its certificate. With `AUTOMOBILE_REQUIRE_NGINX=1`, having none is an error
 * and not a reason to skip.
 */
export function hasNginx(env: NodeJS.ProcessEnv = process.env): boolean {
  const areThere = existsSync(PROGRAM) && hasOpenssl();
  if (!areThere && env["AUTOMOBILE_REQUIRE_NGINX"] === "1") throw new Error(`there is no ${PROGRAM}, or no openssl`);
  return areThere;
}

/** Starts one in front of these ports of this machine. */
export async function startNginx([first, second]: readonly [number, number]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-nginx-"));
  // Started by root, its workers are somebody else, who keeps large bodies in a folder in there.
  await chmod(folder, 0o711);
  const port = await closedPort();
  const { certificate, key } = await makeCertificate(folder, EXAMPLE_HOST);
  const example = withPlaces(await readNginxExample(), {
    ...{ certificate, key, listen: `127.0.0.1:${port}` },
    replicas: [`127.0.0.1:${first}`, `127.0.0.1:${second}`],
  });
  const config = join(folder, "nginx.conf");
  await writeFile(config, `${surroundings(folder)}http {\n${ownFolders(folder)}\n${example}}\n`);
  const child = spawn(PROGRAM, ["-c", config, "-e", join(folder, "error.log")], { stdio: "ignore" });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder, "error.log"), "utf8"));
    await letPass(RETRY_MS);
  }
  return {
    ...{ port, certificate },
    async close() {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a Debian machine's own nginx.conf has around the example, in so far as it cannot be left out. */
function surroundings(folder: string): string {
  return `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\n`;
}

function ownFolders(folder: string): string {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return ["access_log off;", ...kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`)].join("\n");
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
