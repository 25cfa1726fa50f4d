// Loaded into a tested client before anything else: names that end in .example are those of this machine.
import dns from "node:dns";

const { lookup } = dns;
/** @type {(name: string, ...others: unknown[]) => unknown} */
const ownLookup = (name, ...others) =>
  Reflect.apply(lookup, dns, [name.endsWith(".example") ? "127.0.0.1" : name, ...others]);
Reflect.defineProperty(dns, "lookup", { value: ownLookup });
