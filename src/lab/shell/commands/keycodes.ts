/** Key codes that the lab's phones know. https://developer.android.com/reference/android/view/KeyEvent */
const NAMES_BY_CODE: ReadonlyMap<number, string> = new Map([
  [0, "UNKNOWN"],
  [3, "HOME"],
  [4, "BACK"],
  [5, "CALL"],
  [6, "ENDCALL"],
  [19, "DPAD_UP"],
  [20, "DPAD_DOWN"],
  [21, "DPAD_LEFT"],
  [22, "DPAD_RIGHT"],
  [23, "DPAD_CENTER"],
  [24, "VOLUME_UP"],
  [25, "VOLUME_DOWN"],
  [26, "POWER"],
  [27, "CAMERA"],
  [55, "COMMA"],
  [56, "PERIOD"],
  [61, "TAB"],
  [62, "SPACE"],
  [66, "ENTER"],
  [67, "DEL"],
  [82, "MENU"],
  [84, "SEARCH"],
  [85, "MEDIA_PLAY_PAUSE"],
  [92, "PAGE_UP"],
  [93, "PAGE_DOWN"],
  [111, "ESCAPE"],
  [112, "FORWARD_DEL"],
  [122, "MOVE_HOME"],
  [123, "MOVE_END"],
  [164, "VOLUME_MUTE"],
  [187, "APP_SWITCH"],
  [223, "SLEEP"],
  [224, "WAKEUP"],
  [278, "COPY"],
  [279, "PASTE"],
  ...[..."0123456789"].map((digit, index): [number, string] => [7 + index, digit]),
  ...[..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter, index): [number, string] => [29 + index, letter]),
]);

const KNOWN_NAMES: ReadonlySet<string> = new Set(NAMES_BY_CODE.values());

/** The full name of a key given as a number, a short or a full name; Android takes what it does not know for `KEYCODE_UNKNOWN`. */
export function toKeyName(given: string): string {
  const short = given.toUpperCase().replace(/^KEYCODE_/, "");
  const byCode = NAMES_BY_CODE.get(Number(given));
  if (/^\d{1,4}$/.test(given)) return `KEYCODE_${byCode ?? given}`;
  return `KEYCODE_${KNOWN_NAMES.has(short) ? short : "UNKNOWN"}`;
}
