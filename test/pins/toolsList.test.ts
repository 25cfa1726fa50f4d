import { describe, expect, it } from "vitest";
import { PREBUILT_LIST } from "../../src/tools/prebuiltList.js";
import { toPublishedList } from "../../src/tools/publishedList.js";

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
      "tapOn",
      "tapAt",
      "swipe",
      "inputText",
      "pressButton",
      "launchApp",
      "terminateApp",
      "waitForDevice",
    ]);
  });

  it.each(PREBUILT_LIST)("says of $name that unknown arguments are refused, and what comes back", (tool) => {
    expect(tool.inputSchema["additionalProperties"]).toBe(false);
    expect(tool.outputSchema["properties"]).toBeDefined();
  });

  // case 14
  it.each(PREBUILT_LIST.filter((tool) => tool.name !== "listDevices"))(
    "lets every call of $name say its device, and every result say which it was",
    (tool) => {
      expect(tool.inputSchema["properties"]).toMatchObject({
        deviceId: { type: "string", minLength: 1 },
        platform: { type: "string", enum: ["android", "ios"] },
      });
      expect(tool.outputSchema["required"]).toContain("device");
    },
  );

  it("names no dialect and no keyword that clients of older revisions stop at", () => {
    const text = JSON.stringify(PREBUILT_LIST);
    expect(text).not.toMatch(/\$schema|\$defs|\$ref|prefixItems|unevaluated|dependent/);
  });
});
