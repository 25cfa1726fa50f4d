import { expect, it } from "vitest";
import { lastOffered } from "./lastOffered.js";

const FORM = { properties: { deviceId: { oneOf: [{ const: "A" }, { const: "B" }] } } };

it.each([{ requestedSchema: FORM }, { requested_schema: FORM }])("picks the last device of %o", (question) => {
  expect(lastOffered(question)).toEqual({ deviceId: "B" });
});

it("does not make up an answer where there is no list", () => {
  expect(() => lastOffered({ requestedSchema: { properties: { deviceId: { type: "string" } } } })).toThrow("oneOf");
});
