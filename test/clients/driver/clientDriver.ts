import type { ModelDialect } from "../standIn/modelStandIn.js";

/** The name under which every client has the server in its configuration. */
export const SERVER_NAME = "phones";

/** The tool that every run calls, and its arguments: two devices could be meant. */
export const TOOL_CALL = { tool: "pressButton", args: { button: "home" } } as const;

/** What a person would have typed. */
export const PROMPT = "Press the home button";

/** How the clients that are nothing but an SDK introduce themselves. */
export const SDK_IDENTITY = { name: "sdk-client", version: "1.0.0" } as const;

/** Which era a client is held to. `default`: it decides. */
export type WantedEra = "default" | "legacy" | "modern";

/** Who answers the question. `accept`: a program in the person's place, which picks the last device that is offered. */
export type Answerer = "nobody" | "accept";

/** One way to run a client. */
export interface ClientScenario {
  readonly era: WantedEra;
  readonly answerer: Answerer;
  /** For people: how the era is forced and the answer given. */
  readonly how: string;
}

/** One MCP client, and how it is run without a person. */
export interface ClientDriver {
  /** Unique, for the command line and for tests' names. */
  readonly id: string;
  /** As its makers write it. */
  readonly title: string;
  /** What is typed to start it; empty for a client that is a library. */
  readonly command: string;
  /** The API of its model and the tool's name in it; `undefined` for a client that calls tools by itself. */
  readonly model: { readonly dialect: ModelDialect; readonly tool: string } | undefined;
  readonly scenarios: readonly ClientScenario[];
  /** Why no scenario has an `accept`; `undefined` where one has. */
  readonly whyNoAccept?: string;
  /** Makes the one tool call, in this way, and returns when the client has ended. */
  drive(scenario: ClientScenario, session: ClientSession): Promise<void>;
}

/** One run: a home of its own, a server to use, a model to talk to. */
export interface ClientSession {
  /** An empty folder that nothing else uses. */
  readonly home: string;
  /** An empty folder below it to work in. */
  readonly workFolder: string;
  /** The command line of the server, which is watched. */
  readonly server: readonly [string, ...string[]];
  /** The stand-in's address; empty for a client without a model. */
  readonly modelUrl: string;
  /** The command line of a program that reads a question on its input and prints what a Claude Code hook must print. */
  readonly answerHook: readonly [string, string];
  /** Writes a file below `home`, with the folders that it needs. */
  writeFile(path: string, text: string): Promise<void>;
  /** Waits until the server has answered the tool call for good, longer than a question of a legacy connection stands. */
  untilReturned(): Promise<void>;
  /** Runs the client once, in an environment of its own with these variables added, until it ends. */
  run(args: readonly string[], options?: RunOptions): Promise<ProgramEnd>;
}

/** How one program of a run is started. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Without it the program's input is empty. */
  readonly conversation?: Conversation;
}

/** What is said to a program line by line. */
export interface Conversation {
  readonly opening: readonly string[];
  /** What to write for one line of its output; `end` closes its input. */
  replyTo(line: string): readonly string[] | "end";
}

/** How one program ended. */
export interface ProgramEnd {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}
