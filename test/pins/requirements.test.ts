import { describe, expect, it } from "vitest";
import { REQUIREMENTS } from "../requirements.js";
import { citationsIn } from "../support/citations.js";
import { filesUnder, projectText } from "../support/projectFiles.js";

describe("the promises", () => {
  it("are each cited by a test, and no test cites what is not promised", async () => {
    const files = (await filesUnder("test")).filter((file) => file.endsWith(".ts"));
    const texts = await Promise.all(files.map(async (file) => citationsIn(file, await projectText(file))));
    const citations = texts.flat();
    const cited = new Set(citations.map(({ id }) => id));

    const uncited = Object.entries(REQUIREMENTS)
      .filter(([id]) => !cited.has(id))
      .map(([id, promise]) => `${id}: ${promise}`);
    const unknown = citations.filter(({ id }) => !(id in REQUIREMENTS)).map(({ id, at }) => `${at} cites ${id}`);

    expect({ uncited, unknown }).toEqual({ uncited: [], unknown: [] });
  });

  it("are found in a test's text with their line", () => {
    const text = ["it(cites('C1', 'C4')`declines`, () => {});", "const id = 'S1';", "it(cites(id)`x`, () => {});"].join(
      "\n",
    );

    expect(citationsIn("test/x.test.ts", text)).toEqual([
      { id: "C1", at: "test/x.test.ts:1" },
      { id: "C4", at: "test/x.test.ts:1" },
      { id: "(computed)", at: "test/x.test.ts:3" },
    ]);
  });
});
