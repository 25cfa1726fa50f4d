import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { arrowsTable, isArrowsRow } from "../support/arrowsTable.js";
import { documentLinks, headingAnchors } from "../support/markdownLinks.js";
import { projectFiles, projectText, projectTexts } from "../support/projectFiles.js";

describe("the documents", () => {
  it("link to files and headings that exist", async () => {
    const documents = await projectTexts((await projectFiles()).filter((file) => file.endsWith(".md")));
    const anchors = new Map(documents.map(({ file, text }) => [file, headingAnchors(text)]));
    const links = documents.flatMap(({ file, text }) => documentLinks(file, text));

    const broken = links.filter(({ target, anchor }) => {
      const isThere = existsSync(new URL(`../../${target}`, import.meta.url));
      return !isThere || (anchor !== undefined && anchors.get(target)?.includes(anchor) !== true);
    });

    expect(links.length).toBeGreaterThan(0);
    expect(broken).toEqual([]);
  });

  it("show the arrows between rooms as the code is held to them", async () => {
    const lines = (await projectText("ARCHITECTURE.md")).split("\n");

    expect(lines.filter(isArrowsRow)).toEqual(arrowsTable());
  });

  it.each([
    ["[a](docs/b.md)", [{ at: "docs/x.md:1", target: "docs/docs/b.md", anchor: undefined }]],
    ["see [a](../b.md#the-c)", [{ at: "docs/x.md:1", target: "b.md", anchor: "the-c" }]],
    ["[a](#here)", [{ at: "docs/x.md:1", target: "docs/x.md", anchor: "here" }]],
    ["[a](https://example.com)", []],
    ["```\n[a](b.md)\n```", []],
  ])("have their links read from %j", (text, links) => {
    expect(documentLinks("docs/x.md", text)).toEqual(links);
  });

  it("have their headings' anchors spelled as GitHub does", () => {
    expect(headingAnchors("# One call's path\n## `a` and b")).toEqual(["one-calls-path", "a-and-b"]);
  });
});
