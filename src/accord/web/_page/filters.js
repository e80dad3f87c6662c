// What narrows a list: search, sizes, sides and choices. Each is kept in the address.

import { button, h } from "./dom.js";
import { count } from "./format.js";
import { state, update } from "./state.js";

const TYPING_MS = 200;
let timer = 0;

export const filterBar = (...fields) => h("div.filter", { role: "search" }, fields);

export const field = (label, ...content) => h("div.field", h("span.label", label), content);

/** A field that searches while one types. */
export function search(what) {
  const type = (event) => {
    const { value } = event.target;
    clearTimeout(timer);
    timer = setTimeout(() => update({ search: value, page: 0 }, { replace: true }), TYPING_MS);
  };
  return h(
    "div.field",
    h("label", { for: "search" }, what),
    h("input", { type: "search", id: "search", value: state.search, placeholder: "A part of its name", "aria-keyshortcuts": "/", on: { input: type } }),
  );
}

export function number(key, label) {
  const set = (event) => {
    const value = event.target.value.trim();
    update({ [key]: value === "" ? null : Math.max(0, Math.round(Number(value))), page: 0 });
  };
  return h("div.field", h("label", { for: `filter-${key}` }, label), h("input", { type: "number", id: `filter-${key}`, min: 0, value: state[key] ?? "", on: { change: set } }));
}

/** Buttons of which one is pressed; a choice is [value, words, number of rows]. */
export function choiceButtons(label, choices, chosen, choose) {
  const buttons = choices.map(([value, words, rows]) =>
    button([words, rows === undefined ? "" : ` ${count(rows)}`], () => choose(value), { id: `choose-${value || "all"}`, "aria-pressed": String(value === chosen) }),
  );
  return h("div.row.choices", { role: "group", "aria-label": label }, buttons);
}

export function sideButtons(sides = [["truth", "Truth clusters"], ["found", "Found clusters"]]) {
  return choiceButtons("Side", sides, state.side, (side) => update({ side, verdicts: [], page: 0 }));
}
