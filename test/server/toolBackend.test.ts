import { expect, it } from "vitest";
import { Refusal } from "../../src/core/refusal.js";
import { toBackend, type ToolRunRequest } from "../../src/server/toolBackend.js";
import { SAMPLE_REFUSALS } from "./sampleRefusals.js";

const { signal } = new AbortController();
const onProgress = (): void => undefined;
const CALL = { name: "captureScreenshot", arguments: { deviceId: "A" } };

it("an outcome is the structured result, its text, and then the pictures", async () => {
  const backend = toBackend(async () => ({
    structured: { scale: 1, device: "A" },
    images: [{ mimeType: "image/png", base64: "iVBO" }],
  }));

  expect(await backend(CALL, signal, onProgress)).toEqual({
    content: [
      { type: "text", text: '{"scale":1,"device":"A"}' },
      { type: "image", mimeType: "image/png", data: "iVBO" },
    ],
    structuredContent: { scale: 1, device: "A" },
  });
});

it("an outcome without pictures is the structured result and its text", async () => {
  const backend = toBackend(async () => ({ structured: { device: "A" } }));

  expect(await backend(CALL, signal, onProgress)).toEqual({
    content: [{ type: "text", text: '{"device":"A"}' }],
    structuredContent: { device: "A" },
  });
});

it("a refusal is its wire form", async () => {
  const backend = toBackend(async () => {
    throw new Refusal(SAMPLE_REFUSALS.stale_answer);
  });

  expect(await backend(CALL, signal, onProgress)).toEqual({
    content: [
      {
        type: "text",
        text: '{"code":"stale_answer","message":"tapOn did not run: an answer came for a question that is not open any more.","hint":"Call tapOn again without an answer, or name the device with deviceId."}',
      },
    ],
    isError: true,
  });
});

it("a bug is thrown on as it is", async () => {
  const bug = new TypeError("x is not a function");
  const backend = toBackend(async () => {
    throw bug;
  });

  await expect(backend(CALL, signal, onProgress)).rejects.toBe(bug);
});

it("the tool gets the call as it is, and after an answer who its device has to be", async () => {
  const requests: ToolRunRequest[] = [];
  const backend = toBackend(async (request) => {
    requests.push(request);
    return { structured: {} };
  });

  await backend(CALL, signal, onProgress);
  await backend({ ...CALL, expectedIdentity: "serial of A" }, signal, onProgress);

  expect(requests).toStrictEqual([
    { name: "captureScreenshot", args: { deviceId: "A" }, signal, onProgress },
    { name: "captureScreenshot", args: { deviceId: "A" }, signal, onProgress, expectedIdentity: "serial of A" },
  ]);
});
