import type { Log } from "../core/log.js";
import { pause } from "../core/pause.js";
import { settleOnce } from "../core/settleOnce.js";
import type { Timer } from "../core/timer.js";
import { StoreError, toCause } from "./storeError.js";

/** One process's way to a Redis or Valkey server. Connects by itself, and again whenever the connection is lost. */
export interface RedisLink {
  /**
   * Sends one command, in one round trip, and gives its reply as RESP2 has it. Never sends it a second time.
   *
   * @throws StoreError within `REPLY_MS`
   */
  send(args: readonly string[]): Promise<unknown>;
  /**
   * Hears what is published on a channel whenever the connection stands, until the link is closed. Resolves when it does so
   * for the first time, or after `REPLY_MS`; never rejects.
   */
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** What a link is made of. */
export interface RedisLinkParts {
  /** `redis://` or `rediss://`. */
  readonly url: URL;
  readonly timer: Timer;
  readonly log: Log;
}

/** Longest wait for a connection and a reply: a call of a device must not hang on its store. */
export const REPLY_MS = 1500;

const CONNECT_MS = 1000;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1000;

/** After so long without a reply to anything, a connection is given up: its other end may be gone without a word. */
const SILENCE_MS = 3000;

/** A connection on which nothing is asked is asked whether it stands. */
const PING_EVERY_MS = 1000;

type Client = Awaited<ReturnType<typeof loadClient>>;

/** Makes a link, which loads the client and connects with the first command or subscription. */
export function createRedisLink({ url, timer, log }: RedisLinkParts): RedisLink {
  const closing = new AbortController();
  const commands = createConnection("commands");
  const events = createConnection("events");

  function createConnection(name: string): Connection {
    let client: Promise<Client> | undefined;
    let current: Client | undefined;
    let ready = settleOnce<undefined>();
    let lastError: Error | undefined;
    let isReady = false;

    const open = async (): Promise<Client> => {
      const opened = await loadClient(url);
      const isDropped = (): boolean => current !== opened;
      current = opened;
      opened.on("ready", () => {
        if (lastError !== undefined) log.info(`store: the connection for ${name} stands again`);
        lastError = undefined;
        isReady = true;
        ready.settle(undefined);
      });
      opened.on("error", (error: unknown) => {
        // What was asked of a connection fails once more when that is given up.
        if (isDropped()) return;
        const cause = toCause(error);
        if (lastError === undefined) log.warn(`store: the connection for ${name} is lost`, { cause });
        lastError = error instanceof Error ? error : new Error(cause);
        if (isReady) ready = settleOnce();
        isReady = false;
      });
      // It goes on trying by itself, and says so through its events.
      opened.connect().catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn(`store: ${name} cannot be connected`, { cause: toCause(error) });
      });
      return opened;
    };
    return {
      client: () => (client ??= open()),
      ready: () => ready.settled,
      lastError: () => lastError,
      isReady: () => isReady,
      async drop() {
        const dropped = await client;
        client = undefined;
        current = undefined;
        ready = settleOnce();
        isReady = false;
        dropped?.destroy();
      },
    };
  }

  let heardAt = timer.now();

  return {
    async send(args) {
      if (closing.signal.aborted) throw new StoreError("it was closed");
      const exchange = async (): Promise<unknown> => {
        const client = await commands.client();
        await commands.ready();
        if (over.signal.aborted) return undefined;
        return await client.sendCommand([...args]);
      };
      const over = new AbortController();
      const late = pause({ timer, ms: REPLY_MS, label: "store: reply", signal: over.signal }).then(() => LATE);
      try {
        const reply: unknown = await Promise.race([exchange(), late]);
        if (reply === LATE) {
          if (commands.isReady() && timer.now() - heardAt > SILENCE_MS) await commands.drop();
          throw commands.lastError() ?? new Error(`it did not answer in ${REPLY_MS} ms`);
        }
        heardAt = timer.now();
        return reply;
      } catch (cause) {
        throw new StoreError(toCause(cause), { cause });
      } finally {
        over.abort();
      }
    },
    async subscribe(channel, listener) {
      const begin = async (): Promise<void> => {
        while (!closing.signal.aborted) {
          try {
            const client = await events.client();
            await events.ready();
            // From here on the client itself takes the channel up again after each loss.
            await client.subscribe(channel, listener);
            return;
          } catch (error) {
            log.warn("store: a channel cannot be heard yet", { channel, cause: toCause(error) });
            await pause({ timer, ms: LONGEST_RETRY_MS, label: "store: hear a channel", signal: closing.signal });
          }
        }
      };
      const over = new AbortController();
      await Promise.race([
        begin(),
        pause({ timer, ms: REPLY_MS, label: "store: hear a channel", signal: over.signal }),
      ]);
      over.abort();
    },
    async close() {
      closing.abort();
      await Promise.all([commands.drop(), events.drop()]);
    },
  };
}

const LATE = Symbol("late");

interface Connection {
  readonly client: () => Promise<Client>;
  readonly ready: () => Promise<undefined>;
  readonly lastError: () => Error | undefined;
  readonly isReady: () => boolean;
  readonly drop: () => Promise<void>;
}

/** Loaded with the first use: a server without a store never reads it. */
async function loadClient(url: URL) {
  const { createClient } = await import("./redisClient.js");
  return createClient({
    url: url.href,
    // What a connection that is lost has not sent is an error for its caller, never sent later.
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    // No command at the connection but to log in: a user of the store may be allowed little.
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: "disabled",
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(FIRST_RETRY_MS * 2 ** Math.min(tries, 10), LONGEST_RETRY_MS),
    },
  });
}
