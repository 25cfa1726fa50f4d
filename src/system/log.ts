import type { Log, LogFields } from "../core/log.js";

type Level = "info" | "warn" | "error";

/** What the process log needs: where to, and from which level on. */
export interface ProcessLogOptions {
  /** A file descriptor; 2 is standard error. */
  readonly fd: number;
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

async function openPino(options: ProcessLogOptions): Promise<Log> {
  // The default export, because a bundled CommonJS package has no named ones.
  const { default: pino } = await import("pino");
  const level = pino.levels.values[options.level] === undefined ? "info" : options.level;
  const destination = pino.destination({ dest: options.fd, sync: true });
  // A client that closes our standard error must not end us.
  destination.on("error", () => undefined);
  const logger = pino({ level, base: null }, destination);
  const write = (at: Level, line: string, fields: LogFields | undefined): void => {
    if (fields === undefined) logger[at](line);
    else logger[at](fields, line);
  };
  return {
    info: (line, fields) => {
      write("info", line, fields);
    },
    warn: (line, fields) => {
      write("warn", line, fields);
    },
    error: (line, fields) => {
      write("error", line, fields);
    },
  };
}
