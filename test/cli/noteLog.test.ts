import { expect, test } from "vitest";
import { createNoteLog } from "../../src/cli/noteLog.js";
import { fakeCli } from "../support/fakeCli.js";

test("what happens on the way is told as remarks, without machine-readable companions", () => {
  const cli = fakeCli();
  const log = createNoteLog(cli.context.output);
  log.info("adb: starting a server", { port: 5037 });
  log.warn("odd\u001b[2J");
  log.error("bad");
  expect(cli.stderr()).toBe("adb: starting a server\nodd\nbad\n");
  expect(cli.stdout()).toBe("");
});
