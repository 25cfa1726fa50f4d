import { evaluate, parse, type ValueNode } from "@humanwhocodes/momoa";
import { parseJson } from "../../core/parseJson.js";
import { asDeviceId, asList, asText, propertyOf } from "./foreignJson.js";

/** One simulator as `simctl list devices -j` has it. What an entry does not say is `undefined`. */
export interface SimulatorRecord {
  readonly udid: string;
  readonly name: string | undefined;
  /** simctl's own word, such as `Booted`. */
  readonly state: string | undefined;
  /** `undefined` when simctl does not say; old versions say it only of those that are not. */
  readonly isAvailable: boolean | undefined;
  readonly availabilityError: string | undefined;
  /** For example `com.apple.CoreSimulator.SimDeviceType.iPhone-16`. */
  readonly deviceType: string | undefined;
  /** The key under which it is listed, for example `com.apple.CoreSimulator.SimRuntime.iOS-18-2`. */
  readonly runtime: string;
}

/**
 * Reads the JSON of `simctl list devices -j`; `undefined` when it is none. simctl can write one runtime twice, and
 * `JSON.parse` would keep the last one only, so the text is read member by member. An entry without a `udid` is left out;
 * every other one is kept, whatever else it lacks.
 */
export function parseSimulatorList(text: string): readonly SimulatorRecord[] | undefined {
  if (parseJson(text) === undefined) return undefined;
  const lists = membersOf(parse(text).body).filter(({ name }) => name === "devices");
  if (lists.length === 0) return undefined;
  const runtimes = lists.flatMap(({ value }) => membersOf(value));
  return runtimes.flatMap(({ name, value }) => asList(evaluate(value)).flatMap((entry) => toRecord(entry, name)));
}

/** The members of an object in the order of the text, also those that share a name. */
function membersOf(node: ValueNode): readonly { readonly name: string; readonly value: ValueNode }[] {
  if (node.type !== "Object") return [];
  return node.members.map(({ name, value }) => ({ name: name.type === "String" ? name.value : name.name, value }));
}

function toRecord(entry: unknown, runtime: string): readonly SimulatorRecord[] {
  const udid = asDeviceId(propertyOf(entry, "udid"));
  if (udid === undefined) return [];
  return [
    {
      udid,
      name: asText(propertyOf(entry, "name")),
      state: asText(propertyOf(entry, "state")),
      isAvailable: readAvailability(entry),
      availabilityError: asText(propertyOf(entry, "availabilityError")),
      deviceType: asText(propertyOf(entry, "deviceTypeIdentifier")),
      runtime,
    },
  ];
}

/** `isAvailable` was the text `YES` or `NO` once; before that, `availability` was `(available)` or `(unavailable, …)`. */
function readAvailability(entry: unknown): boolean | undefined {
  const isAvailable = propertyOf(entry, "isAvailable");
  if (typeof isAvailable === "boolean") return isAvailable;
  const word = asText(isAvailable) ?? asText(propertyOf(entry, "availability"));
  return word === undefined ? undefined : word === "YES" || word === "(available)";
}
