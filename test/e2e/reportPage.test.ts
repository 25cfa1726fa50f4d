import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHROMIUM_FLAGS, findChromium } from "../support/chromium.js";
import { runAutomobile } from "../support/runAutomobile.js";
import { type TestStateFolder, testStateFolder } from "../support/stateFolder.js";
import { accepts, record } from "../cli/report/records.js";

const executablePath = findChromium();
const EVIL = `</title><script>document.title = "taken over"</script>`;
const RECORDS = [
  ...accepts(20, 2500),
  ...accepts(3, 4),
  record({ outcome: "decline", latencyMs: 6000 }),
  record({ clientName: EVIL, outcome: "not_offered", declared: "none" }),
];

describe.skipIf(executablePath === undefined)("the report's page in a browser", () => {
  let state: TestStateFolder;
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    state = await testStateFolder();
    const logs = join(state.folder.path, "logs");
    await mkdir(logs, { mode: 0o700 });
    const lines = RECORDS.map((each) => JSON.stringify({ level: 30, elicitation: each, msg: "" }));
    await writeFile(join(logs, "proxy-1.jsonl"), lines.join("\n"));
    const html = join(state.folder.path, "report.html");
    await runAutomobile(["report", "--html", html], { AUTOMOBILE_STATE_DIR: state.folder.path });
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: [...CHROMIUM_FLAGS] });
    page = await browser.newPage({ viewport: { width: 960, height: 1000 } });
    page.on("request", (request) => requested.push(request.url().split("/").at(-1) ?? ""));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(pathToFileURL(html).href);
  });
  afterAll(async () => {
    await browser.close();
    await state.remove();
  });

  it("loads itself and nothing else, and the browser has nothing to complain of", () => {
    expect(requested).toEqual(["report.html"]);
    expect(complaints).toEqual([]);
  });

  it("shows a client's markup as text", async () => {
    expect(await page.title()).toBe("AutoMobile: how questions ended");
    expect(await page.locator("tbody th", { hasText: "<script>" }).count()).toBe(1);
  });

  it("draws how questions ended and how long answers took, machines apart", async () => {
    const [ends, latencies] = await page.locator("svg").all();
    expect(await ends?.locator("rect.accept").count()).toBe(1);
    expect(await latencies?.locator("text.count").allTextContents()).toEqual(["3", "0", "0", "20", "1", "0", "0", "0"]);
    const box = await ends?.locator("rect.accept").boundingBox();
    expect(box?.width).toBeGreaterThan(300);
  });

  it("needs no sideways scrolling but in its wide table", async () => {
    const [content, window] = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]").then(numbers);
    expect(content).toBeLessThanOrEqual(window ?? 0);
  });
});

function numbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "number") : [];
}
