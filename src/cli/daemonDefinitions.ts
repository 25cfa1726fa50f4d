import type { Command } from "commander";
import { z } from "zod";
import { addServerFlags, type DefineCommand, readCount, readServerFlags } from "./commandDefinitions.js";
import type { DaemonRunOptions } from "./daemonCommand.js";
import { APART_IDLE_EXIT_S } from "./idleExit.js";
import { addListenFlags, readListenFlags } from "./listenFlags.js";
import { type CountRange, SERVER_FLAGS } from "./serverFlags.js";

const PORT: CountRange = { least: 0, most: 65_535 };
const IDLE_EXIT_S: CountRange = { least: 0, most: 31_536_000 };

/** `daemon run`, `start`, `stop` and `status`. */
export const defineDaemon: DefineCommand = (program, context, { ending }) => {
  const daemon = program.command("daemon").description("one server for many agents of this machine, over HTTP");

  const run = daemon.command("run").description("serve in the foreground, until Ctrl-C");
  addDaemonFlags(run, 0);
  run.action(async () => {
    const options = readDaemonFlags(run);
    const { runDaemon } = await import("./daemonCommand.js");
    ending.code = await runDaemon(options, context);
  });

  const start = daemon.command("start").description("start it apart from this terminal, unless it runs");
  addDaemonFlags(start, APART_IDLE_EXIT_S).option("--json", "print one line of JSON");
  start.action(async () => {
    const { json } = jsonOption.parse(start.opts());
    const options = readDaemonFlags(start);
    const { startDaemonApart } = await import("./daemonCommand.js");
    ending.code = await startDaemonApart({ ...options, startFlags: givenStartFlags(start), asJson: json }, context);
  });

  const stop = daemon.command("stop").description("let it finish what is in flight, and end it");
  stop.action(async () => {
    const { stopRunningDaemon } = await import("./daemonStatus.js");
    ending.code = await stopRunningDaemon(context);
  });

  const status = daemon
    .command("status")
    .description("whether it runs, and where")
    .option("--json", "print one line of JSON");
  status.action(async () => {
    const { json } = jsonOption.parse(status.opts());
    const { showDaemonStatus } = await import("./daemonStatus.js");
    ending.code = await showDaemonStatus({ asJson: json }, context);
  });
};

const jsonOption = z.object({ json: z.boolean().default(false) });
const daemonOptions = z.object({ port: z.string(), idleExit: z.string() });

function addDaemonFlags(command: Command, idleExitS: number): Command {
  return addListenFlags(addServerFlags(command, SERVER_FLAGS))
    .option("--port <N>", "listen on this port and no other; 0 is any free one", "0")
    .option("--idle-exit <SECONDS>", "end after that long without a client; 0 never does", String(idleExitS));
}

/** By the names of their values. `--port` and the server options are in the daemon's record, and compared. */
const START_FLAGS = [
  ["host", "--host"],
  ["allowHost", "--allow-host"],
  ["tokenFile", "--token-file"],
  ["idleExit", "--idle-exit"],
] as const;

function givenStartFlags(command: Command): readonly string[] {
  return START_FLAGS.filter(([name]) => command.getOptionValueSource(name) === "cli").map(([, flag]) => flag);
}

function readDaemonFlags(command: Command): DaemonRunOptions {
  const { port, idleExit } = daemonOptions.parse(command.opts());
  return {
    serve: readServerFlags(command),
    listen: readListenFlags(command),
    port: readCount("--port", port, PORT),
    idleExitS: readCount("--idle-exit", idleExit, IDLE_EXIT_S),
  };
}
