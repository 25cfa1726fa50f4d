import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hashIdentity, isStillOffered, type StatePayload, toStatePayload } from "../../src/elicitation/requestState.js";
import { cites } from "../requirements.js";
import { EMULATOR, GALAXY, scriptedPhones } from "../support/scriptedPhones.js";
import { modernBytesWhenSwitchedOff, modernServer, picks } from "./modernServer.js";

const PAIR = z.tuple([z.string(), z.string()]);
const STATE = z.looseObject({ at: z.number(), offer: z.tuple([PAIR, PAIR]) });
type State = z.output<typeof STATE>;

describe("a state", () => {
  it.each<readonly [string, (state: State) => object]>([
    ["of another layout", () => ({ v: 2 })],
    ["without its tool", () => ({ tool: undefined })],
    ["with a time that is a word", () => ({ at: "now" })],
    ["with a time that is a text of digits", ({ at }) => ({ at: String(at) })],
    ["with an offer that is no list", () => ({ offer: { [EMULATOR.id]: "" } })],
    ["with an offer of ids alone", () => ({ offer: [[EMULATOR.id]] })],
    ["with an entry of one part", ({ offer: [[id], picked] }) => ({ offer: [[id], picked] })],
    ["with an entry of three parts", ({ offer: [, picked] }) => ({ offer: [[...picked, "more"]] })],
    ["with an identity that is a number", ({ offer: [[id], picked] }) => ({ offer: [[id, 7], picked] })],
    ["without its refusal", () => ({ refusal: { text: "no result" } })],
  ])(cites("T5")`%s is none`, async (_, change) => {
    const server = modernServer();
    const state = STATE.parse(await server.ask());

    const result = await server.call({ state: { ...state, ...change(state) }, responses: picks(EMULATOR.id) });

    expect(JSON.stringify(result)).toBe(await modernBytesWhenSwitchedOff());
    expect(server.phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it.each([[null], ["v1.body.mac"], [7], [[]]])(cites("T5")`that is %o is none`, async (state) => {
    const server = modernServer();

    await server.call({ state, responses: picks(EMULATOR.id) });

    expect(server.phones.runs).toEqual([]);
  });
});

describe("the offer in a state", () => {
  const target = { id: EMULATOR.id, identity: "boot 1" };
  const payload: StatePayload = toStatePayload(scriptedPhones().question, {
    call: { name: "tapOn", arguments: {} },
    ids: [EMULATOR.id, GALAXY.id],
    targets: [target],
    refusal: { content: [] },
    now: 0,
  });

  it.each([
    ["the same target under its id", EMULATOR.id, [target], true],
    ["another target under its id", EMULATOR.id, [{ id: EMULATOR.id, identity: "boot 2" }], false],
    ["a target that does not say who it is", EMULATOR.id, [{ id: EMULATOR.id, identity: undefined }], false],
    ["nothing under its id", EMULATOR.id, [{ id: "C", identity: "boot 1" }], false],
    ["an id that was not offered", "C", [{ id: "C", identity: "boot 1" }], false],
    ["an id that was offered without an identity", GALAXY.id, [{ id: GALAXY.id, identity: undefined }], false],
  ])(cites("T6", "T11")`knows %s`, (_, id, fresh, isKnown) => {
    expect(isStillOffered(payload, id, fresh)).toBe(isKnown);
  });

  it(cites("T11")`holds a hash in place of an identity, and nothing for what had none`, () => {
    expect(payload.offer).toEqual([
      [EMULATOR.id, hashIdentity("boot 1")],
      [GALAXY.id, ""],
    ]);
  });
});
