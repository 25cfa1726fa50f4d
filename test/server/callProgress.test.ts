import type { Notification, ServerContext } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { progressOf } from "../../src/server/callProgress.js";

function contextWith(progressToken: string | undefined): { context: Progressing; sent: Notification[] } {
  const sent: Notification[] = [];
  const notify = async (notification: Notification): Promise<void> => {
    sent.push(notification);
  };
  const meta = progressToken === undefined ? {} : { _meta: { progressToken } };
  return { context: { ...meta, notify }, sent };
}

type Progressing = Pick<ServerContext["mcpReq"], "notify" | "_meta">;

// case 111
it("tells a client that gave a token how far its call has come, and never goes back", () => {
  const { context, sent } = contextWith("install-1");
  const report = progressOf(context);

  report({ done: 10, total: 100, message: "sending" });
  report({ done: 5, total: 100, message: "late" });
  report({ done: 100, message: "installing" });

  expect(sent).toEqual([
    {
      method: "notifications/progress",
      params: { progressToken: "install-1", progress: 10, message: "sending", total: 100 },
    },
    { method: "notifications/progress", params: { progressToken: "install-1", progress: 100, message: "installing" } },
  ]);
});

it("sends nothing to a client that gave no token", () => {
  const { context, sent } = contextWith(undefined);
  progressOf(context)({ done: 1, message: "sending" });
  expect(sent).toEqual([]);
});
