import { readFile } from "node:fs/promises";
import { z } from "zod";

const WIRE_LINE = z.object({
  /** Milliseconds since the Unix epoch. */
  at: z.number(),
  /** The process that the client started; a client may start several. */
  connection: z.number(),
  /** `log` is the server's standard error. */
  from: z.enum(["client", "server", "log"]),
  text: z.string(),
});

/** One line that went over a tapped connection. */
export type WireLine = Readonly<z.infer<typeof WIRE_LINE>>;

/** Every line that the taps of one run wrote, oldest first. */
export async function readTrace(file: string): Promise<readonly WireLine[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => WIRE_LINE.parse(JSON.parse(line)));
}
