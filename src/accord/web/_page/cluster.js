// One cluster: what became of it, what each cluster of the other side shares with it, and its nodes on both sides.

import { ask } from "./api.js";
import { attributeColumns, attributesField, attributesQuestion } from "./attributes.js";
import { notes } from "./answer.js";
import { clusterLink } from "./clusters.js";
import { h, name, verdict } from "./dom.js";
import { cost, count, score } from "./format.js";
import { choiceButtons } from "./filters.js";
import { clusterNames, nodeLink } from "./nodes.js";
import { region } from "./region.js";
import { chosenCluster, link, linkToEdit, pairQuestion, state, update } from "./state.js";
import { bar, pageOf, pages, table } from "./table.js";
import { takeaways } from "./takes.js";

const STATUS_WORDS = { correct: "on both sides", missing: "missing", extra: "extra" };

export function clusterView() {
  const { side } = state;
  const subject = { ...pairQuestion(), side, ...chosenCluster() };
  const question = { ...subject, ...attributesQuestion(), ...(state.status ? { status: state.status } : {}), ...pageOf() };
  const load = (wait) => ask("explain/cluster", question, wait);
  return [
    h("p.crumbs", h("a", { href: link({ view: "clusters", side }) }, `← All ${side} clusters`)),
    h("section.card", { "aria-label": "Cluster" }, region("cluster", load, facts)),
    h("section.card", { "aria-labelledby": "members" }, h("h2#members", "Nodes"), attributesField(), region("cluster-nodes", load, nodesTable)),
    region("takes", load, (answer) => takeaways("cluster", subject, answer.commands)),
  ];
}

function facts(answer) {
  const opposite = answer.side === "truth" ? "found" : "truth";
  const numbers = [
    ["nodes", count(answer.size)],
    ["F1", score(answer.f1)],
    ["precision", score(answer.precision)],
    ["recall", score(answer.recall)],
    ["cost", [cost(answer.cost), h("small", `of ${answer.metric}`)]],
  ];
  return [
    h("h1", `${answer.side === "truth" ? "Truth" : "Found"} cluster `, name(answer.cluster)),
    h("p.lead", verdict(answer.verdict, answer.words)),
    h("dl.tiles", numbers.map(([term, value]) => h("div", h("dt", term), h("dd", value)))),
    h("h2", `What ${opposite} clusters share with it`),
    partnersTable(answer, opposite),
    whatIf(answer),
    notes(answer),
  ];
}

/** The edit of the found clustering that would bring the cluster and its partners together, if there is one. */
function whatIf({ side, cluster, partners }) {
  const parts = partners.filter(({ partner_share: share }) => share >= 0.5);
  if (side === "truth" && parts.length > 1) {
    const edit = { op: "merge", clusters: parts.map((part) => part.cluster) };
    return h("p", h("a", { href: linkToEdit(edit) }, `What if these ${count(parts.length)} clusters were one?`));
  }
  if (side === "found" && partners.length > 1) {
    return h("p", h("a", { href: linkToEdit({ op: "split", cluster, by: "truth" }) }, "What if it were split by the truth?"));
  }
  return null;
}

function partnersTable({ partners, n_partners: total }, opposite) {
  if (!partners.length) return h("p.empty", `No ${opposite} cluster has a node of it.`);
  const columns = [
    { title: `${opposite} cluster`, row: true, class: "name", cell: (row) => clusterLink(opposite, row) },
    { title: "size", class: "number", cell: (row) => count(row.size) },
    { title: "what happened", class: "verdict", cell: (row) => row.words },
    { title: "shared", class: "number", cell: (row) => count(row.overlap) },
    { title: "of this cluster", class: "number", cell: (row) => score(row.share) },
    { title: h("span.unseen", "share of this cluster"), class: "bar", cell: (row) => bar(row.share) },
    { title: `of the ${opposite} cluster`, class: "number", cell: (row) => score(row.partner_share) },
    { title: "F1", class: "number", cell: (row) => score(row.f1) },
  ];
  const rest = total - partners.length;
  return [table(columns, partners, { label: "Partners" }), rest > 0 ? h("p.quiet", `${count(rest)} more share less.`) : null];
}

function nodesTable(answer) {
  const { counts, nodes, total } = answer;
  const choices = [["", "all", counts.correct + counts.missing + counts.extra], ...Object.entries(STATUS_WORDS).map(([status, words]) => [status, words, counts[status]])];
  const nowhere = [
    [counts.in_no_cluster, "in no cluster of the other side"],
    [counts.outside, "not on the other side at all"],
  ].filter(([number]) => number);
  const columns = [
    { title: "node", row: true, class: "name", cell: (row) => nodeLink(row.node) },
    { title: "status", cell: (row) => h("span", { class: row.status === "correct" ? "" : "worse" }, STATUS_WORDS[row.status]) },
    { title: "truth clusters", cell: (row) => clusterNames(row, "truth") },
    { title: "found clusters", cell: (row) => clusterNames(row, "found") },
    ...attributeColumns(nodes),
  ];
  return [
    h("p", "Missing nodes are in this cluster but not in its best partner; extra ones are in the partner only."),
    choiceButtons("Nodes to show", choices, state.status, (status) => update({ status, page: 0 })),
    nowhere.length ? h("p.quiet", nowhere.map(([number, words]) => `${count(number)} ${words}`).join("; "), ".") : null,
    total ? table(columns, nodes, { label: "List of nodes" }) : h("p.empty", "There are no such nodes."),
    pages(total, total === 1 ? "node" : "nodes"),
  ];
}
