import { describe, expect, it } from "vitest";
import { parseRequest } from "../../../src/lab/server/request.js";

describe("a request to an adb server", () => {
  it.each([
    ["host:version", { kind: "server", name: "version" }],
    ["host:devices-l", { kind: "server", name: "devices-l" }],
    ["host:kill", { kind: "server", name: "kill" }],
    ["host:track-devices", { kind: "track", format: "short" }],
    ["host:track-devices-l", { kind: "track", format: "long" }],
    ["host:transport:LABPHONE01", { kind: "switch", target: { by: "serial", serial: "LABPHONE01" }, givesId: false }],
    [
      "host:transport:127.0.0.1:5555",
      { kind: "switch", target: { by: "serial", serial: "127.0.0.1:5555" }, givesId: false },
    ],
    ["host:transport-any", { kind: "switch", target: { by: "any" }, givesId: false }],
    ["host:transport-local", { kind: "switch", target: { by: "local" }, givesId: false }],
    ["host:transport-id:12", { kind: "switch", target: { by: "transport_id", transportId: 12 }, givesId: false }],
    ["host:tport:serial:a b", { kind: "switch", target: { by: "serial", serial: "a b" }, givesId: true }],
    ["host:tport:any", { kind: "switch", target: { by: "any" }, givesId: true }],
    ["host:tport:usb", { kind: "switch", target: { by: "usb" }, givesId: true }],
    ["host:features", { kind: "query", target: undefined, name: "features" }],
    [
      "host-serial:127.0.0.1:5555:get-state",
      { kind: "query", target: { by: "serial", serial: "127.0.0.1:5555" }, name: "get-state" },
    ],
    [
      "host-transport-id:3:features",
      { kind: "query", target: { by: "transport_id", transportId: 3 }, name: "features" },
    ],
    ["host-usb:get-serialno", { kind: "query", target: { by: "usb" }, name: "get-serialno" }],
    ["host-serial:X:wait-for-any-device", { kind: "wait", target: { by: "serial", serial: "X" }, state: "device" }],
    ["host:wait-for-usb-recovery", { kind: "wait", target: { by: "usb" }, state: "recovery" }],
    [
      "host-transport-id:3:wait-for-any-disconnect",
      { kind: "wait", target: { by: "transport_id", transportId: 3 }, state: "disconnect" },
    ],
    ["shell,v2:host:version", { kind: "service", name: "shell,v2:host:version" }],
    ["", { kind: "service", name: "" }],
  ])("%s", (text, request) => {
    expect(parseRequest(text)).toEqual(request);
  });
});
