import { resolve } from "node:path";
import type { Command } from "commander";
import { z } from "zod";
import { isLoopback, LOOPBACK, toUrlHost } from "../core/loopback.js";
import { CommandError } from "./commandError.js";
import { EXIT } from "./exitCode.js";

/** Where a daemon listens, and for whom. */
export interface ListenOptions {
  /** Loopback, unless the operator opened it to others. */
  readonly host: string;
  /** Names under which others reach it. */
  readonly allowHosts: readonly string[];
  /** Absolute path of the file with the token that several daemons share; each makes its own without it. */
  readonly tokenFile: string | undefined;
}

const HOST_NAME = /^[A-Za-z0-9.-]+$|^\[?[0-9a-fA-F:.]+\]?$/;

const listenOptions = z.object({
  host: z.string(),
  allowHost: z.array(z.string()),
  tokenFile: z.string().optional(),
});

/** Adds the options that `readListenFlags` reads. */
export function addListenFlags(command: Command): Command {
  return command
    .option("--host <ADDRESS>", "listen there; beyond loopback only with --token-file and --allow-host", LOOPBACK)
    .option("--allow-host <NAME>", "a name under which others reach it (repeatable)", collect, [])
    .option("--token-file <FILE>", "the token that several daemons share, instead of one of its own");
}

/** Reads them. @throws CommandError for an address that others reach, without what keeps strangers out. */
export function readListenFlags(command: Command): ListenOptions {
  const { host, allowHost, tokenFile } = listenOptions.parse(command.opts());
  for (const name of [host, ...allowHost]) {
    if (!HOST_NAME.test(name)) throw new CommandError(EXIT.wrongUse, `"${name}" is no host name and no address`);
  }
  if (!isLoopback(host) && (tokenFile === undefined || allowHost.length === 0)) {
    throw new CommandError(
      EXIT.wrongUse,
      `--host ${host} needs --token-file and --allow-host: whoever reaches it drives the devices`,
      "to use devices of another machine, reach its adb server instead: AUTOMOBILE_ADB_SERVERS",
    );
  }
  return {
    host: toListenHost(host),
    allowHosts: allowHost,
    tokenFile: tokenFile === undefined ? undefined : resolve(tokenFile),
  };
}

/** `localhost` is one address or another, from system to system; brackets are for URLs only. */
function toListenHost(host: string): string {
  const name = toUrlHost(host).replace(/^\[|\]$/g, "");
  return name === "localhost" ? LOOPBACK : name;
}

/** The command line that gives a daemon these options again. */
export function toListenArgs({ host, allowHosts, tokenFile }: ListenOptions): readonly string[] {
  return [
    `--host=${host}`,
    ...allowHosts.map((name) => `--allow-host=${name}`),
    ...(tokenFile === undefined ? [] : [`--token-file=${tokenFile}`]),
  ];
}

function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}
