import type { WithScratchFile } from "../../core/scratchFile.js";
import type { Screenshot } from "../deviceDriver.js";
import { parsePicture } from "../picture.js";
import { screenshotBlocked } from "./wda/wdaScreen.js";
import type { SimctlLine } from "./toolLine.js";

/** A picture of the simulator's screen as it is built in, not as it is turned. @throws Refusal `screenshot_blocked`. */
export async function takeSimulatorScreenshot(
  simulator: SimctlLine,
  withScratchFile: WithScratchFile,
  signal: AbortSignal,
): Promise<Screenshot> {
  return await withScratchFile("screen.png", async (file) => {
    const rest = ["screenshot", "--type=png", file.path];
    const reply = await simulator.ask({ verb: "io", rest, what: "take a screenshot", intent: "reads" }, signal);
    const picture = parsePicture((await file.read()) ?? Buffer.alloc(0));
    if (picture !== undefined) return { ...picture, isScreenOn: undefined };
    throw screenshotBlocked(simulator.deviceId, reply.is === "failed" ? reply.output : "simctl wrote no PNG");
  });
}
