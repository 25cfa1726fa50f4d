import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { AnswerQuestion } from "../../src/cli/call/question.js";
import { cites } from "../requirements.js";
import { SHOP_APK, SHOP_APP_ID } from "../support/labApk.js";
import { settled } from "../support/settled.js";
import { openTaskSession, type TaskSession, type TaskSessionOptions } from "../support/taskSession.js";
import { startTwoPhones, type TwoPhones } from "../support/twoPhones.js";

/** Text that is on no screen of a lab phone. */
const NOWHERE = "nowhere to be seen";

/** Somebody who thinks it over for as long as he may. */
const hesitating: AnswerQuestion = async (_, signal) =>
  await new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve({ action: "cancel" });
    });
  });
const declining: AnswerQuestion = async () => ({ action: "decline" });
const picking =
  (deviceId: string): AnswerQuestion =>
  async () => ({ action: "accept", content: { deviceId } });

describe("the tasks extension's own client, against the real server and two phones,", () => {
  let phones: TwoPhones;
  let folder: string;

  beforeEach(async () => {
    phones = await startTwoPhones("the lab's own adb server", undefined);
    folder = await mkdtemp(join(tmpdir(), "automobile-tasks-"));
    await writeFile(join(folder, "shop.apk"), SHOP_APK);
  });
  afterEach(async () => {
    await phones.close();
    await rm(folder, { recursive: true });
  });

  async function open(options: Partial<TaskSessionOptions> = {}): Promise<TaskSession> {
    const session = await openTaskSession({ ...options, env: { ...phones.env, ...options.env } });
    onTestFinished(async () => {
      await session.close();
    });
    return session;
  }

  it("completes a wait for what comes onto the screen", async () => {
    const { session } = await open();
    const [first] = phones.ids;
    const execution = await session.callTool("waitFor", { text: "Settings", deviceId: first });

    expect(execution.kind).toBe("task");
    const { outcome } = await execution.settle();
    expect(resultFromTaskOutcome(outcome)).toMatchObject({
      structuredContent: { device: { deviceId: first }, element: { text: "Settings" } },
    });
  });

  it(cites("K1", "K4")`asks inside the task, and installs on the phone that was picked and on no other`, async () => {
    const [first, second] = phones.ids;
    const { session, questions } = await open({ answer: picking(second) });

    const execution = await session.callTool("installApp", { path: join(folder, "shop.apk") });
    const { outcome } = await execution.settle();

    expect(resultFromTaskOutcome(outcome)).toMatchObject({ structuredContent: { device: { deviceId: second } } });
    expect(questions).toHaveLength(1);
    expect(await appsOf(session, second)).toContain(SHOP_APP_ID);
    expect(await appsOf(session, first)).not.toContain(SHOP_APP_ID);
  });

  it(cites("K4", "S1")`completes a declined question with the same refusal as with asking switched off`, async () => {
    const asked = await open({ answer: declining });
    const off = await open({ answer: declining, env: { AUTOMOBILE_ELICITATION: "off" } });

    const refusals = [asked, off].map(async ({ session }) => {
      const { outcome } = await (await session.callTool("installApp", { path: join(folder, "shop.apk") })).settle();
      return JSON.stringify(resultFromTaskOutcome(outcome));
    });
    const [declined, unasked] = await Promise.all(refusals);

    expect(declined).toBe(unasked);
    expect(declined).toContain("ambiguous_device_target");
    expect([asked.questions.length, off.questions.length]).toEqual([1, 0]);
    expect(await Promise.all(phones.ids.map(async (id) => await appsOf(asked.session, id)))).not.toContain(SHOP_APP_ID);
  });

  it(cites("K3")`refuses at once where nobody can be asked`, async () => {
    const { session } = await open();
    const { outcome } = await (await session.callTool("waitFor", { text: "Settings" })).settle();
    expect(JSON.stringify(resultFromTaskOutcome(outcome))).toContain("ambiguous_device_target");
  });

  it(cites("K4")`cancels a task that waits for its answer`, async () => {
    const { session } = await open({ answer: hesitating });
    const execution = await session.callTool("installApp", { path: join(folder, "shop.apk") });
    await reached(execution, "input_required");

    await execution.cancel();

    expect((await execution.settle()).outcome.status).toBe("cancelled");
    expect(await statusOf(session, execution)).toBe("Cancelled. Nothing was done to a device (did_not_run).");
  });

  it("cancels a task that works, and its phone is free at once", async () => {
    const { session } = await open();
    const [first] = phones.ids;
    const execution = await session.callTool("waitFor", { text: NOWHERE, deviceId: first, timeoutMs: 600_000 });

    await execution.cancel();
    const tap = await session.callTool("tapAt", { x: 10, y: 10, deviceId: first });

    expect((await tap.settle()).outcome.status).toBe("completed");
    expect(await statusOf(session, execution)).toBe("Cancelled. Nothing was done to a device (did_not_run).");
  });

  it("finds a task again that it let go of", async () => {
    const { session } = await open();
    const [first] = phones.ids;
    const execution = await session.callTool("waitFor", { text: "Settings", deviceId: first });

    const { outcome } = await (await session.resumeTask(await letGo(execution))).settle();

    expect(resultFromTaskOutcome(outcome)).toMatchObject({ structuredContent: { element: { text: "Settings" } } });
  });
});

type Execution = Awaited<ReturnType<TaskSession["session"]["callTool"]>>;

/** Resolves when the task has this status. */
async function reached(execution: Execution, status: string): Promise<void> {
  for await (const event of execution.updates()) if (event.type === "task" && event.task.status === status) return;
}

/** Stops following a task, which goes on; what is given back finds it again. */
async function letGo(execution: Execution): Promise<Parameters<TaskSession["session"]["resumeTask"]>[0]> {
  if (execution.kind !== "task") throw new Error("the call did not become a task");
  const reference = execution.serializeReference();
  await execution.detach();
  // The session gives the task free when it has heard of that.
  await execution.result();
  await settled();
  return reference;
}

/** What the server says of a task. */
async function statusOf(session: TaskSession["session"], { handle }: Execution): Promise<string | undefined> {
  return handle === undefined ? undefined : (await session.task(handle.taskId).snapshot()).statusMessage;
}

async function appsOf(session: TaskSession["session"], deviceId: string): Promise<string> {
  const { outcome } = await (await session.callTool("listApps", { deviceId })).settle();
  return JSON.stringify(resultFromTaskOutcome(outcome));
}
