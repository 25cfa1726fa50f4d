/**
 * Ends a switch over a closed union: a member added later fails to compile here instead of falling through.
 *
 * @throws Error always; reaching it means that a value escaped its type.
 */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
