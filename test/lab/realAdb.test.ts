import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lab } from "../../src/lab/lab.js";
import { startLab } from "../../src/lab/startLab.js";
import { findAdb } from "../support/adbBinary.js";
import { adbClient, type AdbClient, type RealAdbServer, startRealAdbServer } from "../support/adbServer.js";
import { SHOP_APK, SHOP_APP_ID } from "../support/labApk.js";
import { manualTimer } from "../support/manualTimer.js";

const adb = findAdb();

/** The two ways to a lab phone: through a real adb server, and through the lab's own. */
const WAYS = ["a real adb server", "the lab's own adb server"] as const;

describe.skipIf(adb === undefined).each(WAYS)("the real adb client, through %s", (way) => {
  let lab: Lab;
  let server: RealAdbServer | undefined;
  let client: AdbClient;
  let ids: readonly string[];
  let folder: string;

  const first = (...args: readonly string[]): Promise<string> => client.text("-s", ids[0] ?? "", ...args);

  beforeAll(async () => {
    lab = await startLab({ phones: 2, timer: manualTimer() });
    folder = await mkdtemp(join(tmpdir(), "automobile-lab-"));
    if (way === "a real adb server") {
      server = await startRealAdbServer(adb ?? "");
      client = server;
      ids = [await server.attach(lab.phones[0]?.port ?? 0), await server.attach(lab.phones[1]?.port ?? 0)];
    } else {
      client = adbClient(adb ?? "", (await lab.startAdbServer()).port);
      ids = lab.phones.map(({ id }) => id);
    }
  });

  afterAll(async () => {
    await lab.close();
    await server?.close();
    await rm(folder, { recursive: true });
  });

  it("lists the phones with what they are", async () => {
    const list = await client.text("devices", "-l");
    expect(list).toMatch(/^\S+ +device .*product:tokay model:Pixel_9 device:tokay transport_id:\d+$/m);
    expect(list).toMatch(/^\S+ +device .*product:e1s model:SM_S921B device:e1s transport_id:\d+$/m);
  });

  it("runs a command on the phone that is named", async () => {
    expect(await first("shell", "getprop", "ro.serialno")).toBe("LABPHONE01\n");
    expect(await client.text("-s", ids[1] ?? "", "shell", "getprop", "ro.serialno")).toBe("LABPHONE02\n");
  });

  it("keeps the two output streams and the exit code apart", async () => {
    const { stdout, stderr, exitCode } = await client.run(["-s", ids[0] ?? "", "shell", "echo out; nosuch; exit 7"]);
    expect(stdout.toString()).toBe("out\n");
    expect(stderr).toBe("/system/bin/sh: nosuch: inaccessible or not found\n");
    expect(exitCode).toBe(7);
  });

  it("passes standard input on, and its end", async () => {
    const { stdout } = await client.run(["-s", ids[0] ?? "", "shell", "cat"], "one\ntwo");
    expect(stdout.toString()).toBe("one\ntwo");
  });

  it("runs the commands that come on standard input", async () => {
    const { stdout, exitCode } = await client.run(["-s", ids[0] ?? "", "shell"], "echo one\nexit 4\n");
    expect(stdout.toString()).toBe("one\n");
    expect(exitCode).toBe(4);
  });

  it("gets the screenshot as it is, byte for byte", async () => {
    const { stdout } = await client.run(["-s", ids[0] ?? "", "exec-out", "screencap", "-p"]);
    const pulled = join(folder, "screen.png");
    await first("shell", "screencap", "-p", "/sdcard/screen.png");
    await first("pull", "/sdcard/screen.png", pulled);
    expect(stdout.subarray(1, 4).toString()).toBe("PNG");
    expect(stdout.equals(await readFile(pulled))).toBe(true);
  });

  it("pushes and pulls three megabytes whole, and makes the folders", async () => {
    const source = join(folder, "source.bin");
    const target = join(folder, "target.bin");
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251));
    await writeFile(source, bytes);
    await first("push", source, "/sdcard/deep/er/file.bin");
    await first("pull", "/sdcard/deep/er/file.bin", target);
    expect(bytes.equals(await readFile(target))).toBe(true);
    expect(lab.phones[0]?.received()).toContainEqual({
      kind: "push",
      path: "/sdcard/deep/er/file.bin",
      bytes: 3_000_000,
    });
    expect(await first("ls", "/sdcard/deep/er")).toMatch(/^000081\w\w 002dc6c0 \w+ file\.bin$/m);
  });

  it.each([["streamed"], ["pushed first"]])("installs a package, %s, and takes it away again", async (how) => {
    const apk = join(folder, "shop.apk");
    await writeFile(apk, SHOP_APK);
    const flags = how === "streamed" ? [] : ["--no-streaming"];
    expect(await first("install", ...flags, apk)).toMatch(/^Success$/m);
    expect(await first("shell", "pm", "path", SHOP_APP_ID)).toMatch(/^package:\/data\/app\/.*\/base\.apk$/m);
    expect(await first("uninstall", SHOP_APP_ID)).toBe("Success\n");
    expect((await client.run(["-s", ids[0] ?? "", "shell", "pm", "path", SHOP_APP_ID])).exitCode).toBe(1);
  });

  it("says why a file is no package", async () => {
    const apk = join(folder, "broken.apk");
    await writeFile(apk, "no zip");
    const { stdout, stderr, exitCode } = await client.run(["-s", ids[0] ?? "", "install", apk]);
    expect(stdout.toString() + stderr).toContain("Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk]");
    expect(exitCode).toBe(1);
  });

  it("runs eight commands at once on one phone", async () => {
    const said = await Promise.all(
      ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter) => first("shell", "echo", letter)),
    );
    expect(said).toEqual(["a\n", "b\n", "c\n", "d\n", "e\n", "f\n", "g\n", "h\n"]);
  });

  it("is refused politely what a lab phone does not do", async () => {
    expect(await first("root")).toBe("adbd cannot run as root in production builds\n");
    expect((await client.run(["-s", ids[0] ?? "", "jdwp"])).exitCode).not.toBe(0);
  });
});
