import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

/**
 * @typedef {object} WorldApp
 * @property {string} bundleId
 * @property {"System" | "User"} type
 * @property {number} [pid] while it runs
 */

/**
 * @typedef {object} WorldSimulator
 * @property {string} udid
 * @property {string} name
 * @property {string} runtime the key under which simctl lists it
 * @property {string} [deviceType]
 * @property {string} state simctl's own word
 * @property {string} [availabilityError] makes it unavailable
 * @property {number} homePid the home screen's process
 * @property {string} [front] the app in front; the home screen without one
 * @property {WorldApp[]} apps
 * @property {string[]} openedUrls
 */

/**
 * @typedef {object} WorldPhone
 * @property {string} udid
 * @property {string} identifier CoreDevice's own id
 * @property {string} name
 * @property {string} osVersion
 * @property {string} pairingState
 * @property {string} tunnelState
 * @property {string} developerMode
 * @property {WorldApp[]} apps
 */

/**
 * What a program does in place of its work. `empty` is how its first runs end; `stdin` waits for its input to end, as a program does that
 * asks for leave on its first start, then fails.
 *
 * @typedef {{ kind: "exit", code: number, stderr: string }
 *   | { kind: "empty", times: number }
 *   | { kind: "hang" }
 *   | { kind: "stdin" }} WorldFault
 */

/**
 * @typedef {object} XcrunWorld
 * @property {WorldSimulator[]} simulators
 * @property {WorldPhone[]} phones
 * @property {boolean} hasTwinRuntimes simctl writes each runtime with several simulators twice
 * @property {number} nextPid
 * @property {{ simctl?: WorldFault, devicectl?: WorldFault }} faults
 */

/**
 * @param {string} file
 * @returns {XcrunWorld}
 */
export function readWorld(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * @param {string} file
 * @param {XcrunWorld} world
 */
export function writeWorld(file, world) {
  writeFileSync(file, JSON.stringify(world, null, 2));
}

/**
 * Every run of the program, as its arguments.
 *
 * @param {string} file of the world
 * @returns {string[][]} oldest first
 */
export function readCalls(file) {
  try {
    return readFileSync(`${file}.calls`, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/**
 * @param {string} file of the world
 * @param {string[]} args
 */
export function noteCall(file, args) {
  appendFileSync(`${file}.calls`, `${JSON.stringify(args)}\n`);
}

/** The program fails in the way of its tool. */
export class ToolError extends Error {
  /**
   * @param {number} exitCode
   * @param {string} message for standard error
   */
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}
