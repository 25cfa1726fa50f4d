import { appBar, band, BELOW_APP_BAR_PX, button, CONTENT, field, list } from "../layout.js";
import type { Scene } from "../scene.js";
import type { ViewNode } from "../view.js";

const CONTROL_HEIGHT_PX = 96;

/** The notes app: write one, save it, and see those there are; a long press deletes. */
export function notesPage({ state }: Scene): readonly ViewNode[] {
  const rows = state.notes.map((title, index) => ({
    id: `note_${index + 1}`,
    title,
    onLongPress: { kind: "delete_note", index } as const,
  }));
  const listBox = { ...band(BELOW_APP_BAR_PX + 240, 0), bottom: CONTENT.bottom };
  return [
    ...appBar("Notes"),
    field({ name: "note", box: band(BELOW_APP_BAR_PX, CONTROL_HEIGHT_PX), hint: "New note" }, state),
    button("save_button", band(BELOW_APP_BAR_PX + 120, CONTROL_HEIGHT_PX), {
      text: "Save note",
      onTap: { kind: "save_note" },
    }),
    list({ name: "notes_list", box: listBox, rows }, state),
  ];
}
