// One cluster through versions of a clustering, in the order of the inputs, or through the levels of one.

import { ask } from "./api.js";
import { notes } from "./answer.js";
import { h, name } from "./dom.js";
import { count, plural } from "./format.js";
import { region } from "./region.js";
import { asInput, chosenCluster, link, state } from "./state.js";
import { bar, table } from "./table.js";
import { takeaways } from "./takes.js";

export function followView() {
  const question = { ...versions(), of: state.version, ...chosenCluster() };
  const back = state.inputs.length > 1 ? h("p.crumbs", h("a", { href: link({ view: "changes" }) }, "← Old and new")) : null;
  const load = (wait) => ask("follow", question, wait);
  return [
    back,
    h("section.card", { "aria-label": "One cluster" }, region("follow", load, followed)),
    region("takes", (wait) => load(wait).then((answer) => besideNext(answer, wait)), (answer) => answer && takeaways("cluster", answer.subject, answer.commands), { quiet: true }),
  ];
}

/** As files, a cluster is explained by the next version, or by the one before the last. */
async function besideNext({ versions: all, of, index }, wait) {
  if (all.length < 2) return null;
  const at = (place) => (state.inputs.length > 1 ? asInput(state.inputs[place]) : { ...asInput(state.inputs[0]), level: all[place].name });
  const subject = { truth: at(of), found: at(of + 1 < all.length ? of + 1 : of - 1), index };
  const { commands } = await ask("explain/cluster", subject, wait);
  return { subject, commands };
}

/** All inputs are versions, in their order; a single one must have levels. */
function versions() {
  const all = state.inputs.map((input) => asInput(input));
  return all.length > 1 ? { versions: all } : { input: all[0] };
}

function followed(answer) {
  const own = answer.versions[answer.of];
  const others = answer.versions.filter(({ version, clusters }) => version !== answer.of && clusters.length);
  return [
    h("h1", "Cluster ", name(answer.cluster), " of ", name(own.name)),
    h("p.lead", others.length ? `It is followed through ${plural(others.length, "other version")}.` : "No other version has a node of it."),
    h("p", "Each line is a cluster that shares nodes with it, or with one that does. Choose a cluster to follow that one."),
    answer.versions.map((version) => versionTable(version, answer)),
    notes(answer),
  ];
}

function versionTable({ name: title, version, clusters }, { of, index, links }) {
  const isOwn = version === of;
  // What led here: links from the version next to it, on the side of the cluster that is followed.
  const leading = links.filter((each) => (version > of ? each.to_version : each.from_version) === version);
  const reached = (row) => leading.filter((each) => (version > of ? each.to : each.from) === row.index);
  const shared = (row) => reached(row).reduce((sum, each) => sum + each.shared, 0);
  const columns = [
    { title: "cluster", row: true, class: "name", cell: (row) => (isOwn && row.index === index ? h("b", name(row.cluster)) : h("a", { href: link({ version, index: row.index }) }, name(row.cluster))) },
    { title: "size", class: "number", cell: (row) => count(row.size) },
    { title: "shared", class: "number", cell: (row) => (isOwn ? "–" : count(shared(row))) },
    { title: h("span.unseen", "shared part of the cluster"), class: "bar", cell: (row) => (isOwn ? "" : bar(shared(row) / row.size)) },
  ];
  return [h("h2", name(title)), clusters.length ? table(columns, clusters, { label: `Clusters of ${title}` }) : h("p.empty", "Nothing of it is here.")];
}
