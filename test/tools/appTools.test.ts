import { describe, expect, it } from "vitest";
import { fakeDevice } from "../support/fakeDevice.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeRunner, runTool } from "./runTool.js";

const { signal } = new AbortController();

describe("what a tool passes on to its device", () => {
  it.each([
    ["getLogs", { lines: 5, level: "warn", appId: "com.example.app" }, "logs 5 warn com.example.app"],
    ["getLogs", {}, "logs 100 info of all apps"],
    ["openUrl", { url: "myapp://page?a=b" }, "openUrl myapp://page?a=b"],
    ["installApp", { path: "/apps/shop.apk" }, "installApp /apps/shop.apk"],
    ["uninstallApp", { appId: "com.example.app" }, "uninstallApp com.example.app"],
    ["clearAppData", { appId: "com.example.app" }, "clearAppData com.example.app"],
    ["setOrientation", { orientation: "landscape" }, "setOrientation landscape"],
    ["killDevice", {}, "shutDown"],
  ])("is for %s with %j exactly: %s", async (name, args, line) => {
    expect((await runTool(name, args)).received).toEqual([line]);
  });
});

describe("getLogs", () => {
  it("gives lines flat and capped", async () => {
    const line = {
      time: "12-02 00:31:45.123",
      level: "warn",
      process: "Tag[12]",
      message: `a\nb${"c".repeat(600)}`,
    } as const;
    const { outcome } = await runTool("getLogs", {}, { logs: [line] });
    expect(outcome.structured).toMatchObject({ lines: [{ ...line, message: `a b${"c".repeat(496)}…` }] });
  });
});

describe("installApp", () => {
  it("installs what the path leads to, and tells how far it has come (case 111)", async () => {
    const inventory = fakeInventory(fakeDevice("A"));
    const told: object[] = [];
    const runner = fakeRunner({ inventory, resolveAppPath: async () => ({ is: "found", path: "/real/shop.apk" }) });
    const call = { name: "installApp", args: { path: "/link.apk" }, signal };
    const run = await runner.run({ ...call, onProgress: (progress) => void told.push(progress) });
    expect(run.outcome.structured).toMatchObject({ path: "/real/shop.apk" });
    expect(inventory.received("A")).toEqual(["installApp /real/shop.apk"]);
    expect(told).toEqual([{ done: 1, total: 1, message: "sent" }]);
  });

  it("reaches no device with a path that is not allowed (case 128)", async () => {
    const inventory = fakeInventory(fakeDevice("A"));
    const runner = fakeRunner({ inventory, resolveAppPath: async () => ({ is: "refused", problem: "not there" }) });
    const call = { name: "installApp", args: { path: "../x.apk" }, signal };
    expect(await asyncRefusalOf(runner.run(call))).toMatchObject({
      code: "invalid_arguments",
      data: { problems: [{ argument: "path", problem: "not there" }] },
    });
    expect(inventory.received("A")).toEqual([]);
  });
});
