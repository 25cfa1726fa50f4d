import { createServer } from "node:net";

/** Waits for one emulator to say at which port its console listens. */
export interface ConsolePortReport {
  /** Where it is to say so. */
  readonly port: number;
  /** What it said. Never settles for an emulator that says nothing. */
  readonly consolePort: Promise<number>;
  close(): void;
}

const REPORT_LIMIT = 16;

/** Listens on a free port of 127.0.0.1 for what `emulator -report-console tcp:PORT` sends: the port in decimal. */
export async function listenForConsolePort(): Promise<ConsolePortReport> {
  const server = createServer();
  const consolePort = new Promise<number>((resolve) => {
    server.on("connection", (socket) => {
      let text = "";
      socket.setEncoding("latin1");
      socket.on("error", () => socket.destroy());
      socket.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > REPORT_LIMIT) socket.destroy();
      });
      socket.on("close", () => {
        const said = /^\s*(\d{4,5})\s*$/.exec(text)?.[1];
        if (said !== undefined) resolve(Number(said));
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP listener has no port");
  return { port: address.port, consolePort, close: () => void server.close() };
}
