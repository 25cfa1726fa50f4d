import type { ResolveAppPath } from "../core/appFile.js";
import { assertNever } from "../core/assertNever.js";
import type { Breathe } from "../core/breathe.js";
import type { Log } from "../core/log.js";
import { nearest } from "../core/nearest.js";
import { quoteText } from "../core/quoteText.js";
import type { Candidate } from "../core/refusal.js";
import type { Timer } from "../core/timer.js";
import { type Device, toCandidate } from "../devices/device.js";
import type { OnProgress } from "../devices/deviceDriver.js";
import type { DeviceQueue } from "../devices/deviceQueue.js";
import { toIdentityHash } from "../devices/identityHash.js";
import type { Inventory, Snapshot } from "../devices/inventory.js";
import { executionTarget } from "../targeting/executionTarget.js";
import { readinessSelection } from "../targeting/readinessSelection.js";
import { readTarget } from "../targeting/readTarget.js";
import { targetCandidates } from "../targeting/resolveTarget.js";
import type { Target, TargetNeed, TargetPolicy, TargetRequest } from "../targeting/target.js";
import type { DeviceTool, HostTool, PreparedCall, ReadinessTool, Tool, ToolOutcome, WatchTool } from "./defineTool.js";
import { inDeviceTurn, turnKey } from "./inDeviceTurn.js";
import { createSeenDevices, type SeenDevices } from "./seenDevices.js";
import { deviceReplaced, invalidArguments } from "./toolRefusals.js";

/** One call of one tool, its arguments as they came from the client. */
export interface RunnerCall {
  readonly name: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
  /** `ResolvedDevice.identity` of the named device when it was chosen; one that has its id by now but another identity is refused. */
  readonly expectedIdentity?: string;
  /** Told how far long work has come; not told when the caller does not care. */
  readonly onProgress?: OnProgress;
}

/** What a call came to. `device` is the one that it really ran on; a tool without a device has none. */
export interface ToolRun {
  readonly tool: string;
  readonly device?: Device;
  readonly outcome: ToolOutcome;
}

/** One device that a call could mean if it named none. */
export interface ResolvedDevice {
  readonly deviceId: string;
  /** A hash: the identity itself does not leave the runner. `undefined` where nothing tells it from another under its id. */
  readonly identity: string | undefined;
  readonly candidate: Candidate;
}

/** Calls by name, for any front end. */
export interface ToolRunner {
  /**
   * Runs one call: on exactly one device, or not at all.
   *
   * @throws Refusal for everything that is expected; `UnknownToolError`; the signal's reason when the call was cancelled.
   */
  run(call: RunnerCall): Promise<ToolRun>;
  /**
   * The devices that the call could mean now, whether or not it names one, as its refusal would offer them. Runs
   * nothing. Empty for a call that no device could serve, or whose arguments are not valid.
   *
   * @throws UnknownToolError
   */
  resolve(call: RunnerCall): Promise<readonly ResolvedDevice[]>;
}

/** What a runner is made of. */
export interface ToolRunnerParts {
  readonly inventory: Pick<Inventory, "snapshot" | "driver" | "virtual">;
  readonly policy: TargetPolicy;
  readonly queue: DeviceQueue;
  /** Judges the path of an app that is to be installed. */
  readonly resolveAppPath: ResolveAppPath;
  readonly timer: Timer;
  readonly breathe: Breathe;
  readonly log: Log;
  /** Loads the tools at the first call, so that a server that is only listed loads none. */
  readonly loadCatalogue: () => Promise<readonly Tool[]>;
}

/** A call of a tool that does not exist. The protocol's own error, not a refusal: no argument mends it. */
export class UnknownToolError extends Error {
  override readonly name = "UnknownToolError";
}

/** Makes a runner. It touches no device before the first call. */
export function createToolRunner(parts: ToolRunnerParts): ToolRunner {
  const seen = createSeenDevices();
  const snapshot = async (signal: AbortSignal): Promise<Snapshot> => {
    const now = await parts.inventory.snapshot(signal);
    seen.remember(now.devices);
    return now;
  };
  const runner = { ...parts, seen, snapshot };

  return {
    async run(call) {
      const tool = findTool(await parts.loadCatalogue(), call.name);
      switch (tool.target) {
        case "none":
          return await runOnHost(runner, tool, call);
        case "readiness":
          return await runWait(runner, tool, call);
        case "read":
        case "execution":
          return tool.turn === "each_look" ? await runWatch(runner, tool, call) : await runOnDevice(runner, tool, call);
        default:
          return assertNever(tool);
      }
    },
    async resolve(call) {
      const tool = findTool(await parts.loadCatalogue(), call.name);
      if (tool.target === "none" || parts.policy.requiresDeviceId) return [];
      const prepared = tool.prepare(call.args);
      if (prepared.kind === "invalid") return [];
      const request = toRequest(runner, tool, prepared);
      return targetCandidates(await snapshot(call.signal), request, tool.target).map(toResolved);
    },
  };
}

interface Runner extends ToolRunnerParts {
  readonly seen: SeenDevices;
  readonly snapshot: Inventory["snapshot"];
}

type ReadyCall<Context> = Extract<PreparedCall<Context>, { kind: "ready" }>;

