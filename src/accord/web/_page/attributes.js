// A table of the user's about nodes, such as their titles: its columns are joined to those of the lists.

import { upload } from "./api.js";
import { button, h, name } from "./dom.js";
import { failure } from "./region.js";
import { nameOf, state, update } from "./state.js";

export const attributesQuestion = () => (state.attributes ? { attributes: state.attributes } : {});

export function attributesField() {
  if (state.attributes) {
    return h("p.row", h("span", "With columns of ", name(nameOf(state.attributes))), button("Without", () => update({ attributes: null }), { class: "plain", "aria-label": "Without the table" }));
  }
  const chooser = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true", data: { role: "attributes" } });
  const line = h("p.row", button("Join a table about nodes", () => chooser.click(), { class: "plain" }), h("span.quiet", "CSV with a row for each node: its name, then anything"), chooser);
  chooser.addEventListener("change", async () => {
    try {
      const [file] = chooser.files;
      const stored = await upload(file, file.name);
      update({ attributes: { file: stored.file, name: file.name } });
    } catch (error) {
      line.after(failure(error));
    }
  });
  return line;
}

/** Columns for the attributes that any of the rows has. */
export function attributeColumns(rows) {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row.attributes ?? {})))];
  return keys.map((key) => ({ title: name(key), class: "name", cell: (row) => name(row.attributes?.[key]) }));
}
