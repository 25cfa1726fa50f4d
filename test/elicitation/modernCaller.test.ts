import { expect, it } from "vitest";
import { cites } from "../requirements.js";
import { envelope, modernTapOn, servedConnection } from "../server/servedConnection.js";
import { KNOWS_TASKS, taskConnection } from "../server/tasks/taskConnection.js";

const TASKS = "io.modelcontextprotocol/tasks";

it.each([{}, { later: true }])(cites("K6")`a request knows tasks that declares them with %j`, async (settings) => {
  const { call } = taskConnection();

  const { result } = await call({}, { ...KNOWS_TASKS, extensions: { [TASKS]: settings } });

  expect(result).toHaveProperty("resultType", "task");
});

it.each([{ extensions: { "com.example/other": {} } }, { extensions: {} }, {}])(
  cites("K6")`a request makes no task that declares no tasks: %j`,
  async (others) => {
    const { call } = taskConnection();

    const { result } = await call({}, { elicitation: {}, ...others });

    expect(result).toHaveProperty("resultType", "input_required");
  },
);

it.each([
  ["an extension with null", { clientCapabilities: { extensions: { [TASKS]: null } } }],
  ["an extension with true", { clientCapabilities: { extensions: { [TASKS]: true } } }],
  ["an extension with a list", { clientCapabilities: { extensions: { [TASKS]: [] } } }],
  ["extensions as a list", { clientCapabilities: { extensions: [TASKS] } }],
  ["capabilities of null", { clientCapabilities: null }],
  ["a client of null", { clientInfo: null }],
  ["a client whose name is a number", { clientInfo: { name: 7, version: "1" } }],
  ["a client whose version is a number", { clientInfo: { name: "scripted", version: 1 } }],
])("an envelope that declares %s never comes as far as a tool", async (_, changes) => {
  const { client, phones } = servedConnection();
  const changed = Object.entries(changes).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value] as const);

  const { error } = await modernTapOn(client, {
    _meta: { ...envelope({ elicitation: {} }), ...Object.fromEntries(changed) },
  }).answer;

  expect(error).toHaveProperty("code", -32602);
  expect(phones.runs).toEqual([]);
});
