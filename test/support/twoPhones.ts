import type { Lab, LabInput } from "../../src/lab/lab.js";
import { startLab } from "../../src/lab/startLab.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { startRealAdbServer } from "./adbServer.js";

/** What stands between the server under test and the phones. */
export type AdbKind = "a real adb server" | "the lab's own adb server";

/** Two lab phones behind an adb server, as a server process under test reaches them. */
export interface TwoPhones {
  readonly lab: Lab;
  /** The ids under which the adb server knows them, first and second as a refusal sorts them. */
  readonly ids: readonly [string, string];
  /** The environment that leads a server process to them. */
  readonly env: Readonly<Record<string, string>>;
  /** What the phone with this id was told to do so far: taps, text, keys. Reading it is not in there. */
  received(id: string): readonly LabInput[];
  close(): Promise<void>;
}

/** Starts them. `adb` is the adb program, for the real server. */
export async function startTwoPhones(kind: AdbKind, adb: string | undefined): Promise<TwoPhones> {
  const lab = await startLab({ phones: 2, timer: systemTimer });
  const [first, second] = lab.phones;
  if (first === undefined || second === undefined) throw new Error("the lab has fewer than two phones");
  const byId = new Map<string, () => readonly LabInput[]>();
  const world = async (
    port: number,
    ids: readonly [string, string],
    closeServer: () => Promise<void>,
  ): Promise<TwoPhones> => {
    byId.set(ids[0], () => first.received()).set(ids[1], () => second.received());
    const sorted = [...ids].sort();
    return {
      lab,
      ids: [sorted[0] ?? "", sorted[1] ?? ""],
      env: { ANDROID_ADB_SERVER_ADDRESS: "127.0.0.1", ANDROID_ADB_SERVER_PORT: `${port}` },
      received: (id) => byId.get(id)?.() ?? [],
      async close() {
        await lab.close();
        await closeServer();
      },
    };
  };
  if (kind === "the lab's own adb server") {
    const server = await lab.startAdbServer();
    return await world(server.port, [first.id, second.id], async () => undefined);
  }
  const server = await startRealAdbServer(adb ?? "");
  return await world(server.port, [await server.attach(first.port), await server.attach(second.port)], () =>
    server.close(),
  );
}
