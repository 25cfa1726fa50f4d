import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** One client of which a certain version is measured. */
export interface PinnedClient {
  /** As on the command line of `npm run clients:install`. */
  readonly id: string;
  readonly package: string;
  readonly version: string;
  /** The program, from the folder into which the package is installed. */
  readonly program: string;
  /** Names another program to run in its place. */
  readonly variable: string;
}

/** A program and its first arguments. */
export type ClientCommand = readonly [string, ...string[]];

type Environment = Readonly<Record<string, string | undefined>>;

const PLATFORM = `${process.platform}-${process.arch}`;

/**
 * The clients that can be installed from the npm registry. Their native programs are named as they lie in the packages of
 * each platform, so that no install script has to run.
 */
export const PINNED_CLIENTS: readonly PinnedClient[] = [
  {
    id: "claude-code",
    package: "@anthropic-ai/claude-code",
    version: "2.1.332",
    program: `node_modules/@anthropic-ai/claude-code-${PLATFORM}/claude`,
    variable: "AUTOMOBILE_CLAUDE_BIN",
  },
  {
    id: "codex",
    package: "@openai/codex",
    version: "0.171.0",
    program: "node_modules/@openai/codex/bin/codex.js",
    variable: "AUTOMOBILE_CODEX_BIN",
  },
  {
    id: "gemini-cli",
    package: "@google/gemini-cli",
    version: "0.61.0",
    program: "node_modules/@google/gemini-cli/bundle/gemini.js",
    variable: "AUTOMOBILE_GEMINI_BIN",
  },
  {
    id: "copilot-cli",
    package: "@github/copilot",
    version: "1.0.102",
    program: `node_modules/@github/copilot-${PLATFORM}/copilot`,
    variable: "AUTOMOBILE_COPILOT_BIN",
  },
  {
    id: "qwen-code",
    package: "@qwen-code/qwen-code",
    version: "0.24.4",
    program: "node_modules/@qwen-code/qwen-code/cli.js",
    variable: "AUTOMOBILE_QWEN_BIN",
  },
  {
    id: "opencode",
    package: "opencode-ai",
    version: "1.18.33",
    program: `node_modules/opencode-${PLATFORM}/bin/opencode`,
    variable: "AUTOMOBILE_OPENCODE_BIN",
  },
  {
    id: "inspector",
    package: "@modelcontextprotocol/inspector",
    version: "2.12.0",
    program: "node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js",
    variable: "AUTOMOBILE_INSPECTOR_BIN",
  },
  {
    id: "mcpdo",
    package: "@modelcontextprotocol/inspector",
    version: "2.12.0",
    program: "node_modules/@modelcontextprotocol/inspector/clients/mcpdo/build/mcp-bin.js",
    variable: "AUTOMOBILE_MCPDO_BIN",
  },
];

/** Where installed clients are kept: `AUTOMOBILE_CLIENTS_DIR`, else a folder in the user's cache; never in the project. */
export function clientsFolder(env: Environment): string {
  return present(env["AUTOMOBILE_CLIENTS_DIR"]) ?? join(userCache(env), "automobile-clients");
}

/** The folder of one version of one package below `clientsFolder`. */
export function clientFolder(client: Pick<PinnedClient, "package" | "version">, env: Environment): string {
  return join(clientsFolder(env), `${client.package.replace("/", "+")}@${client.version}`);
}

/** The command line of the program that the client's variable names; `undefined` when it names none. */
export function namedClient(client: Pick<PinnedClient, "variable">, env: Environment): ClientCommand | undefined {
  const program = present(env[client.variable]);
  return program === undefined ? undefined : toCommand(program);
}

/**
 * The command line of a client: of the program that its variable names, else of the installed one; `undefined` when it is
 * not here. PATH is never looked at, so that nobody's own client is started.
 */
export function findClient(client: PinnedClient, env: Environment): ClientCommand | undefined {
  const installed = join(clientFolder(client, env), client.program);
  return namedClient(client, env) ?? (existsSync(installed) ? toCommand(installed) : undefined);
}

function toCommand(program: string): ClientCommand {
  return /\.[cm]?js$/.test(program) ? [process.execPath, program] : [program];
}

function userCache(env: Environment): string {
  const home = homedir();
  switch (process.platform) {
    case "darwin":
      return join(home, "Library", "Caches");
    case "win32":
      return present(env["LOCALAPPDATA"]) ?? join(home, "AppData", "Local");
    default:
      return present(env["XDG_CACHE_HOME"]) ?? join(home, ".cache");
  }
}

function present(value: string | undefined): string | undefined {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? undefined : trimmed;
}
