import { describe, expect, it } from "vitest";
import {
  createElicitationPolicy,
  ELICITATION_SWITCH,
  type ElicitationPolicy,
  readSwitch,
} from "../../src/server/elicitationPolicy.js";
import { cites } from "../requirements.js";

describe("AUTOMOBILE_ELICITATION", () => {
  it.each(["off", "OFF", "Off", " off", "off\n", "\toFF "])(cites("S1")`is off for %j`, (value) => {
    expect(readSwitch(value)).toBe("off");
  });

  it.each([undefined, "", " ", "on", "ON", "1", "true", "offline", "o f f", "anything"])(
    cites("S1")`is on for %j`,
    (value) => {
      expect(readSwitch(value)).toBe("on");
    },
  );

  it.each(["0", "false", "FALSE ", "no", "none", "never", "disable", "disabled", "of", "'off'", '"off"'])(
    cites("S1")`is on for %j, which looks like a try at off`,
    (value) => {
      expect(readSwitch(value)).toBe("looks_off");
    },
  );
});

/** A policy over a switch that can be turned, and what it warned of. */
function turnedBy(values: readonly (string | undefined)[]): {
  readonly policy: ElicitationPolicy;
  readonly warnings: readonly string[];
} {
  const left = [...values];
  const warnings: string[] = [];
  return {
    policy: createElicitationPolicy(
      () => left.shift(),
      (line) => warnings.push(line),
    ),
    warnings,
  };
}

describe("the policy", () => {
  it(cites("S1")`reads the switch anew for each call`, () => {
    const { policy } = turnedBy([undefined, "off", "on", " OFF "]);

    expect([policy.isOff(), policy.isOff(), policy.isOff(), policy.isOff()]).toEqual([false, true, false, true]);
  });

  it(cites("S1")`warns once of a value that looks like a try at off, and goes on asking`, () => {
    const { policy, warnings } = turnedBy(["false", "false", "false"]);

    expect([policy.isOff(), policy.isOff(), policy.isOff()]).toEqual([false, false, false]);
    expect(warnings).toEqual(['AUTOMOBILE_ELICITATION="false" does not switch questions off; only "off" does']);
  });

  it(cites("S1")`warns again of another such value`, () => {
    const { policy, warnings } = turnedBy(["0", "no"]);

    policy.isOff();
    policy.isOff();

    expect(warnings).toHaveLength(2);
  });

  it(cites("S1")`never warns of a clear one`, () => {
    const { policy, warnings } = turnedBy(["off", "on", "", undefined]);

    expect([policy.isOff(), policy.isOff(), policy.isOff(), policy.isOff()]).toEqual([true, false, false, false]);
    expect(warnings).toEqual([]);
  });

  it("has the variable's name from one place", () => {
    expect(ELICITATION_SWITCH).toBe("AUTOMOBILE_ELICITATION");
  });
});
