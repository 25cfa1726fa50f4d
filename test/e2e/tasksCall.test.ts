import { describe, expect, it } from "vitest";
import { type CallOptions, runCall } from "../../src/cli/call/callCommand.js";
import { EXIT } from "../../src/cli/exitCode.js";
import { DEFAULT_SERVE_OPTIONS } from "../../src/cli/serverFlags.js";
import { fakeCli, type FakeCli } from "../support/fakeCli.js";
import { fakeTerminal, KEYS } from "../support/fakeTerminal.js";

/** `automobile call` of a tool that runs as a task, on the real server over two lab phones. */
function waitFor(changes: Partial<CallOptions> = {}): CallOptions {
  return {
    ...{ tool: "waitFor", words: ["text=Settings"], era: "auto", answer: undefined, timeoutMs: 20_000 },
    ...{ asJson: false, isVerbose: false, url: undefined, command: undefined },
    serve: { ...DEFAULT_SERVE_OPTIONS, lab: 2 },
    ...changes,
  } as const;
}

const NOWHERE = ["text=nowhere to be seen", "deviceId=LABPHONE01", "timeoutMs=600000"];

async function run(cli: FakeCli, options: CallOptions): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const exitCode = await runCall(options, cli.context);
  return { exitCode, stdout: cli.stdout(), stderr: cli.stderr() };
}

describe("automobile call, of a tool that runs as a task,", () => {
  it("says so, and shows the result alone on standard output", async () => {
    const words = ["text=Settings", "deviceId=LABPHONE02"];
    const { exitCode, stdout, stderr } = await run(fakeCli(), waitFor({ words }));
    expect(exitCode).toBe(EXIT.done);
    expect(JSON.parse(stdout)).toMatchObject({ device: { deviceId: "LABPHONE02" }, element: { text: "Settings" } });
    expect(stderr).toBe("waitFor works as a task (Ctrl-C cancels it)\n");
  });

  it("gives the raw result as JSON, like a call that is answered at once", async () => {
    const words = ["text=Settings", "deviceId=LABPHONE02"];
    const { stdout } = await run(fakeCli(), waitFor({ words, asJson: true }));
    expect(stdout).toMatch(/^\{"content":\[.*\],"structuredContent":\{.*\}\}\n$/);
  });

  it("asks the question of the task at the terminal", async () => {
    const terminal = fakeTerminal();
    terminal.typeAfter("none: decline", KEYS.down + KEYS.enter);
    const { exitCode, stdout } = await run(fakeCli({ terminal }), waitFor());
    expect(exitCode).toBe(EXIT.done);
    expect(JSON.parse(stdout)).toMatchObject({ device: { deviceId: "LABPHONE02" } });
  });

  it("answers it from the command line, and ends as refused after a decline", async () => {
    const { exitCode, stdout } = await run(fakeCli(), waitFor({ answer: "decline" }));
    expect(exitCode).toBe(EXIT.refused);
    expect(stdout).toContain("ambiguous_device_target");
  });

  it("cancels the task on Ctrl-C, and says what may have been done", async () => {
    const cli = fakeCli();
    const ended = runCall(waitFor({ words: NOWHERE }), cli.context);
    await cli.stderrShows("works as a task");

    cli.stop();

    await expect(ended).rejects.toMatchObject({
      exitCode: EXIT.failed,
      message: "Cancelled. Nothing was done to a device (did_not_run).",
    });
  });

  it("is answered at once by a server that is spoken to in the way of 2025", async () => {
    const words = ["text=Settings", "deviceId=LABPHONE02"];
    const { stderr } = await run(fakeCli(), waitFor({ words, era: "legacy" }));
    expect(stderr).toBe("");
  });
});
