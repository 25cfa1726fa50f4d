import type { Socket } from "node:net";
import { type Channel, createInbox } from "../channel.js";

/** Unread bytes from which on the sender has to wait. Below it, the end of the connection is noticed at once. */
const UNREAD_LIMIT_BYTES = 1024 * 1024;

/** A socket as a channel. Errors of the socket end it like a close. */
export function openSocketChannel(socket: Socket): Channel {
  const ended = new AbortController();
  const unread: number[] = [];
  let unreadBytes = 0;
  const inbox = createInbox(() => {
    unreadBytes -= unread.shift() ?? 0;
    if (unreadBytes < UNREAD_LIMIT_BYTES) socket.resume();
  });
  const finish = (): void => {
    inbox.finish();
    ended.abort();
  };

  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    unread.push(chunk.length);
    unreadBytes += chunk.length;
    inbox.push(chunk);
    if (unreadBytes >= UNREAD_LIMIT_BYTES) socket.pause();
  });
  socket.on("end", finish);
  socket.on("close", finish);
  // A "close" follows every error.
  socket.on("error", () => undefined);

  return {
    signal: ended.signal,
    read: () => inbox.read(),
    async write(bytes) {
      if (!socket.writable || socket.write(bytes)) return;
      await new Promise<void>((resolve) => {
        const goOn = (): void => {
          socket.off("drain", goOn);
          socket.off("close", goOn);
          resolve();
        };
        socket.on("drain", goOn);
        socket.on("close", goOn);
      });
    },
    close() {
      socket.end();
    },
  };
}
