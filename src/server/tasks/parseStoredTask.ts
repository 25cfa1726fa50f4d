import { type CallToolResult, type InputRequests, isCallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { parseJson } from "../../core/parseJson.js";
import type { StoredTask } from "./storedTask.js";

const INPUT_METHODS: ReadonlySet<unknown> = new Set(["elicitation/create", "sampling/createMessage", "roots/list"]);

const anyRecord = z.record(z.string(), z.unknown());

const schema: z.ZodType<StoredTask> = z.object({
  taskId: z.string(),
  version: z.int().positive(),
  owner: z.string(),
  call: z.object({ name: z.string(), arguments: anyRecord }),
  caller: z
    .object({
      declared: z.enum(["none", "bare", "form", "url"]),
      name: z.string().optional(),
      version: z.string().optional(),
    })
    .transform(({ declared, name, version }) => ({ declared, name, version })),
  createdAt: z.number(),
  updatedAt: z.number(),
  expiresAt: z.number().nullable(),
  state: z.discriminatedUnion("is", [
    z.object({
      is: z.literal("working"),
      worker: z.string(),
      stretch: z.string(),
      progress: z.string().exactOptional(),
    }),
    z.object({
      is: z.literal("input_required"),
      inputRequests: z.custom<InputRequests>(isInputRequests),
      answers: anyRecord,
      memo: z.unknown(),
    }),
    z.object({ is: z.literal("completed"), result: z.custom<CallToolResult>(isCallToolResult) }),
    z.object({ is: z.literal("failed"), error: z.object({ code: z.int(), message: z.string() }) }),
    z.object({
      is: z.literal("cancelled"),
      effect: z.enum(["did_not_run", "may_have_run"]),
      why: z.enum(["asked", "gave_way"]),
    }),
  ]),
});

/**
 * Reads a task back from the JSON in which a store outside of this process kept it. `undefined` for what another version
 * wrote in another layout: nobody can go on with that.
 */
export function parseStoredTask(text: string): StoredTask | undefined {
  const task = schema.safeParse(parseJson(text));
  return task.success ? task.data : undefined;
}

function isInputRequests(value: unknown): value is InputRequests {
  const requests = anyRecord.safeParse(value);
  return requests.success && Object.values(requests.data).every(isInputRequest);
}

function isInputRequest(request: unknown): boolean {
  return typeof request === "object" && request !== null && INPUT_METHODS.has(Reflect.get(request, "method"));
}
