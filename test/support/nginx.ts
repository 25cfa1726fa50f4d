import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closedPort } from "./closedPort.js";
import { letPass } from "./letPass.js";

/** A real nginx with the configuration of docs/scaling.md, but for names, ports and TLS. */
export interface Nginx {
  readonly port: number;
  close(): Promise<void>;
}

const PROGRAM = "/usr/sbin/nginx";
const RETRY_MS = 20;

/** Whether this machine has one. With `AUTOMOBILE_REQUIRE_NGINX=1`, having none is an error and not a reason to skip. */
export function hasNginx(env: NodeJS.ProcessEnv = process.env): boolean {
  const isThere = existsSync(PROGRAM);
  if (!isThere && env["AUTOMOBILE_REQUIRE_NGINX"] === "1") throw new Error(`there is no ${PROGRAM}`);
  return isThere;
}

/** Starts one in front of these ports of this machine. */
export async function startNginx([first, second]: readonly [number, number]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-nginx-"));
  const port = await closedPort();
  const example = /```nginx\n([\s\S]*?)```/.exec(await readFile("docs/scaling.md", "utf8"))?.[1] ?? "";
  const http = example
    .replace("replica-1.example:8765", `127.0.0.1:${first}`)
    .replace("replica-2.example:8765", `127.0.0.1:${second}`)
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replaceAll(/ *ssl_certificate.*\n/g, "");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const config = join(folder, "nginx.conf");
  await writeFile(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log off; ${paths.join(" ")}\n${http}}\n`,
  );
  const child = spawn(PROGRAM, ["-c", config, "-e", join(folder, "error.log")], { stdio: "ignore" });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder, "error.log"), "utf8"));
    await letPass(RETRY_MS);
  }
  return {
    port,
    async close() {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
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
