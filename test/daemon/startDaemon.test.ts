import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { cites } from "../requirements.js";
import { accepting, legacyTap, modernTap } from "../support/daemonCalls.js";
import { type LabDaemon, labDaemon } from "../support/labDaemon.js";
import { readEvents } from "../support/readEvents.js";

const INVALID_STATE = { error: { code: -32_602, data: { reason: "invalid_request_state" } } };
const RAN_ON_SECOND = { result: { structuredContent: { device: { deviceId: "LABPHONE02" } } } };

const resolvedSchema = z.object({
  devices: z.array(z.object({ deviceId: z.string(), identity: z.string().regex(/^[0-9a-f]{64}$/) })),
});

let lab: LabDaemon;
beforeAll(async () => {
  lab = await labDaemon();
});
afterAll(async () => {
  await lab.close();
});

const recordsSince = (count: number): readonly unknown[] => {
  return lab.log.lines.slice(count).flatMap(({ fields }) => fields?.["elicitation"] ?? []);
};

describe("a modern caller of the daemon", () => {
  it(cites("T8", "T9")`is asked, and its retry runs once, though each request has a server of its own`, async () => {
    const asked = await modernTap(lab, { "mcp-session-id": "agent-1" });
    expect(asked).toMatchObject({ result: { resultType: "input_required" } });

    const answered = await modernTap(lab, { "mcp-session-id": "agent-1" }, accepting(asked, "LABPHONE02"));

    expect(answered).toMatchObject(RAN_ON_SECOND);
  });

  it.each([
    ["another key", { "mcp-session-id": "agent-2" }],
    ["no key", {}],
  ])(cites("T7", "T9")`is not answered for under %s`, async (_, headers) => {
    const asked = await modernTap(lab, { "mcp-session-id": "agent-1" });

    expect(await modernTap(lab, headers, accepting(asked, "LABPHONE02"))).toMatchObject(INVALID_STATE);
  });

  it(cites("T7")`gets a protocol error for a state that was tampered with`, async () => {
    const asked = await modernTap(lab);
    const forged = {
      ...accepting(asked, "LABPHONE02"),
      requestState: asked.result?.requestState?.replace("v1.ey", "v1.eX"),
    };

    expect(await modernTap(lab, {}, forged)).toMatchObject(INVALID_STATE);
  });

  it(cites("T8")`has an open question no more once the daemon was restarted`, async () => {
    const asked = await modernTap(lab);
    const next = await labDaemon();

    expect(await modernTap(next, {}, accepting(asked, "LABPHONE02"))).toMatchObject(INVALID_STATE);

    await next.close();
  });

  it(cites("S1")`is asked or not as its own switch says`, async () => {
    const before = lab.log.lines.length;

    const off = await modernTap(lab, { "automobile-elicitation": "off" });
    const on = await modernTap(lab, { "automobile-elicitation": "on" });

    expect(off).toMatchObject({ result: { isError: true } });
    expect(on).toMatchObject({ result: { resultType: "input_required" } });
    expect(recordsSince(before)).toMatchObject([
      { outcome: "disabled", era: "modern", topology: "daemon" },
      { outcome: "asked", era: "modern", topology: "daemon" },
    ]);
  });
});

describe("a legacy caller of the daemon over HTTP", () => {
  it(cites("T2")`cannot be asked, and is recorded once`, async () => {
    const before = lab.log.lines.length;

    expect(await legacyTap(lab)).toMatchObject({ result: { isError: true } });

    expect(recordsSince(before)).toMatchObject([{ outcome: "not_offered", era: "legacy", topology: "daemon" }]);
  });

  it(cites("T2")`is recorded by the proxy that marks its calls, not here`, async () => {
    const before = lab.log.lines.length;

    expect(await legacyTap(lab, { "automobile-proxied": "1" })).toMatchObject({ result: { isError: true } });

    expect(recordsSince(before)).toEqual([]);
  });

  it(cites("M1", "T2")`is recorded here on the modern era, once, and as one that came through a proxy`, async () => {
    const before = lab.log.lines.length;

    await modernTap(lab, { "automobile-proxied": "1" });

    expect(recordsSince(before)).toMatchObject([{ outcome: "asked", era: "modern", topology: "proxy" }]);
  });
});

describe("a subscriber", () => {
  it(cites("M3")`is told of each record as it is written, and of none before`, async () => {
    const left = new AbortController();
    const events = await readEvents(await lab.send("/telemetry", { method: "GET", signal: left.signal }));

    await modernTap(lab);

    expect(await events.next("elicitation")).toMatchObject({ record: { outcome: "asked", topology: "daemon" } });
    left.abort();
  });
});

describe("a proxy", () => {
  it("is told which devices a call could mean, with what tells each from another under its id", async () => {
    const response = await lab.send("/resolve", { body: { name: "tapAt", arguments: { x: 1, y: 1 } } });

    const { devices } = resolvedSchema.parse(await response.json());
    expect(devices.map(({ deviceId }) => deviceId)).toEqual(["LABPHONE01", "LABPHONE02"]);
    expect(new Set(devices.map(({ identity }) => identity)).size).toBe(2);
  });

  it(cites("T11")`has a call run on the identity that it names, and on no other under the same id`, async () => {
    const response = await lab.send("/resolve", { body: { name: "tapAt", arguments: { x: 1, y: 1 } } });
    const [first, second] = resolvedSchema.parse(await response.json()).devices;
    const tapSecond = (identity = ""): ReturnType<typeof legacyTap> =>
      legacyTap(lab, { "automobile-expected-identity": identity }, { deviceId: "LABPHONE02" });

    expect(await tapSecond(second?.identity)).toMatchObject(RAN_ON_SECOND);
    const refused = await tapSecond(first?.identity);

    expect(refused).toMatchObject({ result: { isError: true } });
    expect(JSON.stringify(refused)).toContain("device_lost");
  });
});

describe("nobody is let in", () => {
  const PATHS = ["/mcp", "/telemetry", "/resolve", "/stop", "/", "/nowhere"];

  it.each(PATHS)("at %s without the token, with a wrong one, or with one of another kind", async (path) => {
    const statuses = await Promise.all(
      ["", "Bearer ", "Bearer wrong", `Basic ${lab.daemon.token}`, `Bearer ${lab.daemon.token}x`].map(async (given) => {
        return (await lab.send(path, { headers: { Authorization: given } })).status;
      }),
    );

    expect(statuses).toEqual([401, 401, 401, 401, 401]);
  });

  it("at /identity without a proof of the token", async () => {
    const { status } = await lab.send("/identity", { body: { nonce: "a", proof: "b" } });

    expect(status).toBe(401);
  });

  it.each(["https://evil.example", "null", "http://127.0.0.1.evil.example"])("from a page of %s", async (origin) => {
    const response = await lab.send("/mcp", { headers: { Origin: origin }, body: {} });

    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("with a token, to what is not there", async () => {
    expect((await lab.send("/nowhere")).status).toBe(404);
    expect((await lab.send("/stop", { method: "GET" })).status).toBe(404);
  });
});
