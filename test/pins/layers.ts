/** What one room may reach. The lint rule and `layers.test.ts` both read this table; ARCHITECTURE.md prints it. */
export interface Layer {
  /** Path prefix from the project root, or one file. The longest prefix that matches a file is its layer. */
  readonly room: string;
  /** Rooms and single files that it may import, exactly as named. Its own room is always allowed. */
  readonly mayImport: readonly string[];
  /** Rooms of which it may import types only: nothing is loaded at run time. */
  readonly mayImportTypesOf: readonly string[];
  /** Node's modules with a hand on the outside world that it may use, of `OUTSIDE_MODULES`. */
  readonly mayReach: readonly string[];
}

/** Node's modules that touch a process, a file, a socket, a clock or a terminal. Pure ones (path, crypto, url …) are free. */
export const OUTSIDE_MODULES = [
  "child_process",
  "cluster",
  "dgram",
  "dns",
  "fs",
  "http",
  "http2",
  "https",
  "inspector",
  "net",
  "os",
  "perf_hooks",
  "process",
  "readline",
  "timers",
  "tls",
  "tty",
  "worker_threads",
] as const;

/** Who may import whom. An arrow is permission; what is not listed fails. */
export const LAYERS: readonly Layer[] = [
  { room: "src/core/", mayImport: [], mayImportTypesOf: [], mayReach: [] },
  { room: "src/system/", mayImport: ["src/core/"], mayImportTypesOf: [], mayReach: OUTSIDE_MODULES },
  { room: "src/devices/", mayImport: ["src/core/"], mayImportTypesOf: [], mayReach: [] },
  {
    room: "src/devices/android/",
    mayImport: ["src/core/", "src/devices/"],
    mayImportTypesOf: [],
    mayReach: ["net"],
  },
  { room: "src/devices/ios/", mayImport: ["src/core/", "src/devices/"], mayImportTypesOf: [], mayReach: [] },
  { room: "src/targeting/", mayImport: ["src/core/", "src/devices/"], mayImportTypesOf: [], mayReach: [] },
  {
    room: "src/tools/",
    mayImport: ["src/core/", "src/devices/", "src/targeting/"],
    mayImportTypesOf: [],
    mayReach: [],
  },
  {
    room: "src/elicitation/",
    mayImport: ["src/core/", "src/server/elicitationOutcome.ts", "src/server/elicitationPolicy.ts"],
    mayImportTypesOf: [],
    mayReach: [],
  },
  {
    room: "src/elicitation/index.ts",
    mayImport: [
      "src/core/",
      "src/elicitation/",
      "src/server/elicitationOutcome.ts",
      "src/server/elicitationPolicy.ts",
      "src/server/sessionKey.ts",
      "src/system/systemTimer.ts",
    ],
    mayImportTypesOf: [],
    mayReach: [],
  },
  { room: "src/server/elicitationOutcome.ts", mayImport: ["src/core/"], mayImportTypesOf: [], mayReach: [] },
  { room: "src/server/elicitationPolicy.ts", mayImport: ["src/core/"], mayImportTypesOf: [], mayReach: [] },
  {
    room: "src/server/elicitationRecord.ts",
    mayImport: ["src/core/"],
    mayImportTypesOf: ["src/server/elicitationOutcome.ts"],
    mayReach: [],
  },
  {
    room: "src/server/",
    mayImport: ["src/core/", "src/elicitation/", "src/server/elicitationOutcome.ts", "src/server/elicitationPolicy.ts"],
    mayImportTypesOf: ["src/tools/"],
    mayReach: [],
  },
  {
    room: "src/server/deviceWorld.ts",
    mayImport: ["src/core/", "src/system/", "src/devices/", "src/devices/android/", "src/devices/ios/", "src/lab/"],
    mayImportTypesOf: [],
    mayReach: [],
  },
  {
    room: "src/server/index.ts",
    mayImport: [
      "src/core/",
      "src/system/",
      "src/devices/",
      "src/targeting/",
      "src/tools/",
      "src/elicitation/",
      "src/server/",
      "src/server/deviceWorld.ts",
      "src/server/elicitationOutcome.ts",
      "src/server/elicitationPolicy.ts",
      "src/telemetry/",
      "src/store/",
    ],
    mayImportTypesOf: [],
    mayReach: [],
  },
  {
    room: "src/server/directServer.ts",
    mayImport: ["src/tools/", "src/server/", "src/server/index.ts"],
    mayImportTypesOf: ["src/system/"],
    mayReach: [],
  },
  {
    room: "src/telemetry/",
    mayImport: ["src/core/"],
    mayImportTypesOf: ["src/server/elicitationOutcome.ts"],
    mayReach: [],
  },
  {
    room: "src/store/",
    mayImport: ["src/core/", "src/devices/", "src/server/", "src/server/elicitationRecord.ts"],
    mayImportTypesOf: ["src/server/elicitationOutcome.ts"],
    mayReach: [],
  },
  {
    room: "src/daemon/",
    mayImport: [
      "src/core/",
      "src/system/",
      "src/telemetry/",
      "src/server/index.ts",
      "src/server/sessionKey.ts",
      "src/server/elicitationPolicy.ts",
    ],
    mayImportTypesOf: ["src/server/elicitationOutcome.ts"],
    mayReach: ["http"],
  },
  {
    room: "src/proxy/",
    mayImport: [
      "src/core/",
      "src/system/",
      "src/elicitation/",
      "src/server/elicitationOutcome.ts",
      "src/server/elicitationPolicy.ts",
      "src/server/",
      "src/tools/",
      "src/daemon/",
    ],
    mayImportTypesOf: ["src/server/index.ts"],
    mayReach: ["http"],
  },
  { room: "src/lab/", mayImport: ["src/core/", "src/system/"], mayImportTypesOf: [], mayReach: ["fs", "net"] },
  {
    room: "src/cli/",
    mayImport: [
      "src/core/",
      "src/system/",
      "src/devices/",
      "src/devices/android/",
      "src/targeting/",
      "src/tools/",
      "src/server/index.ts",
      "src/server/directServer.ts",
      "src/server/elicitationOutcome.ts",
      "src/server/elicitationRecord.ts",
      "src/server/elicitationPolicy.ts",
      "src/lab/",
      "src/daemon/",
      "src/proxy/",
    ],
    mayImportTypesOf: [],
    mayReach: [],
  },
];
