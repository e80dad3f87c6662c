// Old against new, without a truth: what stayed, split, merged, appeared and vanished. The first input is the old one.

import { ask } from "./api.js";
import { notes } from "./answer.js";
import { button, h, name } from "./dom.js";
import { field, filterBar, number, search, sideButtons } from "./filters.js";
import { count, score } from "./format.js";
import { swap } from "./keys.js";
import { region } from "./region.js";
import { foundInput, foundPlace, link, nameOf, pairQuestion, state, truthInput, update } from "./state.js";
import { pageOf, pages, table } from "./table.js";
import { takeaways } from "./takes.js";

/** The colour of a change is that of the verdict that resembles it. */
const COLOURS = { stayed: "exact", appeared: "none", vanished: "missed" };
const SIDES = [
  ["truth", "Old clusters"],
  ["found", "New clusters"],
];

/** The old clustering is in the place of the truth. */
const side = () => (state.side === "truth" ? "old" : "new");

export function changesView() {
  const question = changesQuestion();
  const load = (wait) => ask("changes", question, wait);
  return [
    h("section.card", { "aria-label": "Changes" }, region("changes", load, (answer) => [h("h1.lead", answer.sentence), oldAndNew(), totalsTable(answer), notes(answer)])),
    h(
      "section.card",
      { "aria-labelledby": "changed" },
      h("h2#changed", "Clusters"),
      sideButtons(SIDES),
      filterBar(search("Cluster"), number("min", "Size from"), number("max", "to")),
      region("changes-kinds", load, kindChips, { quiet: true }),
      region("changes-clusters", (wait) => ask("changes/clusters", clustersQuestion(), wait), rowsTable),
    ),
    // As files, changes are the explanation of new against old.
    region("takes", (wait) => ask("explain", pairQuestion(), wait), (answer) => takeaways("explain", pairQuestion(), answer.commands)),
  ];
}

const changesQuestion = () => ({ old: truthInput(), new: foundInput(), ...(state.nodes ? { nodes: state.nodes } : {}) });

function clustersQuestion() {
  const { search: words, verdicts, min, max, sort, desc } = state;
  return {
    ...changesQuestion(),
    side: side(),
    ...(words ? { search: words } : {}),
    ...(verdicts.length ? { changes: verdicts } : {}),
    ...(min === null ? {} : { min_size: min }),
    ...(max === null ? {} : { max_size: max }),
    ...(sort ? { sort, descending: desc } : {}),
    ...pageOf(),
  };
}

function oldAndNew() {
  const part = (word, input) => h("span.side", `${word}: `, name(nameOf(input)));
  return h("p.pair", part("old", state.inputs[state.truth]), button("⇄ Swap", swap, { id: "swap", "aria-label": "Swap old and new" }), part("new", state.inputs[foundPlace()]));
}

function mark(word, words = word) {
  return [h("span.key", { class: `c-${COLOURS[word] ?? word}`, "aria-hidden": "true" }), words];
}

function totalsTable({ totals, meanings }) {
  const words = [...new Set([...Object.keys(totals.old), ...Object.keys(totals.new)])];
  const rows = words.filter((word) => totals.old[word]?.clusters || totals.new[word]?.clusters);
  const see = (of, word) => {
    const clusters = totals[of][word]?.clusters;
    return clusters ? h("a", { href: link({ side: of === "old" ? "truth" : "found", verdicts: [word], page: 0 }) }, count(clusters)) : "–";
  };
  const columns = [
    { title: "change", row: true, class: "metric", cell: (word) => [mark(word), h("small", meanings.old[word] ?? meanings.new[word])] },
    { title: "old clusters", class: "number", cell: (word) => see("old", word) },
    { title: "their nodes", class: "number", cell: (word) => count(totals.old[word]?.size) },
    { title: "new clusters", class: "number", cell: (word) => see("new", word) },
    { title: "their nodes", class: "number", cell: (word) => count(totals.new[word]?.size) },
  ];
  return table(columns, rows, { label: "Clusters by change" });
}

function kindChips({ totals, meanings }) {
  const chosen = new Set(state.verdicts);
  const toggle = (word) => () => {
    if (!chosen.delete(word)) chosen.add(word);
    update({ verdicts: [...chosen], page: 0 });
  };
  const of = side();
  const chips = Object.entries(totals[of])
    .filter(([word, { clusters }]) => clusters || chosen.has(word))
    .map(([word, { clusters }]) => {
      const box = h("input", { type: "checkbox", id: `change-${word}`, checked: chosen.has(word), on: { change: toggle(word) } });
      return h("li", h("label.chip", { title: meanings[of][word] }, box, mark(word), h("span.quiet", count(clusters))));
    });
  return field("Changes", h("ul.chips", chips));
}

function rowsTable({ rows, total }) {
  const of = side();
  const opposite = of === "old" ? "new" : "old";
  const place = of === "old" ? state.truth : foundPlace();
  const columns = [
    { title: "cluster", sort: "cluster", row: true, class: "name", cell: (row) => h("a", { href: followLink(place, row.index), title: "Follow it" }, name(row.cluster)) },
    { title: "size", sort: "size", down: true, class: "number", cell: (row) => count(row.size) },
    { title: "what happened", sort: "verdict", class: "verdict", cell: (row) => mark(row.change, row.words) },
    { title: `nearest ${opposite} cluster`, class: "name", cell: (row) => name(row.partner) },
    { title: "shared", sort: "overlap", down: true, class: "number", cell: (row) => count(row.overlap) },
    { title: "F1", sort: "f1", class: "number", cell: (row) => score(row.f1) },
  ];
  const order = state.sort ? { sort: state.sort, desc: state.desc } : { sort: "cost", desc: true };
  if (!total) return h("p.empty", "No cluster is like this. Search for less, or choose other changes and sizes.");
  return [table(columns, rows, { label: "List of clusters", order }), pages(total, total === 1 ? "cluster" : "clusters")];
}

/** A link to a cluster through all inputs; `place` is that of its clustering among them. */
const followLink = (place, index) => link({ view: "follow", version: place, index });
