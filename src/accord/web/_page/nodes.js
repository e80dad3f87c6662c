// All nodes with their clusters on both sides, those whose clusters agree worst first.

import { ask } from "./api.js";
import { pairLine } from "./answer.js";
import { attributeColumns, attributesField, attributesQuestion } from "./attributes.js";
import { h, name } from "./dom.js";
import { count, score } from "./format.js";
import { filterBar, search } from "./filters.js";
import { region } from "./region.js";
import { link, pairQuestion, state } from "./state.js";
import { bar, pageOf, pages, table } from "./table.js";
import { takeaways } from "./takes.js";

export function nodesView() {
  const question = pairQuestion();
  return [
    h(
      "section.card",
      { "aria-labelledby": "nodes" },
      h("h1#nodes", "Nodes"),
      pairLine(),
      h("p", "A node agrees with 1 if its clusters on both sides have the same nodes. Nodes that one side does not have come last."),
      filterBar(search("Node")),
      attributesField(),
      region("nodes", (wait) => ask("explain/nodes", nodesQuestion(), wait), rowsTable),
    ),
    region("takes", (wait) => ask("explain", question, wait), (answer) => takeaways("explain", question, answer.commands)),
  ];
}

function nodesQuestion() {
  const { search: words, sort, desc } = state;
  return { ...pairQuestion(), ...attributesQuestion(), ...(words ? { search: words } : {}), ...(sort ? { sort, descending: desc } : {}), ...pageOf() };
}

function rowsTable({ rows, total }) {
  const columns = [
    { title: "node", sort: "node", row: true, class: "name", cell: (row) => nodeLink(row.node) },
    { title: "agreement", sort: "agreement", class: "number", cell: (row) => (isOnBothSides(row) ? score(row.agreement) : "–") },
    { title: h("span.unseen", "agreement from 0 to 1"), class: "bar", cell: (row) => (isOnBothSides(row) ? bar(row.agreement) : "") },
    { title: "truth clusters", sort: "memberships", down: true, cell: (row) => clusterNames(row, "truth") },
    { title: "found clusters", cell: (row) => clusterNames(row, "found") },
    ...attributeColumns(rows),
  ];
  const order = state.sort ? { sort: state.sort, desc: state.desc } : { sort: "agreement", desc: false };
  if (!total) return h("p.empty", "No node has this in its name. Search for less.");
  return [table(columns, rows, { label: "List of nodes", order }), pages(total, total === 1 ? "node" : "nodes")];
}

const isOnBothSides = ({ truth, found }) => truth !== null && found !== null;

export function nodeLink(node) {
  return h("a", { href: link({ view: "node", node: String(node) }) }, name(node));
}

/** The clusters of a node on a side: links, the number of others, or why there are none. */
export function clusterNames(row, side) {
  const names = row[side];
  if (names === null) return h("span.quiet", "not there");
  if (!names.length) return h("span.quiet", "in no cluster");
  const links = names.map((cluster) => h("a", { href: link({ view: "cluster", side, cluster: String(cluster), index: null, page: 0, status: "" }) }, name(cluster)));
  const rest = row[`n_${side}`] - names.length;
  return h("span.parts", links, rest > 0 ? h("span.quiet", `and ${count(rest)} more`) : null);
}
