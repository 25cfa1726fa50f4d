import { AdbServerClient } from "@yume-chan/adb";
import { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";

/** A client of the adb server protocol that somebody else wrote. */
export function tangoClient(port: number): AdbServerClient {
  return new AdbServerClient(new AdbServerNodeTcpConnector({ host: "127.0.0.1", port }));
}

/** Runs one command on one device and waits for its end. */
export async function tangoShell(
  client: AdbServerClient,
  serial: string,
  command: string,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly exitCode: number }> {
  const adb = await client.createAdb({ serial });
  const shell = adb.subprocess.shellProtocol;
  if (shell === undefined) throw new Error("the device does not have the shell protocol");
  const end = await shell.spawnWaitText(command);
  await adb.close();
  return end;
}
