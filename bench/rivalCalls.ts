import { dirname } from "node:path";
import { findAdb } from "../test/support/adbBinary.js";
import { atLeast } from "./aim.js";
import { type BenchPhones, startBenchPhones } from "./benchPhones.js";
import { compare, type Comparison, lasting } from "./comparison.js";
import type { Effort } from "./effort.js";
import { type LineClient, startLineClient } from "./lineClient.js";
import { installRival } from "./rivalServer.js";

const AIM = atLeast(5);
/** As many phones as a developer's desk has. */
const PHONES = 2;

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
    await phones.close();
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

/** It reports each call to its makers unless it is told not to; and the adb that it starts is the one that is measured with. */
function rivalEnvironment({ env }: BenchPhones): NodeJS.ProcessEnv {
  const adb = findAdb() ?? "";
  return { ...env, MOBILEMCP_DISABLE_TELEMETRY: "1", PATH: `${dirname(adb)}:${process.env["PATH"] ?? ""}` };
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
