import { expect, test } from "vitest";
import { renderResult } from "../../../src/cli/call/resultText.js";
import { PLAIN } from "../../../src/cli/output.js";

async function render(result: Parameters<typeof renderResult>[0]) {
  const saved: { readonly name: string; readonly text: string }[] = [];
  const save = (name: string, bytes: Uint8Array) => {
    saved.push({ name, text: Buffer.from(bytes).toString("utf8") });
    return Promise.resolve(`/private/${name}`);
  };
  return { lines: await renderResult(result, save, PLAIN), saved };
}

test("shows structured content once, and text that says more", async () => {
  const { lines } = await render({
    structuredContent: { a: [1] },
    content: [
      { type: "text", text: '{"a":[1]}' },
      { type: "text", text: "more\u001b[2J" },
    ],
  });
  expect(lines).toEqual(['{\n  "a": [\n    1\n  ]\n}', "more"]);
});

test("saves what is no text and shows its path, never base64", async () => {
  const { lines, saved } = await render({
    content: [
      { type: "image", mimeType: "image/png", data: "aGVsbG8=" },
      { type: "audio", mimeType: "audio/strange", data: "aGk=" },
      { type: "resource", resource: { uri: "file:///x", blob: "aGk=", mimeType: "image/jpeg" } },
    ],
  });
  expect(lines).toEqual([
    "image/png, 5 bytes: /private/image.png",
    "audio/strange, 2 bytes: /private/audio.bin",
    "image/jpeg, 2 bytes: /private/resource.jpg",
  ]);
  expect(saved).toEqual([
    { name: "image.png", text: "hello" },
    { name: "audio.bin", text: "hi" },
    { name: "resource.jpg", text: "hi" },
  ]);
});

test("shows links and embedded text", async () => {
  const { lines } = await render({
    content: [
      { type: "resource_link", name: "Log\u0007", uri: "file:///log" },
      { type: "resource", resource: { uri: "file:///x", text: "inside" } },
    ],
  });
  expect(lines).toEqual(["Log file:///log", "inside"]);
});
