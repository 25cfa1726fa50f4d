// Writes the table of arrows in ARCHITECTURE.md from test/pins/layers.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { arrowsTable, isArrowsRow } from "../test/support/arrowsTable.js";

const DOCUMENT = "ARCHITECTURE.md";

const lines = readFileSync(DOCUMENT, "utf8").split("\n");
const first = lines.findIndex(isArrowsRow);
const last = lines.findLastIndex(isArrowsRow);
writeFileSync(DOCUMENT, [...lines.slice(0, first), ...arrowsTable(), ...lines.slice(last + 1)].join("\n"));
