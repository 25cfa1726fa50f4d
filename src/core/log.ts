/** Where a process writes what happened. One line per call; never a secret, never a device id in an elicitation line. */
export interface Log {
  info(line: string, fields?: LogFields): void;
  warn(line: string, fields?: LogFields): void;
  error(line: string, fields?: LogFields): void;
}

/** Machine-readable companions of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;
