import { appBar, band, BELOW_APP_BAR_PX, button, CONTENT, half, list, type Row, subPageBar } from "../layout.js";
import { CONTACTS } from "../sampleText.js";
import type { Scene } from "../scene.js";
import { node, type ViewNode } from "../view.js";

/** Fictional numbers end in 01 and two digits. */
const FIRST_NUMBER = 10;

/** The phone book: more names than fit on the screen; a long press gives a star. */
export function contactsPage({ state }: Scene): readonly ViewNode[] {
  const rows = CONTACTS.map((name, index): Row => ({
    id: `contact_${index + 1}`,
    title: state.starred.has(name) ? `★ ${name}` : name,
    onTap: { kind: "open", page: { app: "contacts", contact: name } },
    onLongPress: { kind: "star", contact: name },
  }));
  const box = { ...band(BELOW_APP_BAR_PX, 0), bottom: CONTENT.bottom };
  return [...appBar("Contacts"), list({ name: "contacts_list", box, rows }, state)];
}

/** One person. */
export function contactPage(name: string, { state }: Scene): readonly ViewNode[] {
  const top = BELOW_APP_BAR_PX;
  const number = `+1 555 01${CONTACTS.indexOf(name) + FIRST_NUMBER}`;
  return [
    ...subPageBar(name),
    node("caption", band(top, 48), { id: "phone_number", text: number }),
    button("call_button", half("left", top + 80, 96), {
      text: "Call",
      onTap: { kind: "say", status: `Called ${name}` },
    }),
    button("star_button", half("right", top + 80, 96), {
      text: state.starred.has(name) ? "Remove star" : "Add star",
      onTap: { kind: "star", contact: name },
    }),
    node("caption", band(top + 200, 48), { id: "status", text: state.status }),
  ];
}
