#!/usr/bin/env node
// Plain JavaScript that any Node.js parses, so that an old one gets a sentence and not a syntax error.
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `automobile needs Node.js 20.19 or newer, and this is ${process.versions.node} (${process.execPath}).\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import("../dist/main.js");
  await main(fileURLToPath(import.meta.url));
}
