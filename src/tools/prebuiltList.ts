import type { PublishedTool } from "./publishedTool.js";
import generated from "./toolsList.generated.json" with { type: "json" };

/** The answer to `tools/list`, written down beforehand by `npm run generate`: giving it loads no tool and no schema library. */
export const PREBUILT_LIST: readonly PublishedTool[] = generated.tools.map((tool) => ({
  ...tool,
  // A word in a JSON file is any string to the compiler.
  inputSchema: { ...tool.inputSchema, type: "object" },
  outputSchema: { ...tool.outputSchema, type: "object" },
}));