async function runOnHost(runner: Runner, tool: HostTool, call: RunnerCall): Promise<ToolRun> {
  const prepared = readyCall(tool, call);
  const { snapshot, queue, timer, inventory } = runner;
  const { signal, onProgress = unheard } = call;
  const isInUse = (device: Device): boolean => queue.busy().has(turnKey(device));
  const context = { snapshot, isInUse, virtual: inventory.virtual, timer, onProgress, signal };
  return { tool: tool.name, outcome: await prepared.run(context) };
}

async function runOnDevice(runner: Runner, tool: DeviceTool, call: RunnerCall): Promise<ToolRun> {
  const prepared = readyCall(tool, call);
  const { signal, onProgress = unheard } = call;
  const { resolveAppPath, breathe } = runner;
  const target = await chooseTarget(runner, tool, { ...call, prepared });
  const { device } = target;
  const running = inDeviceTurn(runner, { tool, device, signal }, async (driver, held) =>
    toRun(tool, target, await prepared.run({ device, driver, resolveAppPath, breathe, onProgress, signal: held })),
  );
  // A line of the log is written to its end before anything else happens; by now the device has something to do meanwhile.
  logTarget(runner, tool, target);
  return await running;
}

/** The device is free between two looks, so that what is waited for can be brought about. */
async function runWatch(runner: Runner, tool: WatchTool, call: RunnerCall): Promise<ToolRun> {
  const prepared = readyCall(tool, call);
  const { signal } = call;
  const target = await chooseTarget(runner, tool, { ...call, prepared });
  logTarget(runner, tool, target);
  const { device } = target;
  const look = async (within: AbortSignal) =>
    await inDeviceTurn(runner, { tool, device, signal: within }, async (driver, held) => await driver.uiTree(held));
  return toRun(tool, target, await prepared.run({ device, look, timer: runner.timer, signal }));
}

function unheard(): void {
  // Nobody asked for progress.
}

/** Out of the queue: who waits for a device must not keep others from it. */
async function runWait(runner: Runner, tool: ReadinessTool, call: RunnerCall): Promise<ToolRun> {
  const prepared = readyCall(tool, call);
  const target = await chooseTarget(runner, tool, { ...call, prepared });
  logTarget(runner, tool, target);
  const { device } = target;
  const { snapshot, timer } = runner;
  return toRun(tool, target, await prepared.run({ device, snapshot, timer, signal: call.signal }));
}

function findTool(catalogue: readonly Tool[], name: string): Tool {
  const tool = catalogue.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  const meant = nearest(
    quoteText(name),
    catalogue.map((each) => each.name),
  );
  const guess = meant === undefined ? "" : `; did you mean ${meant}?`;
  throw new UnknownToolError(`There is no tool "${quoteText(name)}"${guess}`);
}

function readyCall<Context>(
  tool: { readonly name: string; readonly prepare: (args: unknown) => PreparedCall<Context> },
  call: RunnerCall,
): ReadyCall<Context> {
  const prepared = tool.prepare(call.args);
  if (prepared.kind === "invalid") throw invalidArguments(tool.name, prepared.problems);
  return prepared;
}

async function chooseTarget(
  runner: Runner,
  tool: DeviceTool | WatchTool | ReadinessTool,
  call: Omit<RunnerCall, "args"> & { readonly prepared: Pick<ReadyCall<never>, "deviceId" | "platform"> },
): Promise<Target> {
  const snapshot = await runner.snapshot(call.signal);
  const target = raiseSite(tool.target)(snapshot, toRequest(runner, tool, call.prepared), runner.policy);
  if (call.expectedIdentity !== undefined && call.expectedIdentity !== toIdentityHash(target.device.identity)) {
    throw deviceReplaced(target.device.id, tool.name, "since_it_was_picked");
  }
  return target;
}

function logTarget({ log }: Runner, tool: Tool, { device, origin }: Target): void {
  log.info("target chosen", { tool: tool.name, deviceId: device.id, origin });
}

function raiseSite(need: TargetNeed): typeof executionTarget {
  switch (need) {
    case "execution":
      return executionTarget;
    case "read":
      return readTarget;
    case "readiness":
      return readinessSelection;
    default:
      return assertNever(need);
  }
}

function toRequest(
  runner: Runner,
  tool: DeviceTool | WatchTool | ReadinessTool,
  named: Pick<ReadyCall<never>, "deviceId" | "platform">,
): TargetRequest {
  const { deviceId, platform } = named;
  const formerly = deviceId === undefined ? undefined : runner.seen.lastSeen(deviceId);
  return { tool: tool.name, deviceId, platform, platforms: tool.platforms, formerly };
}

function toRun(tool: Tool, chosen: Target, outcome: ToolOutcome): ToolRun {
  const device = outcome.device ?? chosen.device;
  const isUnnamedHardware = device.kind === "hardware" && chosen.origin === "only_one";
  const shown = {
    deviceId: device.id,
    platform: device.platform,
    name: quoteText(device.name),
    ...(isUnnamedHardware ? { kind: "hardware" } : {}),
  };
  return { tool: tool.name, device, outcome: { ...outcome, structured: { device: shown, ...outcome.structured } } };
}

function toResolved(device: Device): ResolvedDevice {
  return { deviceId: device.id, identity: toIdentityHash(device.identity), candidate: toCandidate(device) };
}
