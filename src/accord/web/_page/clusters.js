// All clusters of one side: search, filter by verdict and size, sort; pages come from the server.

import { ask } from "./api.js";
import { colourOf, h, name, verdict } from "./dom.js";
import { cost, count, score } from "./format.js";
import { field, filterBar, number, search, sideButtons } from "./filters.js";
import { pairLine } from "./answer.js";
import { region } from "./region.js";
import { link, pairQuestion, state, update } from "./state.js";
import { pageOf, pages, table } from "./table.js";
import { takeaways } from "./takes.js";

export function clustersView() {
  const question = pairQuestion();
  const explain = (wait) => ask("explain", question, wait);
  return [
    h(
      "section.card",
      { "aria-labelledby": "clusters" },
      h("h1#clusters", "Clusters"),
      pairLine(),
      region("clusters-sentence", explain, (answer) => h("p", answer.sentence), { quiet: true }),
      sideButtons(),
      filterBar(search("Cluster"), number("min", "Size from"), number("max", "to")),
      region("clusters-verdicts", explain, verdictChips, { quiet: true }),
      region("clusters", (wait) => ask("explain/clusters", clustersQuestion(), wait), rowsTable),
    ),
    region("takes", explain, (answer) => takeaways("explain", question, answer.commands)),
  ];
}

function clustersQuestion() {
  const { side, search: words, verdicts, min, max, sort, desc } = state;
  return {
    ...pairQuestion(),
    side,
    ...(words ? { search: words } : {}),
    ...(verdicts.length ? { verdicts } : {}),
    ...(min === null ? {} : { min_size: min }),
    ...(max === null ? {} : { max_size: max }),
    ...(sort ? { sort, descending: desc } : {}),
    ...pageOf(),
  };
}

function verdictChips({ totals, meanings }) {
  const chosen = new Set(state.verdicts);
  const toggle = (word) => () => {
    if (!chosen.delete(word)) chosen.add(word);
    update({ verdicts: [...chosen], page: 0 });
  };
  const chips = Object.entries(totals[state.side])
    .filter(([word, { clusters }]) => clusters || chosen.has(word))
    .map(([word, { clusters }]) => {
      const box = h("input", { type: "checkbox", id: `verdict-${word}`, checked: chosen.has(word), on: { change: toggle(word) } });
      return h("li", h("label.chip", { title: meanings?.[state.side]?.[word] ?? meanings?.[word] }, box, verdict(word), h("span.quiet", count(clusters))));
    });
  return field("Verdicts", h("ul.chips", chips));
}

function rowsTable({ rows, total }) {
  const opposite = state.side === "truth" ? "found" : "truth";
  const columns = [
    { title: "cluster", sort: "cluster", row: true, class: "name", cell: (row) => clusterLink(state.side, row) },
    { title: "size", sort: "size", down: true, class: "number", cell: (row) => count(row.size) },
    { title: "what happened", sort: "verdict", class: "verdict", cell: (row) => verdict(row.verdict, row.words) },
    { title: `best ${opposite} cluster`, class: "name", cell: (row) => (row.partner === null ? "–" : clusterLink(opposite, { cluster: row.partner, index: row.partner_index })) },
    { title: "shared", sort: "overlap", down: true, class: "number", cell: (row) => count(row.overlap) },
    { title: "F1", sort: "f1", class: "number", cell: (row) => score(row.f1) },
    { title: "precision", sort: "precision", class: "number", cell: (row) => score(row.precision) },
    { title: "recall", sort: "recall", class: "number", cell: (row) => score(row.recall) },
    { title: "cost", sort: "cost", down: true, class: "number", cell: (row) => cost(row.cost) },
  ];
  const order = state.sort ? { sort: state.sort, desc: state.desc } : { sort: "cost", desc: true };
  if (!total) return h("p.empty", "No cluster is like this. Search for less, or choose other verdicts and sizes.");
  return [table(columns, rows, { label: "List of clusters", order }), pages(total, total === 1 ? "cluster" : "clusters")];
}

/** A link to the view of a cluster. Names may be equal, so clusters are addressed by their index. */
export function clusterLink(side, { cluster, index }) {
  const mark = h("span.key", { class: colourOf(`${side} ${cluster}`), "aria-hidden": "true" });
  return h("a", { href: link({ view: "cluster", side, index, page: 0, status: "" }) }, mark, name(cluster));
}
