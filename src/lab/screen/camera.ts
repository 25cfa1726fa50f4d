import { createRequire } from "node:module";
import type { Scene } from "./scene.js";
import { BLACK_SVG, FONT_FAMILY, toSvg } from "./svg.js";
import { viewOf } from "./viewOf.js";

const FONT_FILES = ["dejavu-fonts-ttf/ttf/DejaVuSans.ttf", "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"];

/**
 * Makes the camera of one phone: gives the PNG of what the phone shows, of the screen's size. What has not changed since
 * the last picture is not drawn again. The renderer and its font are loaded with the first picture; drawing one takes
 * about a tenth of a second.
 */
export function createCamera(): (scene: Scene) => Promise<Uint8Array> {
  let lastSvg: string | undefined;
  let lastPicture = Promise.resolve(new Uint8Array());

  return (scene) => {
    const svg = svgOf(scene);
    if (svg !== lastSvg) {
      lastSvg = svg;
      lastPicture = renderSvg(svg);
    }
    return lastPicture;
  };
}

function svgOf(scene: Scene): string {
  const { state, profile } = scene;
  if (!state.isAwake) return BLACK_SVG;
  const palette = { hue: profile.hue, isDark: state.switches.dark_theme };
  return toSvg(viewOf(scene), { palette, owner: profile.serial });
}

async function renderSvg(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { renderAsync } = await import("@resvg/resvg-js");
  const { resolve } = createRequire(import.meta.url);
  const fontFiles = FONT_FILES.map((file) => resolve(file));
  const image = await renderAsync(svg, { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: FONT_FAMILY } });
  return Uint8Array.from(image.asPng());
}
