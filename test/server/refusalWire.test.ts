import { describe, expect, it } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseRefusalResult, toRefusalResult } from "../../src/server/refusalWire.js";
import { executionTarget } from "../../src/targeting/executionTarget.js";
import { readinessSelection } from "../../src/targeting/readinessSelection.js";
import { readTarget } from "../../src/targeting/readTarget.js";
import { cites } from "../requirements.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { projectText } from "../support/projectFiles.js";
import { refusalOf } from "../support/refusalOf.js";
import { SAMPLE_REFUSALS } from "./sampleRefusals.js";

const AMBIGUOUS =
  '{"code":"ambiguous_device_target",' +
  '"message":"tapOn was not told which device to use, and any of 2 could be meant. It was not run.",' +
  '"hint":"Repeat tapOn with deviceId set to the device that is meant: \\"R3CN90ABCDE\\" or \\"emulator-5554\\". If you do not know which one is meant, find out; do not pick one.",' +
  '"candidates":[' +
  '{"deviceId":"R3CN90ABCDE","platform":"android","name":"Galaxy S23","model":"SM-S911B","osVersion":"14","kind":"hardware"},' +
  '{"deviceId":"emulator-5554","platform":"android","name":"Pixel_8_API_35","model":"sdk_gphone64_x86_64","osVersion":"15","kind":"emulator"}]}';

const STALE =
  '{"code":"stale_answer","message":"tapOn did not run: an answer came for a question that is not open any more.",' +
  '"hint":"Call tapOn again without an answer, or name the device with deviceId."}';

describe("the wire form of a refusal", () => {
  it(cites("C5", "C6")`of an ambiguous target is one JSON object in the first text item, and nothing else`, () => {
    expect(toRefusalResult(SAMPLE_REFUSALS.ambiguous_device_target)).toEqual({
      content: [{ type: "text", text: AMBIGUOUS }],
      isError: true,
    });
  });

  it.each([
    ["executionTarget", executionTarget],
    ["readTarget", readTarget],
    ["readinessSelection", readinessSelection],
  ])(cites("C5", "C6")`of an ambiguous target is the same from %s, whatever the order of discovery`, (_, choose) => {
    const galaxy = fakeDevice("R3CN90ABCDE", { name: "Galaxy S23", model: "SM-S911B", osVersion: "14" });
    const pixel = { name: "Pixel_8_API_35", model: "sdk_gphone64_x86_64", osVersion: "15" };
    const devices = [fakeDevice("emulator-5554", { ...pixel, kind: "emulator" }), galaxy];
    const call = { tool: "tapOn", deviceId: undefined, platform: undefined, formerly: undefined };

    const refusal = refusalOf(() =>
      choose({ devices, sources: [] }, { ...call, platforms: ["android", "ios"] }, { requiresDeviceId: false }),
    );

    expect(toRefusalResult(refusal).content).toEqual([{ type: "text", text: AMBIGUOUS }]);
  });

  it(cites("C6")`of an ambiguous target says nothing of a user or of a decline`, () => {
    expect(AMBIGUOUS).not.toMatch(/\buser\b|declin/i);
  });

  it("of every code is the bytes of its golden file, and reads back as what it was", async () => {
    const codes = Object.keys(SAMPLE_REFUSALS);
    const results = Object.values(SAMPLE_REFUSALS).map(toRefusalResult);

    const golden = await Promise.all(
      codes.map(async (code) => await projectText(`test/fixtures/refusal-wire/${code}.json`)),
    );

    expect(results.map((result) => `${JSON.stringify(result, null, 2)}\n`)).toEqual(golden);
    expect(results.map(parseRefusalResult)).toEqual(Object.values(SAMPLE_REFUSALS));
    expect(Object.values(SAMPLE_REFUSALS).map((refusal) => refusal.code)).toEqual(codes);
  });

  it("leaves out what is no part of the code's data, and keeps the order of its fields", () => {
    const data = { effect: "did_not_run", serial: "secret", timeoutMs: 5, deviceId: "A" } as const;

    const result = toRefusalResult({ code: "timed_out", message: "m", hint: "h", data });

    expect(result.content).toEqual([
      {
        type: "text",
        text: '{"code":"timed_out","message":"m","hint":"h","deviceId":"A","timeoutMs":5,"effect":"did_not_run"}',
      },
    ]);
  });
});

const text = (body: string): CallToolResult => ({ content: [{ type: "text", text: body }], isError: true });

const ALIKE: readonly (readonly [string, CallToolResult])[] = [
  ["is no error", { content: [{ type: "text", text: STALE }] }],
  ["says that it is no error", { content: [{ type: "text", text: STALE }], isError: false }],
  ["has no content", { content: [], isError: true }],
  [
    "begins with an image",
    { content: [{ type: "image", data: "", mimeType: "image/png" }, ...text(STALE).content], isError: true },
  ],
  [
    "has the object in its second item",
    { content: [...text("see below").content, ...text(STALE).content], isError: true },
  ],
  ["has text around the object", text(`Error: ${STALE}`)],
  ["is cut off", text(STALE.slice(0, -1))],
  ["names its code second", text('{"message":"m","code":"stale_answer","hint":"h"}')],
  ["has an unknown code", text('{"code":"stale_reply","message":"m","hint":"h"}')],
  ["has the name of an object's own method for its code", text('{"code":"constructor","message":"m","hint":"h"}')],
  ["has no hint", text('{"code":"stale_answer","message":"m"}')],
  ["has a number for its message", text('{"code":"stale_answer","message":1,"hint":"h"}')],
  ["lacks its code's data", text('{"code":"ambiguous_device_target","message":"m","hint":"h"}')],
  [
    "has a candidate without a platform",
    text('{"code":"no_device","message":"m","hint":"h","excluded":[{"deviceId":"A","reason":"r"}]}'),
  ],
];

describe("a result that only looks like a refusal", () => {
  it.each(ALIKE)(cites("C1")`is none when it %s`, (_, result) => {
    expect(parseRefusalResult(result)).toBeUndefined();
  });

  it("is one again without that fault", () => {
    expect(parseRefusalResult(text(STALE))?.code).toBe("stale_answer");
  });
});
