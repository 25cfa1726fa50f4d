import type { Log, LogFields } from "../core/log.js";
import { type LogFile, type LogFileOptions, openLogFile } from "./logFile.js";

type Level = "info" | "warn" | "error";

/** What the process log needs: where to, and from which level on. */
export interface ProcessLogOptions {
  /** A file descriptor; 2 is standard error. Without one, only a file is written. */
  readonly fd?: number;
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

async function openPino({ fd, file, level }: ProcessLogOptions): Promise<Log> {
  // The default export, because a bundled CommonJS package has no named ones.
  const { default: pino } = await import("pino");
  const known = pino.levels.values[level] === undefined ? "info" : level;
  const stream = fd === undefined ? undefined : pino.destination({ dest: fd, sync: true });
  // A client that closes our standard error must not end us.
  stream?.on("error", () => undefined);
  const kept = await openKept(file);
  const write = (line: string): void => {
    stream?.write(line);
    const problem = kept.write(line);
    if (problem !== undefined) stream?.write(toWarning(problem));
  };
  const logger = pino({ level: known, base: null }, { write });
  const toWarning = (problem: string): string =>
    `${JSON.stringify({ level: pino.levels.values["warn"], msg: `no log is kept: ${problem}` })}\n`;
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

/** Writes to a file that may not be writable: tells the first problem, and every one that comes after it worked again. */
interface KeptLog {
  write(line: string): string | undefined;
}

async function openKept(options: LogFileOptions | undefined): Promise<KeptLog> {
  if (options === undefined) return { write: () => undefined };
  let file: LogFile | undefined;
  let told: string | undefined;
  const tell = (error: unknown): string | undefined => {
    const problem = error instanceof Error ? error.message : String(error);
    const isNew = told !== problem;
    told = problem;
    return isNew ? problem : undefined;
  };
  let atOpening: unknown;
  try {
    file = await openLogFile(options);
  } catch (error) {
    atOpening = error;
  }
  return {
    write(line) {
      if (file === undefined) return tell(atOpening);
      try {
        file.write(line);
        told = undefined;
        return undefined;
      } catch (error) {
        return tell(error);
      }
    },
  };
}
