import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { isDeepStrictEqual } from "node:util";
import type { Paint } from "../output.js";
import { parseJson } from "../../core/parseJson.js";
import { toTerminalJson, toTerminalLine, toTerminalText } from "../terminalText.js";

/** Saves bytes where only this user can read them, and gives the path. */
export type SaveFile = (name: string, bytes: Uint8Array) => Promise<string>;

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/webp", "webp"],
  ["audio/wav", "wav"],
  ["audio/mpeg", "mp3"],
]);

/**
 * A tool's result for a person: its structured content, the text that says more than that, and the path of everything
 * that is no text. Base64 is never shown.
 */
export async function renderResult(result: CallToolResult, save: SaveFile, paint: Paint): Promise<readonly string[]> {
  const { structuredContent } = result;
  const lines = structuredContent === undefined ? [] : [toTerminalJson(structuredContent, 2)];
  for (const block of result.content) {
    const isCopy =
      block.type === "text" &&
      structuredContent !== undefined &&
      isDeepStrictEqual(parseJson(block.text), structuredContent);
    if (!isCopy) lines.push(await renderBlock(block, save, paint));
  }
  return lines;
}

async function renderBlock(block: ContentBlock, save: SaveFile, paint: Paint): Promise<string> {
  switch (block.type) {
    case "text":
      return toTerminalText(block.text);
    case "image":
    case "audio":
      return renderBytes({ kind: block.type, mimeType: block.mimeType, base64: block.data }, save, paint);
    case "resource_link":
      return `${toTerminalLine(block.name)} ${paint.dim(toTerminalLine(block.uri))}`;
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return toTerminalText(resource.text);
      return renderBytes({ kind: "resource", mimeType: resource.mimeType ?? "", base64: resource.blob }, save, paint);
    }
  }
}

interface EncodedBytes {
  readonly kind: "image" | "audio" | "resource";
  readonly mimeType: string;
  readonly base64: string;
}

async function renderBytes({ kind, mimeType, base64 }: EncodedBytes, save: SaveFile, paint: Paint): Promise<string> {
  const bytes = Buffer.from(base64, "base64");
  const path = await save(`${kind}.${EXTENSIONS.get(mimeType) ?? "bin"}`, bytes);
  return `${toTerminalLine(mimeType)}, ${bytes.byteLength} bytes: ${paint.name(path)}`;
}
