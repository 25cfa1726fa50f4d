// What `xcrun` starts in tests: a small world of simulators and phones in a JSON file, named by the first argument.
import { runDevicectl } from "./devicectl.mjs";
import { runSimctl } from "./simctl.mjs";
import { noteCall, readCalls, readWorld, ToolError, writeWorld } from "./world.mjs";

const [file = "", ...args] = process.argv.slice(2);
const [tool = "", ...rest] = args;
noteCall(file, args);
const world = readWorld(file);
const before = JSON.stringify(world);

try {
  if (tool !== "simctl" && tool !== "devicectl") {
    throw new ToolError(72, `xcrun: error: unable to find utility "${tool}", not a developer tool or in PATH`);
  }
  if (!(await misbehave(tool))) {
    const printed = tool === "simctl" ? runSimctl(world, rest) : runDevicectl(world, rest);
    process.stdout.write(printed);
    // Two programs that only look run at the same time, and neither may find half a file.
    if (JSON.stringify(world) !== before) writeWorld(file, world);
  }
} catch (error) {
  if (!(error instanceof ToolError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

/**
 * Whether the tool did something else in place of its work.
 *
 * @param {"simctl" | "devicectl"} name
 */
async function misbehave(name) {
  const fault = world.faults[name];
  switch (fault?.kind) {
    case undefined:
      return false;
    case "exit":
      throw new ToolError(fault.code, fault.stderr);
    case "empty":
      return readCalls(file).filter(([called]) => called === name).length <= fault.times;
    case "hang":
      await new Promise((resolve) => setTimeout(resolve, 600_000));
      return true;
    case "stdin":
      for await (const _ of process.stdin);
      throw new ToolError(69, "You have not agreed to the Xcode license agreements.");
  }
}
