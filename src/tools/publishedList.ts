import { CATALOGUE } from "./catalogue.js";
import type { PublishedTool } from "./publishedTool.js";

/**
 * What `tools/list` shows, generated anew. The server answers from `prebuiltList.ts`, whose content `npm run generate`
 * writes from this, so that listing the tools loads none of them.
 */
export function toPublishedList(): readonly PublishedTool[] {
  return CATALOGUE.map((tool) => tool.published());
}
