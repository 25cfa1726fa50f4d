import { describe, expect, it } from "vitest";
import { projectFiles, projectTexts } from "../support/projectFiles.js";

const CODE = /\.(ts|js|mjs)$/;
const TEXT = /(\.(ts|js|mjs|json|md|yml|svg|html|txt)|\/run|ignore|\.npmrc)$/;
const MAX_LINES = 400;

const FOREIGN = [
  { is: "a path of one machine", pattern: /(^|["'`\s(=])\/(work|root|workspace)\// },
  { is: "a package registry's address", pattern: /https?:\/\/[\w.-]*(registry|artifactory|nexus|verdaccio)[\w.-]*/ },
  { is: "an unfinished note", pattern: /\b(TODO|FIXME|HACK)\b/ },
];

describe("the project's own text", () => {
  it("keeps every file of code within 400 lines", async () => {
    const texts = await projectTexts((await projectFiles()).filter((file) => CODE.test(file)));

    const long = texts.filter(({ text }) => text.split("\n").length > MAX_LINES + 1).map(({ file }) => file);

    expect(texts.length).toBeGreaterThan(0);
    expect(long).toEqual([]);
  });

  it.each(FOREIGN)("holds no $is", async ({ pattern }) => {
    const files = (await projectFiles()).filter((file) => TEXT.test(file) && file !== "test/pins/sourceText.test.ts");
    const lines = (await projectTexts(files)).flatMap(({ file, text }) =>
      text.split("\n").map((line, index) => ({ at: `${file}:${index + 1}`, line })),
    );

    expect(lines.filter(({ line }) => pattern.test(line))).toEqual([]);
  });

  it.each([
    ['const out = "/root/out.txt";', FOREIGN[0]],
    ["see https://registry.example.com/x", FOREIGN[1]],
    ["// TODO tidy", FOREIGN[2]],
  ])("would be caught by: %s", (line, rule) => {
    expect(rule?.pattern.test(line)).toBe(true);
  });
});
