// Keys for what is done often. They do nothing while something is typed.

import { all, button, h } from "./dom.js";
import { openAdding } from "./inputs.js";
import { foundPlace, link, state, update } from "./state.js";

const VIEWS_BY_KEY = { a: "answer", c: "clusters", n: "nodes", o: "changes", w: "whatif", b: "stores" };

const SHORTCUTS = [
  ["?", "Show these keys"],
  ["a", "Answer"],
  ["c", "Clusters"],
  ["n", "Nodes"],
  ["o", "Old and new"],
  ["w", "What if"],
  ["b", "Benchmarks"],
  ["+", "Add files"],
  ["s", "Swap truth and found"],
  ["f", "Look at the next found clustering"],
  ["/", "Search"],
  [", and .", "Previous and next page of a table"],
  ["d", "Dark or light"],
  ["Esc", "Close a dialog"],
];

export function setUpKeys() {
  document.getElementById("help").addEventListener("click", showKeys);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog[open]");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(event.key)) event.preventDefault();
  });
}

function press(key) {
  const { inputs } = state;
  if (key === "?") showKeys();
  else if (key === "+") openAdding();
  else if (key === "d") document.getElementById("theme").click();
  else if (key === "/") document.querySelector("main input[type=search]")?.focus();
  else if (key === "," || key === ".") document.getElementById(key === "," ? "page-back" : "page-on")?.click();
  else if (key === "s" && inputs.length > 1) swap();
  else if (key === "f" && inputs.length > 2) update({ found: nextFound(), page: 0, edits: [] });
  else if (VIEWS_BY_KEY[key] && document.getElementById(`view-${VIEWS_BY_KEY[key]}`)) location.hash = link({ view: VIEWS_BY_KEY[key] });
  else return false;
  return true;
}

/** The found clustering in detail becomes the truth, and the truth becomes found. */
export function swap() {
  const { truth } = state;
  update({ truth: foundPlace(), found: truth, edits: [], cluster: null, index: null, page: 0 });
}

function nextFound() {
  const { inputs, truth } = state;
  const places = inputs.map((_, place) => place).filter((place) => place !== truth);
  return places[(places.indexOf(foundPlace()) + 1) % places.length];
}

function showKeys() {
  const dialog = document.getElementById("keys");
  const rows = SHORTCUTS.map(([key, words]) => [h("dt", h("kbd", key)), h("dd", words)]);
  dialog.replaceChildren(
    h("div.heading", h("h2#keys-title", "Help and keys"), button("Close", () => dialog.close())),
    h("p", "Drop two or more files anywhere on this page. The first is the truth unless a name says so; the answer follows. Every view is a link: copy the address to share it."),
    h("dl.shortcuts", rows),
  );
  if (!dialog.open) dialog.showModal();
  all("button", dialog)[0].focus();
}
