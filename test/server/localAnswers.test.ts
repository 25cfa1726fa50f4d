import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFrame, toResultLine } from "../../src/server/frame.js";
import { type AnswerLocally, createLocalAnswers } from "../../src/server/localAnswers.js";
import { PREBUILT_LIST } from "../../src/tools/prebuiltList.js";
import { envelope, servedConnection } from "./servedConnection.js";

const PROTOCOL = "io.modelcontextprotocol/";
const NONE = { requiredKeys: [] };
const LIMITS = { openPerOwner: 1, openInAll: 1, finishedInAll: 1 };
const CLIENT = { name: "Test", title: "A test", version: "1" };

/** What stands on the wire, once from constants and once from the SDK. */
async function bothAnswers(method: string, params: object | undefined): Promise<readonly [string, string]> {
  const { client, knowledge } = servedConnection({ tools: [...PREBUILT_LIST], taskLimits: LIMITS });
  const { line } = await client.request(method, params).answer;
  return [answerLine(createLocalAnswers(knowledge), method, params), line];
}

function answerLine(answerLocally: AnswerLocally, method: string, params: unknown): string {
  const frame = parseFrame({ jsonrpc: "2.0", id: 1, method, ...(params === undefined ? {} : { params }) });
  const result = frame.is === "request" ? answerLocally(frame) : undefined;
  return result === undefined ? "left to the SDK" : toResultLine(1, result);
}

describe("what a server answers from constants", () => {
  it.each<readonly [string, string, object | undefined]>([
    ["the newest legacy client", "initialize", hello("2025-11-25")],
    ["one of 2025-06-18", "initialize", hello("2025-06-18")],
    ["one of 2024-10-07", "initialize", hello("2024-10-07")],
    ["one of a revision that nobody knows", "initialize", hello("2099-01-01")],
    ["a modern one that begins as a legacy one", "initialize", hello("2026-07-28")],
    ["a legacy client", "tools/list", undefined],
    ["a legacy client that wants progress", "tools/list", { _meta: { progressToken: 3, other: [1] } }],
    ["a legacy client", "ping", {}],
    ["a modern client", "server/discover", { _meta: envelope({ elicitation: {} }) }],
    ["a modern client", "tools/list", { _meta: envelope({ extensions: { "x/y": { kinds: ["a"] } } }) }],
  ])("is to the letter what the SDK says to %s: %s", async (_, method, params) => {
    const [local, ofSdk] = await bothAnswers(method, params);

    expect(local).toBe(ofSdk);
  });

  it("is to the letter what the SDK says, whatever a client asks, or is left to the SDK", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(legacyRequests, modernRequests), async ([method, params]) => {
        const [local, ofSdk] = await bothAnswers(method, params);

        expect([ofSdk, "left to the SDK"]).toContain(local);
      }),
      { numRuns: 400 },
    );
  });

  it.each<readonly [string, string, object]>([
    ["another method", "resources/list", {}],
    ["a tool call", "tools/call", { name: "tapOn" }],
    ["a page of a list", "tools/list", { cursor: "2" }],
    ["a progress token that is none", "tools/list", { _meta: { progressToken: {} } }],
    ["a capability that is none", "initialize", hello("2025-11-25", { elicitation: true })],
    ["a switch that is none", "initialize", hello("2025-11-25", { roots: { listChanged: "yes" } })],
    ["a client without a version", "initialize", { ...hello("2025-11-25"), clientInfo: { name: "Test" } }],
    ["an envelope without capabilities", "tools/list", { _meta: { [`${PROTOCOL}protocolVersion`]: "2026-07-28" } }],
    ["an envelope of another revision", "tools/list", { _meta: revised("2027-01-01") }],
    ["an envelope of no revision", "tools/list", { _meta: revised(7) }],
    ["a level for logs", "tools/list", { _meta: { ...envelope({}), [`${PROTOCOL}logLevel`]: "loud" } }],
    ["a legacy method in an envelope", "ping", { _meta: envelope({}) }],
  ])("leaves %s to the SDK (%s)", (_, method, params) => {
    const answerLocally = createLocalAnswers({ instructions: "", tools: [], extensions: [] });

    expect(answerLine(answerLocally, method, params)).toBe("left to the SDK");
  });
});

function hello(
  protocolVersion: string,
  capabilities: object = { elicitation: {}, roots: { listChanged: true } },
): object {
  return { protocolVersion, capabilities, clientInfo: CLIENT };
}

function revised(revision: unknown): object {
  return { ...envelope({}), [`${PROTOCOL}protocolVersion`]: revision };
}

/** Mostly what a client would say, with some of everything else in every place. */
const oddly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) });
const settings = oddly(fc.constant({}));
const capabilities = oddly(
  fc.record(
    {
      elicitation: oddly(
        fc.record({ form: oddly(fc.record({ applyDefaults: oddly(fc.boolean()) })), url: settings }, NONE),
      ),
      roots: oddly(fc.record({ listChanged: oddly(fc.boolean()) }, NONE)),
      sampling: oddly(fc.record({ context: settings, tools: settings }, NONE)),
      experimental: oddly(fc.dictionary(fc.string(), settings, { maxKeys: 2 })),
      extensions: oddly(fc.dictionary(fc.string(), settings, { maxKeys: 2 })),
      tasks: oddly(fc.record({ list: settings, requests: oddly(fc.record({ sampling: settings }, NONE)) }, NONE)),
      later: settings,
    },
    NONE,
  ),
);
const clientInfo = oddly(
  fc.record(
    { name: oddly(fc.string()), version: oddly(fc.string()), title: oddly(fc.string()), icons: settings },
    { requiredKeys: ["name", "version"] },
  ),
);
const freeMeta = fc.record({ progressToken: oddly(fc.integer()), free: fc.jsonValue({ maxDepth: 1 }) }, NONE);
const withMeta = (meta: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.record({ _meta: oddly(meta), cursor: fc.jsonValue({ maxDepth: 0 }) }, NONE);
const legacyRequests = fc.oneof(
  fc.tuple(
    fc.constant("initialize"),
    fc.record({ protocolVersion: oddly(fc.constantFrom("2025-11-25", "x")), capabilities, clientInfo }),
  ),
  fc.tuple(fc.constantFrom("tools/list", "ping"), withMeta(freeMeta)),
);
const modernRequests = fc.tuple(
  fc.constantFrom("server/discover", "tools/list", "initialize", "ping"),
  withMeta(
    fc
      .tuple(freeMeta, capabilities, clientInfo, oddly(fc.constant("2026-07-28")))
      .map(([free, can, info, revision]) => ({
        ...free,
        [`${PROTOCOL}clientCapabilities`]: can,
        [`${PROTOCOL}clientInfo`]: info,
        [`${PROTOCOL}protocolVersion`]: revision,
      })),
  ),
);
