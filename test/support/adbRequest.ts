import { connect } from "node:net";

/**
 * Sends requests to an adb server one after another on one connection, each behind its length, and gives all bytes that
 * came until the server closed.
 */
export function askAdbServer(port: number, ...requests: readonly string[]): Promise<string> {
  const framed = requests.map((text) => Buffer.byteLength(text).toString(16).padStart(4, "0") + text);
  return sendToAdbServer(port, framed.join(""));
}

/** Sends bytes as they are. */
export function sendToAdbServer(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1");
    socket.setEncoding("latin1").on("data", (text: string) => {
      answer += text;
    });
    // The server may reset the connection: what came before counts.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      resolve(answer);
    });
    socket.write(bytes);
  });
}
