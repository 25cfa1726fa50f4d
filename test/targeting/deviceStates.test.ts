import { describe, expect, it } from "vitest";
import type { NotReadyReason } from "../../src/devices/device.js";
import { adviseOnState, toStateWord } from "../../src/targeting/deviceStates.js";

const REASONS: readonly NotReadyReason[] = [
  ...(["booting", "offline", "unauthorized", "authorizing", "connecting", "recovery", "rescue"] as const),
  ...(["sideload", "bootloader", "host", "no_permissions", "detached", "shutdown", "unreachable"] as const),
  ...(["unresponsive", "unsupported", "unpaired", "developer_mode_off", "runtime_missing"] as const),
];

describe.each(REASONS)("the advice on a device that is %s", (reason) => {
  it("says what that means in words that complete a sentence", () => {
    const { meaning } = adviseOnState({ is: "not_ready", reason });

    expect(meaning).toMatch(/^(it|its|this user|the system|the connection) [^.]+[^. ]$/);
  });

  it("says what helps in whole sentences", () => {
    const { remedy } = adviseOnState({ is: "not_ready", reason });

    expect(remedy).toMatch(/^[A-Z].{8,}\.$|^Start it\.$/);
  });

  it("quotes and caps what the device itself says of it, in the meaning alone", () => {
    const detail = `why\u0007 ${"x".repeat(500)}`;

    const advice = adviseOnState({ is: "not_ready", reason, detail });

    const { meaning, ...rest } = adviseOnState({ is: "not_ready", reason });
    expect(advice).toMatchObject(rest);
    expect(advice.meaning).toContain(`${meaning} (why x`);
    expect(advice.meaning).toMatch(/…\)$/);
    expect(advice.meaning.length).toBeLessThan(meaning.length + 250);
  });

  it("goes with its own word on the wire", () => {
    expect(toStateWord({ is: "not_ready", reason })).toBe(reason);
  });
});

describe("the advice on a device", () => {
  it("that is ready is that nothing is wrong", () => {
    expect(adviseOnState({ is: "ready" })).toEqual({
      meaning: "it is ready",
      remedy: "Nothing needs to be done.",
      isWorthWaiting: true,
    });
    expect(toStateWord({ is: "ready" })).toBe("ready");
  });

  it("in a state that nobody knows quotes that state's word, and waits for it to pass", () => {
    expect(adviseOnState({ is: "unknown", text: "flux\u0007 capacitor" })).toEqual({
      meaning: 'it is in a state that is not known here, "flux capacitor"',
      remedy: "Look at its screen and reconnect it.",
      isWorthWaiting: true,
    });
    expect(toStateWord({ is: "unknown", text: "flux\u0007 capacitor" })).toBe("unknown:flux capacitor");
  });
});
