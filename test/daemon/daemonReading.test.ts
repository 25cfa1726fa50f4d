import { describe, expect, it } from "vitest";
import type { HttpEnd } from "../../src/core/httpExchange.js";
import { readDaemon } from "../../src/daemon/daemonReading.js";
import { answerChallenge } from "../../src/daemon/proof.js";
import { memoryFolder } from "../support/memoryFolder.js";
import { scriptedExchange } from "../support/scriptedExchange.js";
import { unaborted } from "../support/unaborted.js";
import { SAMPLE_RECORD } from "../support/sampleRecord.js";

const TOKEN = "t".repeat(43);
const RECORD = SAMPLE_RECORD;
const LEFT = { is: "not_running", generation: 4, left: RECORD };

const recorded = (): ReturnType<typeof memoryFolder> =>
  memoryFolder(
    new Map([
      ["daemon.4.json", JSON.stringify(RECORD)],
      ["token", TOKEN],
    ]),
  );

const read = async (
  end: (body: unknown) => HttpEnd,
  { mark }: { readonly mark: string | undefined } = { mark: "boot 5" },
) => {
  const { exchange, sent } = scriptedExchange(({ body }) => end(body));
  const reading = await readDaemon({ folder: recorded(), exchange, processMark: async () => mark }, unaborted);
  return { reading, sent };
};
const answered = (value: unknown): HttpEnd => ({ outcome: "answered", status: 200, text: JSON.stringify(value) });
const REFUSED: HttpEnd = { outcome: "no_connection", reason: "connect ECONNREFUSED 127.0.0.1:41234" };

describe("a daemon that its folder speaks of", () => {
  it("runs when it proves that it is the one", async () => {
    const { reading } = await read((body) => answered(answerChallenge(TOKEN, "a", body)));

    expect(reading).toEqual({
      is: "running",
      endpoint: { record: RECORD, token: TOKEN, origin: "http://127.0.0.1:41234" },
    });
  });

  it("is stopping when it says so", async () => {
    const { reading } = await read((body) => answered({ ...answerChallenge(TOKEN, "a", body), stopping: true }));

    expect(reading).toMatchObject({ is: "stopping" });
  });

  it.each([
    ["nothing listens any more", () => REFUSED],
    ["another program answers", () => answered({ hello: "world" })],
    ["another program answers in no JSON", () => ({ outcome: "answered", status: 200, text: "<html>" }) as const],
    ["another program sends the challenge back", answered],
    ["another daemon answers", (body: unknown) => answered(answerChallenge(TOKEN, "b", body))],
  ])("has ended where %s, although a process has its pid", async (_, end) => {
    expect((await read(end)).reading).toEqual(LEFT);
  });

  it.each<HttpEnd>([{ outcome: "timed_out" }, { outcome: "broke_off", reason: "reset" }])(
    "has ended where its process is gone or its pid is another's, and lives otherwise, after %j",
    async (end) => {
      expect((await read(() => end, { mark: undefined })).reading).toEqual(LEFT);
      expect((await read(() => end, { mark: "boot 6" })).reading).toEqual(LEFT);
      expect((await read(() => end, { mark: "boot 5" })).reading).toEqual({
        is: "unresponsive",
        record: RECORD,
        waitedMs: 3000,
      });
    },
  );

  it("is never sent the token before it has proven itself", async () => {
    const { sent } = await read(() => answered({}));

    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain(TOKEN);
  });

  it("is none in an empty folder, and nothing is sent", async () => {
    const { exchange, sent } = scriptedExchange(() => REFUSED);

    expect(await readDaemon({ folder: memoryFolder(), exchange, processMark: async () => "" }, unaborted)).toEqual({
      ...{ is: "not_running", generation: 0, left: undefined },
    });
    expect(sent).toEqual([]);
  });
});
