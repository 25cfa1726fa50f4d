import type { LabAdbServer } from "../lab.js";
import { LOOPBACK } from "../../core/loopback.js";
import { listen } from "../listener.js";
import { type AdbServerWorld, serveClient } from "./serveClient.js";

/** Starts an adb server on a port of loopback; 0 takes any free one. @throws Error when the port is taken. */
export async function startAdbServer(port: number, world: AdbServerWorld): Promise<LabAdbServer> {
  const listener = await listen(port, (socket) => {
    void serveClient(socket, world);
  });
  return { host: LOOPBACK, port: listener.port, close: () => listener.close() };
}
