// Writes docs/tools.md from the catalogue.
import { writeFileSync } from "node:fs";
import { toPublishedList } from "../src/tools/publishedList.js";
import { toolsPage } from "../test/support/toolsPage.js";

writeFileSync(new URL("../docs/tools.md", import.meta.url), toolsPage(toPublishedList()));
