import { describe, expect, it } from "vitest";
import { createFileStore, normalizePath, STORE_LIMIT_BYTES } from "../../../src/lab/phone/fileStore.js";

const now = (): number => 1_700_000_000_500;

describe("a phone's files", () => {
  it.each([
    ["/sdcard//a/./b/", "/sdcard/a/b"],
    ["/sdcard/../../etc/hosts", "/etc/hosts"],
    ["/storage/emulated/0/DCIM", "/sdcard/DCIM"],
    ["/storage/emulated/01", "/storage/emulated/01"],
    ["relative", "/relative"],
    ["", "/"],
  ])("have one path: %s is %s", (path, normal) => {
    expect(normalizePath(path)).toBe(normal);
  });

  it("come with the folders above them, and go with them", () => {
    const files = createFileStore(now);
    expect(files.put("/sdcard/a/b/c", { data: Buffer.from("c") })).toBe(true);
    expect(files.list("/sdcard/a")).toEqual(["b"]);
    expect(files.get("/sdcard/a/b/c")).toMatchObject({ kind: "file", mode: 0o100660, modifiedS: 1_700_000_000 });
    expect(files.remove("/sdcard/a")).toBe(true);
    expect(files.get("/sdcard/a/b/c")).toBe(undefined);
    expect(files.remove("/sdcard/a")).toBe(false);
  });

  it("are not put where a folder is", () => {
    const files = createFileStore(now);
    expect(files.put("/sdcard", { data: Buffer.from("x") })).toBe(false);
    expect(files.list("/nope")).toBe(undefined);
  });

  it("have an end: a full phone takes no more, until something is removed", () => {
    const files = createFileStore(now);
    expect(files.put("/sdcard/big", { data: Buffer.alloc(STORE_LIMIT_BYTES) })).toBe(true);
    expect(files.put("/sdcard/more", { data: Buffer.alloc(1) })).toBe(false);
    files.remove("/sdcard/big");
    expect(files.put("/sdcard/more", { data: Buffer.alloc(1) })).toBe(true);
  });
});
