import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { z } from "zod";
import type { StdioStreams } from "../src/server/stdioTransport.js";

const MESSAGE = z.looseObject({ id: z.union([z.number(), z.string()]).optional(), method: z.string().optional() });

/** What a client answers to a question. `undefined`: nothing, ever. */
export type Answer = object | undefined;

/** A client on a pair of streams that can be asked, and keeps nothing of what it was told. */
export interface AskedClient {
  /** The server's ends. */
  readonly streams: Pick<StdioStreams, "input" | "output">;
  /** Sends a request and resolves with the line of its response. */
  request(method: string, params: object): Promise<string>;
  end(): void;
}

/** Makes one. `answer` is called with each question once it has arrived. */
export function createAskedClient(answer: () => Answer): AskedClient {
  const input = new PassThrough();
  const output = new PassThrough();
  const waiting = new Map<number | string, (line: string) => void>();
  let lastId = 0;
  const send = (message: object): void => {
    input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  createInterface(output).on("line", (line) => {
    const { id, method } = MESSAGE.parse(JSON.parse(line));
    if (id === undefined) return;
    if (method === "elicitation/create") {
      const result = answer();
      if (result !== undefined) send({ id, result });
      return;
    }
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  return {
    streams: { input, output },
    request(method, params) {
      lastId += 1;
      const id = lastId;
      send({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    end: () => input.end(),
  };
}
