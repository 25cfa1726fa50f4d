import { createRequire } from "node:module";
import type { PhoneProfile } from "../phone/profile.js";
import { viewOf } from "./pages.js";
import { blackSvg, toSvg } from "./svg.js";
import type { UiState } from "./uiState.js";

const FONT_FILES = ["dejavu-fonts-ttf/ttf/DejaVuSans.ttf", "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"];

/** Pictures by the state that they show; a state that nobody holds any more takes its picture with it. */
const pictures = new WeakMap<UiState, Map<string, Promise<Uint8Array>>>();

/**
 * The PNG of what a phone shows in this state, opaque, of the screen's size. The same state is rendered once. The
 * renderer and its font are loaded with the first picture.
 */
export function renderPng(state: UiState, profile: PhoneProfile): Promise<Uint8Array> {
  const ofState = pictures.get(state) ?? new Map<string, Promise<Uint8Array>>();
  pictures.set(state, ofState);
  const key = JSON.stringify(profile);
  const picture = ofState.get(key) ?? renderSvg(svgOf(state, profile));
  ofState.set(key, picture);
  return picture;
}

function svgOf(state: UiState, profile: PhoneProfile): string {
  if (!state.isAwake) return blackSvg();
  return toSvg(viewOf(state, profile), { hue: profile.hue, isDark: state.switches.dark_theme });
}

async function renderSvg(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js");
  const { resolve } = createRequire(import.meta.url);
  const fontFiles = FONT_FILES.map((file) => resolve(file));
  const renderer = new Resvg(svg, { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" } });
  return renderer.render().asPng();
}
