import { expect, it } from "vitest";
import { readOwnSessionKey } from "../../src/proxy/ownSessionKey.js";

it.each([
  [undefined, { is: "none" }],
  ["  ", { is: "none" }],
  [" ci-7 ", { is: "given", key: "ci-7" }],
  ["schlüssel", { is: "unusable", problem: "it holds characters other than printable ASCII" }],
  ["a\r\nhost: evil", { is: "unusable", problem: "it holds characters other than printable ASCII" }],
  ["x".repeat(257), { is: "unusable", problem: "it is longer than 256 characters" }],
])("reads the session key %j", (value, reading) => {
  expect(readOwnSessionKey({ AUTOMOBILE_SESSION_KEY: value })).toEqual(reading);
});
