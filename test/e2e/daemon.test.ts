import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { cites } from "../requirements.js";
import { modernTap } from "../support/daemonCalls.js";
import { type DaemonHome, daemonHome, lives } from "../support/daemonHome.js";

let home: DaemonHome;
beforeEach(async () => {
  home = await daemonHome();
});
afterEach(async () => {
  await home.remove();
});

const containing = (text: string): unknown => expect.stringContaining(text);

const modeOf = async (name: string): Promise<string> => ((await stat(join(home.path, name))).mode & 0o777).toString(8);

/** What comes back first for bytes that no client would send. */
const firstAnswer = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.once("error", reject);
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk.toString("latin1"));
      socket.destroy();
    });
  });

describe("the daemon's life", () => {
  it("starts apart, is found, and stops without a trace of a process or a port", async () => {
    const started = await home.start();

    const status = await home.run(["status", "--json"]);
    expect(JSON.parse(status.stdout)).toEqual({ running: true, ...started });
    expect(await Promise.all(["", "token", "daemon.1.json", "logs"].map(modeOf))).toEqual(["700", "600", "600", "700"]);

    expect((await home.run(["stop"])).exitCode).toBe(0);
    await expect.poll(() => lives(started.pid)).toBe(false);
    await expect(home.send(started.port, "/mcp")).rejects.toThrow();
    expect((await home.run(["status"])).stdout).toBe("not running\n");
  });

  it("is one, however many start it at once", async () => {
    const starts = await Promise.all(Array.from({ length: 10 }, () => home.start()));

    expect(new Set(starts.map(({ pid }) => pid)).size).toBe(1);
    expect((await readdir(home.path)).filter((name) => !["logs", "token", "daemon-output.txt"].includes(name))).toEqual(
      ["daemon.1.json"],
    );
  });

  it("is begun anew after it was killed, and its left record is known for what it is", async () => {
    const first = await home.start();
    process.kill(first.pid, "SIGKILL");
    await expect.poll(() => lives(first.pid)).toBe(false);

    expect((await home.run(["status"])).stdout).toBe("not running: the last one ended without a goodbye\n");
    const second = await home.start();

    expect(second.pid).not.toBe(first.pid);
    expect(await readdir(home.path)).toContain("daemon.2.json");
  });

  it("is not waited for from one who was killed just before starting it", async () => {
    const { pid } = await home.start();
    const killed = { pid, processMark: "of an earlier process with that pid", turn: "1" };
    await home.run(["stop"]);
    await writeFile(join(home.path, "starting"), JSON.stringify(killed), { mode: 0o600 });

    const startedAt = performance.now();
    await home.start();

    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  // case 107
  it("has no second one beside it while it hangs, and nobody ends it", async () => {
    const { pid } = await home.start();
    process.kill(pid, "SIGSTOP");

    const start = await home.run(["start", "--lab", "2"]);
    const stop = await home.run(["stop"]);
    process.kill(pid, "SIGCONT");

    expect([start.exitCode, stop.exitCode]).toEqual([1, 1]);
    expect(start.stderr).toContain(`process ${pid}`);
    expect(stop.stderr).toContain("cannot be told to stop");
    expect(await home.start()).toMatchObject({ pid });
  });

  it("ends by itself when nobody comes", async () => {
    const { pid } = await home.start(["--idle-exit", "1"]);

    await expect.poll(() => lives(pid), { timeout: 10_000 }).toBe(false);

    expect((await home.run(["status"])).stdout).toBe("not running\n");
  });

  it("ends cleanly at SIGTERM", async () => {
    const { pid } = await home.start();

    process.kill(pid, "SIGTERM");

    await expect.poll(() => lives(pid)).toBe(false);
    expect((await home.run(["status"])).stdout).toBe("not running\n");
  });
});

describe("a daemon that cannot be had", () => {
  it.each([
    [["--host", "0.0.0.0"], "--host 0.0.0.0 needs --token-file and --allow-host"],
    [["--host", "0.0.0.0", "--allow-host", "farm.example"], "--host 0.0.0.0 needs --token-file and --allow-host"],
    [["--host", "0.0.0.0", "--token-file", "t"], "--host 0.0.0.0 needs --token-file and --allow-host"],
    [["--allow-host", "a b"], '"a b" is no host name and no address'],
  ])("is refused an address that others reach without what keeps strangers out: %j", async (args, reason) => {
    const { exitCode, stderr } = await home.run(["run", ...args]);

    expect(stderr).toContain(reason);
    expect(exitCode).toBe(2);
  });

  it.each([
    ["AUTOMOBILE_REQUEST_STATE_KEY", "c2hvcnQ=", "key 1 is not base64 of at least 32 bytes"],
    ["AUTOMOBILE_STORE", "http://user:secret@farm.example", "it is not redis://HOST:PORT or rediss://HOST:PORT"],
    ["AUTOMOBILE_STORE", "redis://user:100%secret@farm.example", "it is not redis://HOST:PORT or rediss://HOST:PORT"],
  ])("does not go on alone where others count on its %s", async (variable, value, reason) => {
    const { exitCode, stderr } = await home.run(["run"], { [variable]: value });

    expect(stderr).toContain(`${variable} cannot be used: ${reason}`);
    expect(stderr).not.toContain(value);
    expect(exitCode).toBe(2);
  });

  it.each([
    ["is open to other users", `${"A".repeat(43)}\n`, 0o644],
    ["does not hold a token", "short", 0o600],
  ])("has no use for a token file that %s", async (fault, text, mode) => {
    const file = join(home.path, "shared-token");
    await writeFile(file, text, { mode });

    const { exitCode, stderr } = await home.run(["run", "--token-file", file]);

    expect(stderr).toContain(fault);
    expect(exitCode).toBe(1);
  });

  // case 106
  it("takes no other port than the one that it was given", async () => {
    const { port } = await home.start();
    const other = await daemonHome();

    const { exitCode, stderr } = await other.run(["start", "--port", String(port)]);

    expect(stderr).toBe(
      `automobile: the daemon ended as it started: port ${port} of 127.0.0.1 cannot be listened on: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n` +
        "  → End what listens there, or name another port with --port.\n",
    );
    expect(exitCode).toBe(1);
    await other.remove();
  });

  it("does not listen at an address that this machine does not have, and says what to do", async () => {
    const file = join(home.path, "file");
    await writeFile(file, "A".repeat(43), { mode: 0o600 });

    const { exitCode, stderr } = await home.run([
      ...["start", "--host", "192.0.2.77", "--allow-host", "farm.example", "--token-file", file],
    ]);

    expect(stderr).toBe(
      "automobile: the daemon ended as it started: port 0 of 192.0.2.77 cannot be listened on: " +
        "listen EADDRNOTAVAIL: address not available 192.0.2.77\n" +
        "  → Name an address of this machine with --host.\n",
    );
    expect(exitCode).toBe(1);
  });

  it("is refused to one who wants other devices", async () => {
    await home.start();

    const { exitCode, stderr } = await home.run(["start", "--lab", "3"]);

    expect(stderr).toContain("--lab: here 3, in the daemon 2");
    expect(exitCode).toBe(1);
  });

  it.each(["--host=127.0.0.1", "--allow-host=farm.example", "--token-file=t", "--idle-exit=5"])(
    "is refused to one who wants it started with %s",
    async (flag) => {
      const { pid } = await home.start();

      const { exitCode, stderr } = await home.run(["start", "--lab", "2", flag]);

      const [name] = flag.split("=");
      expect(stderr).toContain(`a daemon runs (process ${pid}), and does not take ${name} any more`);
      expect(stderr).toContain("automobile daemon stop");
      expect(exitCode).toBe(1);
    },
  );

  it.each(["run", "start", "status"])("does not use a state folder that others can enter (%s)", async (command) => {
    const open = join(home.path, "open");
    await mkdir(open, { mode: 0o755 });

    const { stderr, exitCode } = await home.run([command], { AUTOMOBILE_STATE_DIR: open });

    expect([exitCode, await readdir(open)]).toEqual([1, []]);
    expect(stderr + command).toMatch(/open to other users \(mode 0755\)|status/);
  });

  it("says so where the state folder cannot be made", async () => {
    const file = join(home.path, "file");
    await writeFile(file, "");

    const { stderr, exitCode } = await home.run(["start"], { AUTOMOBILE_STATE_DIR: join(file, "state") });

    expect(stderr).toContain("the state folder cannot be made");
    expect(exitCode).toBe(1);
  });
});

describe("a daemon that others reach", () => {
  it("has the shared token, lets in who calls it by an allowed name, warns, and is known to its own machine", async () => {
    const file = join(home.path, "shared-token");
    const token = "A".repeat(43);
    await writeFile(file, token, { mode: 0o600 });
    const others = ["--host", "0.0.0.0", "--allow-host", "Farm.example", "--token-file", file];
    const { port, pid } = await home.start(others);
    const post = (host: string) =>
      firstAnswer(port, `POST /nowhere HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);

    expect(await post(`farm.example:${port}`)).toContain("404 Not Found");
    expect(await post("other.example")).toContain("403 Forbidden");
    expect(JSON.parse((await home.run(["status", "--json"])).stdout)).toMatchObject({ running: true, pid });
    expect(await readFile(join(home.path, "daemon-output.txt"), "utf8")).toContain(
      "warning: others reach this daemon at 0.0.0.0 (as Farm.example)",
    );
  });
});

describe("a daemon with a shared token", () => {
  const SHARED = "A".repeat(43);
  let file: string;
  beforeEach(async () => {
    file = join(home.path, "file");
    await writeFile(file, SHARED, { mode: 0o600 });
  });
  const tokens = async (): Promise<readonly string[]> =>
    (await readdir(home.path)).filter((name) => name.includes("token"));

  it("leaves that of the state folder to later daemons, and nothing of its own when it ends", async () => {
    await home.start();
    const own = await home.token();
    await home.run(["stop"]);

    const { pid } = await home.start(["--token-file", file]);
    await rm(file);
    expect(JSON.parse((await home.run(["status", "--json"])).stdout)).toMatchObject({ running: true, pid });
    expect(await home.start()).toMatchObject({ pid });
    expect(await home.run(["stop"])).toMatchObject({ exitCode: 0, stdout: containing("stopped") });

    const { port } = await home.start();
    expect([await home.token(), await tokens()]).toEqual([own, ["token"]]);
    expect((await home.send(port, "/nowhere")).status).toBe(404);
    expect((await home.send(port, "/mcp", { headers: { Authorization: `Bearer ${SHARED}` } })).status).toBe(401);
  });

  it("is begun anew after it was killed, with no copy left of the token", async () => {
    const { pid } = await home.start(["--token-file", file]);
    process.kill(pid, "SIGKILL");
    await expect.poll(() => lives(pid)).toBe(false);

    await home.start();

    expect(await tokens()).toEqual(["token"]);
  });

  it.each([
    ["one with it", () => ["--token-file", file], "the token that this daemon was started with (its --token-file)"],
    ["one without", () => [], "the token of this daemon's state folder (its file token)"],
  ])("or its own tells those whom it turns away which is meant: %s", async (_, args, meant) => {
    const { port } = await home.start(args());
    const ask = async (headers: Readonly<Record<string, string>>): Promise<string> =>
      (await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers })).text();

    expect(await ask({})).toContain(`Unauthorized: send ${meant} as Authorization: Bearer TOKEN`);
    expect(await ask({ Authorization: "Bearer wrong" })).toContain(`the token that was sent is not ${meant}`);
  });
});

describe("another program on the port of a record", () => {
  it("is never told the token, and a daemon is started elsewhere", async () => {
    const first = await home.start();
    process.kill(first.pid, "SIGKILL");
    await expect.poll(() => lives(first.pid)).toBe(false);
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      heard.push(JSON.stringify(request.headers));
      request.on("data", (chunk: Buffer) => heard.push(chunk.toString("utf8")));
      request.on("end", () => response.end("{}"));
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const record = join(home.path, "daemon.1.json");
    const { port } = z.object({ port: z.number() }).parse(stranger.address());
    await writeFile(record, (await readFile(record, "utf8")).replace(`"port":${first.port}`, `"port":${port}`));

    const second = await home.start();

    expect(second.port).not.toBe(port);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.join("\n")).not.toContain(await home.token());
    await new Promise((resolve) => stranger.close(resolve));
  });
});

describe("a caller that means no good", () => {
  it("is not read beyond the limit", async () => {
    const { port } = await home.start();

    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${await home.token()}\r\n`;
    const answer = await firstAnswer(port, `${head}Content-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{`);

    expect(answer).toContain("413 Payload Too Large");
  });

  it("is let go when a request never comes whole, while others are served", async () => {
    const { port } = await home.start();
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.write("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");

    expect((await home.send(port, "/nowhere")).status).toBe(404);
    await ended;

    expect(answer).toContain("408");
  });

  it("is refused without the token, with a wrong one, from a page of another site, and by another name of this machine", async () => {
    const { port } = await home.start();
    const token = `Authorization: Bearer ${await home.token()}\r\n`;
    const answer = async (host: string, headers: string): Promise<string> =>
      (await firstAnswer(port, `POST /mcp HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`)).slice(
        0,
        "HTTP/1.1 401".length,
      );

    expect(await answer("127.0.0.1", "")).toBe("HTTP/1.1 401");
    expect(await answer("127.0.0.1", "Authorization: Bearer wrong\r\n")).toBe("HTTP/1.1 401");
    expect(await answer("127.0.0.1", `${token}Origin: https://evil.example\r\n`)).toBe("HTTP/1.1 403");
    expect(await answer("evil.example", token)).toBe("HTTP/1.1 403");
  });
});

describe("the switch of one who starts the daemon", () => {
  it(cites("S1")`is not inherited by it`, async () => {
    const { port } = await home.start([], { AUTOMOBILE_ELICITATION: "off" });

    const asked = await modernTap({
      send: (path, { headers = {}, body } = {}) => home.send(port, path, { headers, body: JSON.stringify(body) }),
    });

    expect(asked).toMatchObject({ result: { resultType: "input_required" } });
    const [log = ""] = await readdir(join(home.path, "logs"));
    expect(await readFile(join(home.path, "logs", log), "utf8")).toContain('"elicitation":{"declared":"form"');
  });
});
