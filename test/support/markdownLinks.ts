import { posix } from "node:path";

/** A link from one document to another place of the project. */
export interface DocumentLink {
  /** `file:line` of the link. */
  readonly at: string;
  /** The file or folder that it names, from the project root. */
  readonly target: string;
  /** The heading that it names there, as GitHub spells it; `undefined` for the whole file. */
  readonly anchor: string | undefined;
}

/** The links of a Markdown text that stay inside the project. Links to the web are left out. */
export function documentLinks(file: string, text: string): readonly DocumentLink[] {
  return withoutCodeBlocks(text).flatMap((line, index) =>
    [...line.matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1] ?? "")
      .filter((href) => !/^[a-z]+:/.test(href))
      .map((href) => toLink(`${file}:${index + 1}`, file, href)),
  );
}

/** The anchors of a Markdown text's headings, as GitHub makes them. */
export function headingAnchors(text: string): readonly string[] {
  return withoutCodeBlocks(text)
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, "")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    );
}

function toLink(at: string, file: string, href: string): DocumentLink {
  const [path = "", anchor] = href.split("#");
  return { at, target: path === "" ? file : posix.join(posix.dirname(file), path), anchor };
}

function withoutCodeBlocks(text: string): readonly string[] {
  let isInside = false;
  return text.split("\n").map((line) => {
    const isFence = line.trimStart().startsWith("```");
    if (isFence) isInside = !isInside;
    return isFence || isInside ? "" : line;
  });
}
