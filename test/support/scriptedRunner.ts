import type { ProcessEnd, ProcessRequest, RunProcess } from "../../src/core/runProcess.js";

/** A process runner that starts nothing, and notes what it was to start. */
export interface ScriptedRunner {
  readonly run: RunProcess;
  /** Every request as `file arg arg`, oldest first. */
  readonly started: readonly string[];
}

/** Makes a runner whose every child ends as `end` says. */
export function scriptedRunner(end: (request: ProcessRequest) => ProcessEnd | Promise<ProcessEnd>): ScriptedRunner {
  const started: string[] = [];
  return {
    started,
    async run(request) {
      started.push([request.file, ...request.args].join(" "));
      return end(request);
    },
  };
}

/** A child that ended with status 0 and printed nothing. */
export const DONE: ProcessEnd = { outcome: "exited", exitCode: 0, stdout: "", stderr: "" };
