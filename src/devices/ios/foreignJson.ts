/** The named property of a value from outside; `undefined` for what is no object or has none of its own. */
export function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** What is reached by one property after the other. */
export function reach(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(propertyOf, value);
}

/** A text that says something; `undefined` for everything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** A finite number; `undefined` for everything else. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The items of an array; none for everything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What ids of devices are made of, old and new ones; nothing that a program could take for an option or a word of its own. */
const DEVICE_ID = /^[0-9A-Za-z][0-9A-Za-z-]{7,63}$/;

/** An id that can be given to a program; `undefined` for everything else. */
export function asDeviceId(value: unknown): string | undefined {
  return typeof value === "string" && DEVICE_ID.test(value) ? value : undefined;
}
