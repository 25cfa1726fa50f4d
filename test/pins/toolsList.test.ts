import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CATALOGUE } from "../../src/tools/catalogue.js";
import { PREBUILT_LIST } from "../../src/tools/prebuiltList.js";
import { toPublishedList } from "../../src/tools/publishedList.js";
import { SAMPLE_REFUSALS } from "../server/sampleRefusals.js";
import { projectText } from "../support/projectFiles.js";
import { toolsPage } from "../support/toolsPage.js";

const BRANCHES = z.array(z.object({ required: z.array(z.string()) }));

describe("tools/list", () => {
  it("is written down as the tools say it; after a change run `npm run generate` and read the difference", () => {
    expect(PREBUILT_LIST).toEqual(toPublishedList());
  });

  it("lists these tools in this order", () => {
    expect(PREBUILT_LIST.map((tool) => tool.name)).toEqual([
      "listDevices",
      "deviceInfo",
      "observe",
      "captureScreenshot",
      "listApps",
      "getLogs",
      "waitFor",
      "tapOn",
      "tapAt",
      "swipe",
      "inputText",
      "pressButton",
      "openUrl",
      "launchApp",
      "terminateApp",
      "installApp",
      "uninstallApp",
      "clearAppData",
      "setOrientation",
      "startDevice",
      "waitForDevice",
      "killDevice",
    ]);
  });

  it.each(PREBUILT_LIST)("says of $name that unknown arguments are refused, and what comes back", (tool) => {
    expect(tool.inputSchema["additionalProperties"]).toBe(false);
    expect(tool.outputSchema).toMatchObject({
      type: "object",
      anyOf: [{ properties: {} }, { required: ["code", "message", "hint"] }],
    });
  });

  it.each(Object.values(SAMPLE_REFUSALS))(
    "publishes of every tool a result that may also be $code: a client that validates the refusal's text keeps it",
    (refusal) => {
      const ajv = new Ajv();
      const refusing = PREBUILT_LIST.filter((tool) => !ajv.validate(tool.outputSchema, refusal));
      expect(refusing.map((tool) => tool.name)).toEqual([]);
    },
  );

  it("publishes a result that is not anything else", () => {
    const ajv = new Ajv();
    const odd = [{}, { code: "no_device" }, { devices: "none" }, []];
    expect(odd.map((value) => PREBUILT_LIST.filter((tool) => ajv.validate(tool.outputSchema, value)))).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it("is told to people in docs/tools.md as it is; after a change run `npm run generate`", async () => {
    expect(await projectText("docs/tools.md")).toBe(toolsPage(PREBUILT_LIST));
  });

  it("marks as destructive exactly what destroys, and as only looking exactly what only looks", () => {
    const named = (hint: "readOnlyHint" | "destructiveHint") =>
      PREBUILT_LIST.filter((tool) => tool.annotations[hint]).map((tool) => tool.name);
    expect(named("destructiveHint")).toEqual(["uninstallApp", "clearAppData", "killDevice"]);
    expect(named("readOnlyHint")).toEqual([
      "listDevices",
      "deviceInfo",
      "observe",
      "captureScreenshot",
      "listApps",
      "getLogs",
      "waitFor",
      "waitForDevice",
    ]);
  });

  it("lets those run as a task that may outlast a client's patience", () => {
    expect(CATALOGUE.filter((tool) => tool.mayRunAsTask).map((tool) => tool.name)).toEqual([
      "waitFor",
      "installApp",
      "startDevice",
      "waitForDevice",
    ]);
  });

  it.each(PREBUILT_LIST.filter((tool) => !["listDevices", "startDevice"].includes(tool.name)))(
    "lets every call of $name say its device, and every result say which it was (case 14)",
    (tool) => {
      expect(tool.inputSchema["properties"]).toMatchObject({
        deviceId: { type: "string", minLength: 1 },
        platform: { type: "string", enum: ["android", "ios"] },
      });
      const [own] = BRANCHES.parse(tool.outputSchema["anyOf"]);
      expect(own?.required).toContain("device");
    },
  );

  it("names no dialect and no keyword that clients of older revisions stop at", () => {
    const text = JSON.stringify(PREBUILT_LIST);
    expect(text).not.toMatch(/\$schema|\$defs|\$ref|prefixItems|unevaluated|dependent/);
  });
});
