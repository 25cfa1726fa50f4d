import { posix } from "node:path";
import { LAYERS, OUTSIDE_MODULES, type Layer } from "./layers.js";

/** Stands for the specifier of an import that is computed at run time. */
export const COMPUTED = "(computed)";

/** One import as it stands in a source file. */
export interface ImportSite {
  /** The importing file, from the project root, with forward slashes. */
  readonly file: string;
  /** What it imports, as written; `COMPUTED` when it is no literal. */
  readonly specifier: string;
  /** `import type` and `export type`: gone before anything runs. */
  readonly isTypeOnly: boolean;
}

/** Says what is wrong with an import, or nothing. Files outside `src/` may import what they like. */
export function arrowProblem(site: ImportSite): string | undefined {
  const layer = layerOf(site.file);
  if (layer === undefined) {
    return site.file.startsWith("src/") ? `${site.file} is in no room of test/pins/layers.ts` : undefined;
  }
  if (site.specifier.startsWith(".")) return roomProblem(site, layer);
  return outsideProblem(site.specifier, layer);
}

/** The room that a file belongs to: the longest prefix wins, so that one file can be a room of its own. */
export function layerOf(file: string): Layer | undefined {
  return LAYERS.filter(({ room }) => file.startsWith(room)).toSorted((a, b) => b.room.length - a.room.length)[0];
}

function roomProblem(site: ImportSite, layer: Layer): string | undefined {
  const target = posix.join(posix.dirname(site.file), site.specifier).replace(/\.js$/, ".ts");
  const targetRoom = layerOf(target)?.room;
  if (targetRoom === layer.room) return undefined;
  // A room inside another is not opened by its parent's arrow.
  const isAllowed = (rooms: readonly string[]) => rooms.some((room) => room === targetRoom || room === target);
  if (isAllowed(layer.mayImport)) return undefined;
  if (isAllowed(layer.mayImportTypesOf)) {
    return site.isTypeOnly ? undefined : `${layer.room} may import only types of ${target}`;
  }
  return `${layer.room} may not import ${target}`;
}

function outsideProblem(specifier: string, layer: Layer): string | undefined {
  if (specifier === COMPUTED) return `${layer.room} may not import what is not written out`;
  if (layer.room === "src/core/") return `src/core/ imports nothing, not even ${specifier}`;
  const module = specifier.replace(/^node:/, "").replace(/\/.*$/, "");
  const isOutside = OUTSIDE_MODULES.some((name) => name === module);
  return isOutside && !layer.mayReach.includes(module) ? `${layer.room} may not reach ${specifier}` : undefined;
}
