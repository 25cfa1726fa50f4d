import { expect, it } from "vitest";
import { z } from "zod";
import { projectText } from "../support/projectFiles.js";

const MANIFEST = z.object({ engines: z.object({ node: z.string() }) });

it("the hosted checks run what a person runs, on the oldest Node.js that is promised and on newer ones", async () => {
  const workflow = await projectText(".github/workflows/ci.yml");
  const { engines } = MANIFEST.parse(JSON.parse(await projectText("package.json")));

  expect(workflow.match(/run: .*/g)).toEqual(["run: .ci/run"]);
  expect(workflow.match(/node: \[.*\]/g)).toEqual(['node: ["20.19", "22", "24"]']);
  expect(engines.node).toBe(">=20.19.0");
});

it("one command installs, checks, and tests with a real adb", async () => {
  const commands = (await projectText(".ci/run")).match(/npm (ci|test|run [\w:]+)/g);

  expect(commands).toEqual(["npm ci", "npm run check", "npm test", "npm run conformance", "npm run bench:smoke"]);
});
