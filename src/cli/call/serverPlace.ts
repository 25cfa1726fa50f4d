import { isLoopback } from "../../core/loopback.js";
import type { ServeOptions } from "../../server/index.js";
import type { Environment } from "../../system/hostProcess.js";
import { CommandError } from "../commandError.js";
import type { CliContext } from "../cliContext.js";
import { EXIT } from "../exitCode.js";
import { toServerArgs } from "../serverFlags.js";
import { toTerminalLine } from "../terminalText.js";
import type { ServerPlace } from "./connection.js";

/**
 * The environment variable with the token for the server at `--url`. Not an option: the words of a command are there for
 * every user of the machine to read.
 */
export const CALL_TOKEN_VARIABLE = "AUTOMOBILE_CALL_TOKEN";

/** Where a call goes, as the command line says it. */
export interface PlaceOptions {
  /** `--url`. */
  readonly url: string | undefined;
  /** The words after `--`; `undefined` when there was no `--`. */
  readonly command: readonly string[] | undefined;
  /** For our own server. */
  readonly serve: ServeOptions;
}

/**
 * Another server's URL or command, else our own server, as a process of its own.
 *
 * @throws CommandError (wrong use) when more than one is named, or the one that is named cannot be read.
 */
export function chooseServer(
  options: PlaceOptions,
  { host, launcher }: Pick<CliContext, "host" | "launcher">,
): ServerPlace {
  const { url, command, serve } = options;
  const serverArgs = toServerArgs(serve);
  if (url === undefined && command === undefined) {
    return {
      is: "process",
      command: host.nodePath,
      args: [launcher, "serve", ...serverArgs],
      // Who calls has said by then that it is not used.
      env: definedVariables({ ...host.env, AUTOMOBILE_STORE: undefined }),
    };
  }
  if (serverArgs.length > 0) {
    throw wrongUse(`${serverArgs.join(" ")} is for automobile's own server`, "give it to the other server yourself");
  }
  if (url !== undefined && command !== undefined) {
    throw wrongUse("--url and -- name two servers", "call one of them");
  }
  return url === undefined ? parseCommand(command ?? [], host.env) : toUrlPlace(parseUrl(url), host.env);
}

/**
 * A word of the command line, to be repeated in a message: on one line, and without what an address may hold in front of
 * its host. A password may hold any character that should have been escaped, so all up to the last `@` goes.
 */
export function toTypedText(word: string): string {
  return toTerminalLine(word).replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, "$1…@");
}

/** The environment that a server process gets: all of ours, as a shell would give it, but what is meant for another server. */
export function definedVariables(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name === CALL_TOKEN_VARIABLE ? [] : [[name, value]],
    ),
  );
}

function toUrlPlace(url: URL, env: Environment): ServerPlace {
  const token = env[CALL_TOKEN_VARIABLE]?.trim() ?? "";
  if (token === "") return { is: "url", url, token: undefined };
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw wrongUse(`${CALL_TOKEN_VARIABLE} holds more than one word of printable ASCII`, "give it the token alone");
  }
  if (url.protocol !== "https:" && !isLoopback(url.hostname)) {
    throw wrongUse(
      `${CALL_TOKEN_VARIABLE} is not sent to ${url.host} over http, where others could read it`,
      "use an https address, or a tunnel to this machine",
    );
  }
  return { is: "url", url, token };
}

function parseCommand([file, ...args]: readonly string[], env: Environment): ServerPlace {
  if (file === undefined) throw wrongUse("nothing follows --", "as in: automobile call -- npx some-server");
  return { is: "process", command: file, args, env: definedVariables(env) };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw wrongUse(
      `--url takes an http or https address, not "${toTypedText(text)}"`,
      "as in: --url http://127.0.0.1:8080/mcp",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw wrongUse("--url takes an address without a user or password", `give the token in ${CALL_TOKEN_VARIABLE}`);
  }
  return url;
}

function wrongUse(problem: string, hint: string): CommandError {
  return new CommandError(EXIT.wrongUse, problem, hint);
}
