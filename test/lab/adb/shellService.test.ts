import { describe, expect, it } from "vitest";
import { parseShellService, runShellService } from "../../../src/lab/adb/shellService.js";
import { bufferChannel } from "../../support/bufferChannel.js";
import { looseLabPhone } from "../../support/labShell.js";

/** Runs a service to its end; what the other side heard, one byte a character. */
async function heard(name: string, ...input: readonly string[]): Promise<string> {
  const channel = bufferChannel(...input);
  const request = parseShellService(name) ?? { framing: "plain", isTerminal: false, command: "false" };
  await runShellService(request, looseLabPhone(), channel);
  return channel.written();
}

describe("the name of a shell service", () => {
  it.each([
    ["shell:ls -l", { framing: "plain", isTerminal: false, command: "ls -l" }],
    ["exec:ls -l", { framing: "plain", isTerminal: false, command: "ls -l" }],
    ["shell,v2,raw:a:b", { framing: "v2", isTerminal: false, command: "a:b" }],
    ["shell,v2,TERM=xterm,pty:", { framing: "v2", isTerminal: true, command: "" }],
    ["shell:", { framing: "plain", isTerminal: true, command: "" }],
    ["shell,raw:", { framing: "plain", isTerminal: false, command: "" }],
    ["shellish:x", undefined],
    ["sync:", undefined],
  ])("%s", (name, request) => {
    expect(parseShellService(name)).toEqual(request);
  });
});

describe("a shell service", () => {
  it("frames the output streams and the exit code", async () => {
    expect(await heard("shell,v2,raw:echo a; ls /x; exit 5")).toBe(
      "\u0001\u0002\0\0\0a\n" + "\u0002\u0022\0\0\0ls: /x: No such file or directory\n" + "\u0003\u0001\0\0\0\u0005",
    );
  });

  it("reads framed input, in any pieces, until it is closed", async () => {
    expect(await heard("shell,v2,raw:cat", "\0\u0003\0\0", "\0ab", "c\0\u0001\0\0\0d\u0004\0\0\0\0ignored")).toBe(
      "\u0001\u0004\0\0\0abcd\u0003\u0001\0\0\0\0",
    );
  });

  it("takes a giant frame for the end of the input", async () => {
    expect(await heard("shell,v2,raw:cat", "\0\u00ff\u00ff\u00ff\u00ffabc")).toBe("\u0003\u0001\0\0\0\0");
  });

  it("without frames mixes the streams and tells no exit code", async () => {
    expect(await heard("exec:echo a; ls /x; exit 5")).toBe("a\nls: /x: No such file or directory\n");
  });
});

describe("a shell on a terminal", () => {
  it("prompts, echoes, and ends its lines as terminals want it", async () => {
    expect(await heard("shell:", "echo a\r", "exit\r")).toBe("lab:/ $ echo a\r\na\r\nlab:/ $ exit\r\n");
  });

  it.each([
    ["a line that is mended", ["echo b\u007fa\r"], "echo b\b \ba\r\na\r\n"],
    ["a line that is given up", ["ech\u0003echo a\r"], "ech^C\r\nlab:/ $ echo a\r\na\r\n"],
  ])("edits %s", async (_, input, screen) => {
    expect(await heard("shell:", ...input, "\u0004")).toBe(`lab:/ $ ${screen}lab:/ $ `);
  });

  it("gives the code of exit, or of the last command", async () => {
    expect(await heard("shell,v2,raw:", "\0\u000d\0\0\0false\nexit 7\n")).toBe("\u0003\u0001\0\0\0\u0007");
    expect(await heard("shell,v2,raw:", "\0\u0005\0\0\0false\u0004\0\0\0\0")).toBe("\u0003\u0001\0\0\0\u0001");
  });
});
