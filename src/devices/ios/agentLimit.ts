import type { Device, DeviceLimit } from "../device.js";
import { agentRemedy } from "./agent/agentLink.js";
import type { DeviceAgent } from "./agent/deviceAgents.js";

/** A ready device with what it cannot do while it has no agent. `without` completes "Without WebDriverAgent it cannot …". */
export async function withAgentLimit(
  device: Device,
  { agent, without }: { readonly agent: DeviceAgent; readonly without: string },
  signal: AbortSignal,
): Promise<Device> {
  if (device.state.is !== "ready") return device;
  const absence = await agent.line.link.absence(signal);
  if (absence === undefined) return device;
  const limit: DeviceLimit = {
    meaning: `without a WebDriverAgent it cannot ${without} (${absence})`,
    remedy: agentRemedy(device.id),
  };
  return { ...device, limits: [limit] };
}
