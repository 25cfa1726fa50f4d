import { describe, expect, it } from "vitest";
import { looseLabPhone, runOnPhone } from "../../support/labShell.js";

describe("a script in the phone's shell", () => {
  it.each([
    ["runs one command after another", "echo a; echo b", "a\nb\n", "", 0],
    ["gives the exit code of the last", "false; true", "", "", 0],
    ["stops a chain at a failure", "false && echo a || echo b", "b\n", "", 0],
    ["skips the rest of a chain after a success", "true || echo a; echo b", "b\n", "", 0],
    ["ends at exit", "echo a; exit 300; echo b", "a\n", "", 44],
    ["knows the last exit code", "false; echo $?", "1\n", "", 0],
    ["knows a few variables", 'echo "$EXTERNAL_STORAGE" $NOPE.', "/sdcard .\n", "", 0],
    ["finds commands by their path", "/system/bin/echo a", "a\n", "", 0],
    ["does not find others", "su -c id", "", "/system/bin/sh: su: inaccessible or not found\n", 127],
    ["keeps the output streams apart", "echo a; ls /nope", "a\n", "ls: /nope: No such file or directory\n", 1],
    ["joins them", "ls /nope 2>&1", "ls: /nope: No such file or directory\n", "", 1],
    ["throws output away", "ls /nope >/dev/null 2>&1", "", "", 1],
    ["writes and appends to files", "echo a >/sdcard/f; echo b >>/sdcard/f; cat < /sdcard/f", "a\nb\n", "", 0],
    ["pipes", "getprop | grep -i -E 'RO.PRODUCT.(brand|model)' | head -n 1", "[ro.product.brand]: [google]\n", "", 0],
    ["passes a nested script on", `sh -c 'echo a; exit 3' || echo "b $?"`, "a\nb 3\n", "", 0],
    ["lets a command take its place", "exec echo a", "a\n", "", 0],
    ["says where the syntax breaks", "echo 'a", "", "/system/bin/sh: no closing quote\n", 1],
    ["does nothing with nothing", "  ", "", "", 0],
  ])("%s", async (_, script, stdout, stderr, exitCode) => {
    expect(await runOnPhone(looseLabPhone(), script)).toEqual({ stdout, stderr, exitCode });
  });

  it("hands its standard input to its commands, whatever the bytes", async () => {
    const bytes = Uint8Array.of(0, 255, 10, 128);
    const phone = looseLabPhone();
    await runOnPhone(phone, "cat > /sdcard/raw", bytes);
    expect(phone.files.get("/sdcard/raw")).toMatchObject({ kind: "file", data: Buffer.from(bytes) });
  });
});
