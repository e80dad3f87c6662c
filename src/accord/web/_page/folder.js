// Files below the folder of the server: walk through folders or search, mark some, use them.

import { get } from "./api.js";
import { button, h, name } from "./dom.js";
import { bytes, plural } from "./format.js";
import { failure } from "./region.js";

export function folderList(use) {
  let path = "";
  let search = "";
  const marked = new Set();
  const list = h("ul.picks.tall");
  const where = h("p.quiet.small");
  const go = button("Compare", () => use([...marked]), { class: "primary", disabled: true });
  const field = h("input", { type: "search", id: "folder-search", placeholder: "Search by name", "aria-label": "Search files on the server" });
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ((search = field.value.trim()), show()), 180);
  });

  const file = (entry) => {
    const box = h("input", { type: "checkbox", checked: marked.has(entry.path) });
    box.addEventListener("change", () => {
      if (box.checked) marked.add(entry.path);
      else marked.delete(entry.path);
      go.disabled = marked.size === 0;
      go.textContent = marked.size ? `Use ${plural(marked.size, "file")}` : "Compare";
    });
    return h("li", h("label", box, h("span", name(search ? entry.path : entry.name)), h("span.quiet.small", bytes(entry.bytes))));
  };

  const folder = (to, words) => h("li", button([words].flat(), () => ((path = to), show()), { class: "pick" }));

  async function show() {
    const asked = new URLSearchParams({ path, search }).toString();
    const isOld = () => asked !== new URLSearchParams({ path, search }).toString();
    try {
      const answer = await get(`folder?${asked}`);
      if (isOld()) return;
      const up = path && !search ? [folder(path.split("/").slice(0, -1).join("/"), "← up")] : [];
      const items = answer.entries.map((entry) => {
        return entry.kind === "file" ? file(entry) : folder(entry.path, [h("b", name(entry.name)), " /"]);
      });
      const nothing = h("li.empty", search ? `No file has “${search}” in its name.` : "This folder is empty.");
      list.replaceChildren(...up, ...(items.length ? items : [nothing]));
      const rest = answer.total - answer.entries.length;
      where.textContent = `${path || "The folder of the server"}: ${plural(answer.total, "entry", "entries")}${rest ? `, the first ${answer.entries.length} are shown; search for others` : ""}${answer.is_cut ? ". There are more: search for a longer name" : ""}`;
    } catch (error) {
      if (!isOld()) list.replaceChildren(h("li", failure(error)));
    }
  }
  show();
  return h("div", h("p.row", field, go), list, where);
}
