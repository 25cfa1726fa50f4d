import { expect, it } from "vitest";
import { PINNED_CLIENTS } from "../../scripts/clients/pinnedClients.js";
import { cites } from "../requirements.js";
import { projectText } from "../support/projectFiles.js";

const JOB = /^ {2}claude-code-elicitation-conformance:\n(?<job>(?: {4}.*\n|\n)+)/m;

it(cites("R2")`runs the real Claude Code each night, pinned, advisory, and with no device and no secret`, async () => {
  const workflow = await projectText(".github/workflows/nightly.yml");
  const job = JOB.exec(workflow)?.groups?.["job"] ?? "";

  expect(job.match(/run: .*/g)).toEqual([
    "run: npm ci",
    "run: npm run build",
    'run: npm run --silent clients:install -- claude-code >> "$GITHUB_ENV"',
    "run: npx vitest run test/server/claudeCodeElicitation.integration.test.ts",
  ]);
  expect(job).toContain("    continue-on-error: true\n");
  expect(/^on:\n(?: {2}.*\n)+/m.exec(workflow)?.[0]).toBe(
    'on:\n  schedule:\n    - cron: "23 3 * * *"\n  workflow_dispatch:\n',
  );
  expect(workflow).toContain("permissions:\n  contents: read\n");
  expect(workflow).not.toContain("secrets.");
  expect(PINNED_CLIENTS.find(({ id }) => id === "claude-code")?.version).toMatch(/^\d+\.\d+\.\d+$/);
});
