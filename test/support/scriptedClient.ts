import { PassThrough } from "node:stream";
import { z } from "zod";

const MESSAGE = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.looseObject({}).optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});

/** One JSON-RPC message from the server, with the very line that it stood on. */
export interface Received extends z.output<typeof MESSAGE> {
  readonly line: string;
}

/** A raw JSON-RPC client: sends what it is told to, keeps every line that comes back, and answers nothing by itself. */
export interface ScriptedClient {
  /** The server's ends of the two streams. */
  readonly streams: { readonly input: PassThrough; readonly output: PassThrough };
  /** Every message so far, oldest first. */
  readonly received: readonly Received[];
  /** Sends a message as one line. */
  send(message: Readonly<Record<string, unknown>>): void;
  /** Sends bytes or text as they are. */
  sendRaw(bytes: string | Uint8Array): void;
  /** Sends a request under the next free number, from 1. */
  request(method: string, params?: object): Pending;
  /** The first message that fits and that nobody has waited for yet; waits for it if it has not come. */
  next(fits: (message: Received) => boolean): Promise<Received>;
  /** The next request of this method from the server. */
  asked(method?: string): Promise<Received>;
  /** Closes the server's input. */
  end(): void;
}

/** A request on its way. */
export interface Pending {
  readonly id: number;
  /** Its answer, result or error. */
  readonly answer: Promise<Received>;
}

interface Waiter {
  readonly fits: (message: Received) => boolean;
  readonly resolve: (message: Received) => void;
}

/** Makes a client whose server is not there yet: hand it `streams`. */
export function scriptedClient(): ScriptedClient {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: Received[] = [];
  const unclaimed: Received[] = [];
  const waiters: Waiter[] = [];
  let rest = "";
  let lastId = 0;

  const take = (line: string): void => {
    const message: Received = { ...MESSAGE.parse(JSON.parse(line)), line };
    received.push(message);
    const index = waiters.findIndex((waiter) => waiter.fits(message));
    const [waiter] = index === -1 ? [] : waiters.splice(index, 1);
    if (waiter === undefined) unclaimed.push(message);
    else waiter.resolve(message);
  };
  output.setEncoding("utf8");
  output.on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  });

  const client: ScriptedClient = {
    streams: { input, output },
    received,
    send(message) {
      input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    },
    sendRaw(bytes) {
      input.write(bytes);
    },
    request(method, params) {
      lastId += 1;
      const id = lastId;
      client.send({ id, method, ...(params === undefined ? {} : { params }) });
      return { id, answer: client.next((message) => message.id === id && message.method === undefined) };
    },
    async next(fits) {
      const index = unclaimed.findIndex(fits);
      const [message] = index === -1 ? [] : unclaimed.splice(index, 1);
      return (
        message ??
        (await new Promise((resolve) => {
          waiters.push({ fits, resolve });
        }))
      );
    },
    async asked(method = "elicitation/create") {
      return await client.next((message) => message.method === method);
    },
    end() {
      input.end();
    },
  };
  return client;
}
