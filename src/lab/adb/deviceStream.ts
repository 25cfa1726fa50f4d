import { type Channel, createInbox } from "../channel.js";
import { COMMAND } from "./packet.js";

/** Sends one message to the adb server at the other end. `args` are the two ids, ours first. */
export type SendPacket = (command: number, args: readonly [number, number], payload?: Uint8Array) => void;

/** What a stream is between. */
export interface DeviceStreamOptions {
  readonly localId: number;
  readonly remoteId: number;
  readonly maxPayloadBytes: number;
  readonly send: SendPacket;
  /** Called once, when the stream has ended at either side. */
  readonly onEnd: () => void;
}

/** One open stream of a connection: what the connection hears for it goes in here, what its service does comes out as messages. */
export interface DeviceStream {
  readonly remoteId: number;
  /** The service's side. */
  readonly channel: Channel;
  /** Bytes came. `false` when the other side did not wait for the acknowledgement of those before. */
  receive(bytes: Uint8Array): boolean;
  /** The other side has taken what was last written. */
  acknowledge(): void;
  /** The other side has closed, or the connection broke. */
  end(): void;
}

/** Opens a stream. A write waits for the acknowledgement of each message; an acknowledgement is sent when bytes are read. */
export function openDeviceStream(options: DeviceStreamOptions): DeviceStream {
  const { localId, remoteId, maxPayloadBytes, send, onEnd } = options;
  const ended = new AbortController();
  let hasUnread = false;
  let acknowledge = (): void => undefined;

  const inbox = createInbox(() => {
    hasUnread = false;
    if (!ended.signal.aborted) send(COMMAND.okay, [localId, remoteId]);
  });
  const end = (): void => {
    if (ended.signal.aborted) return;
    ended.abort();
    inbox.finish();
    acknowledge();
    onEnd();
  };
  const writePiece = (piece: Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      acknowledge = resolve;
      send(COMMAND.write, [localId, remoteId], piece);
    });

  return {
    remoteId,
    channel: {
      signal: ended.signal,
      read: () => inbox.read(),
      async write(bytes) {
        for (let at = 0; at < bytes.length && !ended.signal.aborted; at += maxPayloadBytes) {
          await writePiece(bytes.subarray(at, at + maxPayloadBytes));
        }
      },
      close() {
        if (ended.signal.aborted) return;
        send(COMMAND.close, [localId, remoteId]);
        end();
      },
    },
    receive(bytes) {
      if (hasUnread) return false;
      hasUnread = true;
      inbox.push(bytes);
      return true;
    },
    acknowledge: () => acknowledge(),
    end,
  };
}
