// Writes the answer to `tools/list` into the source, so that the server can give it without loading a single tool.
import { writeFileSync } from "node:fs";
import { toPublishedList } from "../src/tools/publishedList.js";

const target = new URL("../src/tools/toolsList.generated.json", import.meta.url);
writeFileSync(target, `${JSON.stringify({ tools: toPublishedList() }, undefined, 2)}\n`);
