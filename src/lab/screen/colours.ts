/** What colours a picture has. */
export interface Palette {
  /** In degrees; each phone has its own, so that two pictures are told apart at a glance. */
  readonly hue: number;
  readonly isDark: boolean;
}

/** The colours of one picture, as hex: the renderer reads no others. */
export interface Colours {
  readonly sky: string;
  readonly paper: string;
  readonly card: string;
  readonly ink: string;
  readonly faintInk: string;
  readonly line: string;
  readonly accent: string;
  readonly onAccent: string;
}

/** Light and dark shades of the phone's hue. */
export function coloursOf({ hue, isDark }: Palette): Colours {
  const shade = (saturationPercent: number, lightnessPercent: number): string =>
    toHex({ hue, saturation: saturationPercent / 100, lightness: lightnessPercent / 100 });
  return isDark
    ? {
        sky: shade(60, 16),
        paper: shade(12, 9),
        card: shade(14, 16),
        ink: shade(15, 93),
        faintInk: shade(8, 66),
        line: shade(10, 26),
        accent: shade(65, 72),
        onAccent: shade(60, 14),
      }
    : {
        sky: shade(60, 86),
        paper: shade(40, 97),
        card: "#ffffff",
        ink: shade(30, 13),
        faintInk: shade(10, 40),
        line: shade(22, 88),
        accent: shade(65, 38),
        onAccent: "#ffffff",
      };
}

/** https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
function toHex(colour: { readonly hue: number; readonly saturation: number; readonly lightness: number }): string {
  const { hue, saturation, lightness } = colour;
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const position = (offset + hue / 30) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
