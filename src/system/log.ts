import type { Writable } from "node:stream";
import type { Log, LogFields } from "../core/log.js";
import { type LogFile, type LogFileOptions, openLogFile } from "./logFile.js";

/** Many clients never read the standard error of a server: beyond this it gets no more lines, in bytes. */
const MAX_UNREAD_BYTES = 1024 * 1024;

type Level = "info" | "warn" | "error";

/** What the process log needs: where to, and from which level on. */
export interface ProcessLogOptions {
  /** Standard error. Without it, only a file is written. */
  readonly stream?: Writable;
  /** The log that is kept. One that cannot be written costs a warning, never a call. */
  readonly file?: LogFileOptions;
  readonly level: string;
}

/** The process log: one JSON line per call. `flush` waits until everything said so far is written. */
export interface ProcessLog {
  readonly log: Log;
  flush(): Promise<void>;
}

/** Writes through pino, which is loaded with the first line only, so that a silent start does not pay for it. */
export function createProcessLog(options: ProcessLogOptions): ProcessLog {
  let writer: Promise<Log> | undefined;
  const write = (level: Level, line: string, fields: LogFields | undefined): void => {
    writer ??= openPino(options);
    void writer.then((log) => {
      log[level](line, fields);
    });
  };
  return {
    log: {
      info: (line, fields) => {
        write("info", line, fields);
      },
      warn: (line, fields) => {
        write("warn", line, fields);
      },
      error: (line, fields) => {
        write("error", line, fields);
      },
    },
    async flush() {
      await writer;
    },
  };
}

async function openPino({ stream, file, level }: ProcessLogOptions): Promise<Log> {
  // The default export, because a bundled CommonJS package has no named ones.
  const { default: pino } = await import("pino");
  const known = pino.levels.values[level] === undefined ? "info" : level;
  const toWarning = (msg: string): string => `${JSON.stringify({ level: pino.levels.values["warn"], msg })}\n`;
  const show = openShown(stream, (missing) => toWarning(`${missing} lines were left out here: nobody read them`));
  const kept = await openKept(file, (missing) =>
    toWarning(`${missing} lines are missing here: they could not be written`),
  );
  const write = (line: string): void => {
    show(line);
    const problem = kept.write(line);
    if (problem !== undefined) show(toWarning(`no log is kept: ${problem}`));
  };
  const logger = pino({ level: known, base: null }, { write });
  const say = (at: Level, line: string, fields: LogFields | undefined): void => {
    if (fields === undefined) logger[at](line);
    else logger[at](fields, line);
  };
  return {
    info: (line, fields) => {
      say("info", line, fields);
    },
    warn: (line, fields) => {
      say("warn", line, fields);
    },
    error: (line, fields) => {
      say("error", line, fields);
    },
  };
}

/**
 * Shows lines to one who may never read them, and never waits for that: on a full pipe, a write that waited would hold the
 * whole process.
 */
function openShown(stream: Writable | undefined, toNote: (missing: number) => string): (line: string) => void {
  // A client that closes our standard error must not end us.
  stream?.on("error", () => undefined);
  let missing = 0;
  return (line) => {
    if (stream === undefined) return;
    if (stream.writableLength > MAX_UNREAD_BYTES) {
      missing += 1;
      return;
    }
    if (missing > 0) stream.write(toNote(missing));
    missing = 0;
    stream.write(line);
  };
}

/** Writes to a file that may not be writable. */
interface KeptLog {
  /** Gives the first problem, and every one that comes after it worked again. */
  write(line: string): string | undefined;
}

async function openKept(options: LogFileOptions | undefined, toNote: (missing: number) => string): Promise<KeptLog> {
  if (options === undefined) return { write: () => undefined };
  const file = await openLogFile(options).catch((error: unknown): Pick<LogFile, "write"> => {
    return {
      write() {
        throw error;
      },
    };
  });
  let missing = 0;
  let told: string | undefined;
  return {
    write(line) {
      try {
        if (missing > 0) file.write(toNote(missing));
        missing = 0;
        file.write(line);
        told = undefined;
        return undefined;
      } catch (error) {
        missing += 1;
        const problem = error instanceof Error ? error.message : String(error);
        const isNew = told !== problem;
        told = problem;
        return isNew ? problem : undefined;
      }
    },
  };
}
