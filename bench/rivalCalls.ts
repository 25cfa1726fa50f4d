import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { findAdb } from "../test/support/adbBinary.js";
import { isAlive } from "../test/support/proxyWorld.js";
import { atLeast } from "./aim.js";
import { type BenchPhones, startBenchPhones } from "./benchPhones.js";
import { compare, type Comparison, lasting } from "./comparison.js";
import type { Effort } from "./effort.js";
import { type LineClient, startLineClient } from "./lineClient.js";
import { installRival } from "./rivalServer.js";

const AIM = atLeast(5);
/** As many phones as a developer's desk has. */
const PHONES = 2;
const HELPER = z.object({ pid: z.number() });
const MOST_LOOKS = 50;
const LOOK_AGAIN_MS = 100;

/** What both servers can do, and what each calls it. The device is named in both, so that neither has to find one. */
const PAIRS = [
  { what: "list devices", ours: "listDevices", theirs: "mobile_list_available_devices", of: toNothing },
  { what: "screen size", ours: "deviceInfo", theirs: "mobile_get_screen_size", of: toDevice },
  { what: "screenshot", ours: "captureScreenshot", theirs: "mobile_take_screenshot", of: toDevice },
  { what: "tap", ours: "tapAt", theirs: "mobile_click_on_screen_at_coordinates", of: toPoint },
] as const;

type Pair = (typeof PAIRS)[number];

/** How often another server does what this one does once, in the same run on the same phones through the same adb server. */
export async function measureRivalCalls({ slowCalls }: Effort): Promise<readonly Comparison[]> {
  const rival = await installRival();
  const phones = await startBenchPhones({ phones: PHONES, through: "a real adb server" });
  const ours = await startLineClient(["bin/automobile.js", "serve"], phones.env);
  const theirs = await startLineClient(rival.args, rivalEnvironment(phones));
  const comparisons: Comparison[] = [];
  try {
    for (const pair of PAIRS) {
      const [deviceId = ""] = phones.ids;
      comparisons.push(
        await compare(
          {
            name: `${pair.what}: \`@mobilenext/mobile-mcp\` ${rival.version}`,
            baseline: `this server's \`${pair.ours}\``,
            aim: AIM,
            unit: "ms",
          },
          {
            measure: lasting(() => callTheirs(theirs, pair, deviceId)),
            reference: lasting(() => callOurs(ours, pair, deviceId)),
            rounds: slowCalls,
          },
        ),
      );
    }
  } finally {
    await theirs.end();
    await ours.end();
    await endHelper(phones).finally(() => phones.close());
  }
  return comparisons;
}

async function callOurs(client: LineClient, { ours, of }: Pair, deviceId: string): Promise<undefined> {
  await client.call(ours, of("deviceId", deviceId));
  return undefined;
}

/** It tells some failures as plain text. */
async function callTheirs(client: LineClient, { theirs, of }: Pair, deviceId: string): Promise<undefined> {
  const line = await client.request("tools/call", { name: theirs, arguments: of("device", deviceId) });
  if (/"isError":true|"error":|Please fix the issue|Error:/.test(line)) throw new Error(`${theirs}: ${line}`);
  return undefined;
}

/**
 * It reports each call to its makers unless it is told not to, and the adb that it starts is the one that is measured with. It
 * leaves a process behind in its home folder, with the adb server of its first call: so each run gives it a home of its own.
 */
function rivalEnvironment({ env }: BenchPhones): NodeJS.ProcessEnv {
  const path = `${dirname(findAdb() ?? "")}:${process.env["PATH"] ?? ""}`;
  return { ...env, HOME: homeOf(env), MOBILEMCP_DISABLE_TELEMETRY: "1", PATH: path };
}

function homeOf(env: BenchPhones["env"]): string {
  return env["AUTOMOBILE_STATE_DIR"] ?? "";
}

/** Ends the process that it left behind, if it did. */
async function endHelper({ env }: BenchPhones): Promise<void> {
  const file = join(homeOf(env), ".mobilecli", "daemon.pid");
  if (!existsSync(file)) return;
  const { pid } = HELPER.parse(JSON.parse(await readFile(file, "utf8")));
  process.kill(pid);
  for (let looks = 0; looks < MOST_LOOKS && isAlive(pid); looks += 1) await pause(LOOK_AGAIN_MS);
}

function toNothing(): object {
  return {};
}

function toDevice(argument: string, deviceId: string): object {
  return { [argument]: deviceId };
}

function toPoint(argument: string, deviceId: string): object {
  return { [argument]: deviceId, x: 10, y: 10 };
}
