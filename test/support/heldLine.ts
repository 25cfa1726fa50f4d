import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { closedPort } from "./closedPort.js";

/** A line to a server of this machine, on which answers can be held back while what is asked goes through. */
export interface HeldLine {
  readonly port: number;
  /** Holds back every answer from now on, on each connection that there is or comes. */
  hold(): void;
  /** The same from the moment on when something with this text is asked. */
  holdFrom(text: string): void;
  /** From now on nothing comes through any more on the connections that there are and those that come, which all stand. */
  lose(): void;
  /** Lets go of what was held back, and holds nothing more; new connections come through, and lost ones stay lost. */
  release(): void;
  close(): Promise<void>;
}

/** Lays one to this port. */
export async function layHeldLine(target: number): Promise<HeldLine> {
  let isHeld = false;
  let isLosing = false;
  let holdFrom: string | undefined;
  const held: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const connections = new Set<{ isLost: boolean }>();
  const server = createServer((caller) => {
    const connection = { isLost: isLosing };
    connections.add(connection);
    const answerer = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [caller, answerer],
      [answerer, caller],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.once("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    caller.on("data", (question) => {
      if (connection.isLost) return;
      if (holdFrom !== undefined && question.includes(holdFrom)) isHeld = true;
      answerer.write(question);
    });
    answerer.on("data", (answer) => {
      if (connection.isLost) return;
      const pass = (): void => void caller.write(answer);
      if (isHeld) held.push(pass);
      else pass();
    });
  });
  const port = await closedPort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port,
    hold() {
      isHeld = true;
    },
    holdFrom(text) {
      holdFrom = text;
    },
    lose() {
      isLosing = true;
      for (const connection of connections) connection.isLost = true;
    },
    release() {
      isHeld = false;
      isLosing = false;
      holdFrom = undefined;
      for (const pass of held.splice(0)) pass();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
