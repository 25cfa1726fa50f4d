import { expect, it } from "vitest";
import { CATALOGUE } from "../../src/tools/catalogue.js";
import { TASK_TOOLS } from "../../src/tools/taskTools.js";

it("names exactly the tools of the catalogue that may run as tasks", () => {
  const names = CATALOGUE.filter((tool) => tool.mayRunAsTask).map((tool) => tool.name);
  expect([...TASK_TOOLS]).toEqual(names);
});
