// One node: its clusters on both sides, how well they match, and what a table says about it.

import { ask } from "./api.js";
import { notes } from "./answer.js";
import { attributesField, attributesQuestion } from "./attributes.js";
import { h, name, verdict } from "./dom.js";
import { count, score } from "./format.js";
import { region } from "./region.js";
import { link, linkToEdit, pairQuestion, state } from "./state.js";
import { table } from "./table.js";
import { takeaways } from "./takes.js";

export function nodeView() {
  const subject = { ...pairQuestion(), node: state.node };
  const load = (wait) => ask("explain/node", { ...subject, ...attributesQuestion() }, wait);
  return [
    h("p.crumbs", h("a", { href: link({ view: "nodes" }) }, "← All nodes")),
    h("section.card", { "aria-label": "Node" }, region("node", load, facts), attributesField()),
    region("takes", load, (answer) => takeaways("node", subject, answer.commands)),
  ];
}

function facts(answer) {
  const absent = [answer.in_truth ? null : "the truth", answer.in_found ? null : "found"].filter(Boolean);
  const attributes = Object.entries(answer.attributes ?? {});
  return [
    h("h1", "Node ", name(answer.node)),
    h("p.lead", absent.length ? `It is not in ${absent.join(" and ")}.` : `Its clusters agree with ${score(answer.agreement)}.`),
    attributes.length ? h("dl.facts", attributes.map(([key, value]) => [h("dt", name(key)), h("dd", name(value))])) : null,
    ["truth", "found"].map((side) => sideTable(answer, side)),
    notes(answer),
  ];
}

/** That a found cluster lacks the node, and the edit that moves it there. */
function notThere({ node, in_found: isThere, memberships }, { side, partner }) {
  if (side === "found") return h("span.worse", "no");
  const clusters = memberships.filter((each) => each.side === "found").map(({ cluster }) => cluster);
  const edit = { op: "move", node, ...(isThere && clusters.length === 1 ? { from: clusters[0] } : {}), to: partner };
  return [h("span.worse", "no"), " ", h("a", { href: linkToEdit(edit) }, "what if?")];
}

function sideTable(answer, side) {
  const { memberships } = answer;
  const opposite = side === "truth" ? "found" : "truth";
  const rows = memberships.filter((membership) => membership.side === side);
  const toCluster = (of, cluster) => (cluster === null ? "–" : h("a", { href: link({ view: "cluster", side: of, cluster: String(cluster), index: null }) }, name(cluster)));
  const columns = [
    { title: "cluster", row: true, class: "name", cell: (row) => toCluster(side, row.cluster) },
    { title: "size", class: "number", cell: (row) => count(row.size) },
    { title: "verdict", class: "verdict", cell: (row) => verdict(row.verdict) },
    { title: `its best ${opposite} cluster`, class: "name", cell: (row) => toCluster(opposite, row.partner) },
    { title: "has the node", cell: (row) => (row.partner === null ? "–" : row.partner_has_node ? "yes" : notThere(answer, row)) },
    { title: `best ${opposite} cluster of the node`, class: "name", cell: (row) => toCluster(opposite, row.match) },
    { title: "F1", class: "number", cell: (row) => score(row.match_f1) },
  ];
  const title = side === "truth" ? "In the truth" : "In found";
  return [h("h2", title), rows.length ? table(columns, rows, { label: title }) : h("p.empty", "It is in no cluster here.")];
}
