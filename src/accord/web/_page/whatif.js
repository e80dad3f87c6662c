// What if: merge found clusters, split one, move a node; the scores before and after stand side by side.

import { ask } from "./api.js";
import { button, h, name } from "./dom.js";
import { change, score } from "./format.js";
import { compareQuestion, pairLine } from "./answer.js";
import { region } from "./region.js";
import { asInput, foundInput, foundPlace, state, truthInput, update } from "./state.js";
import { table } from "./table.js";
import { download, takeaways } from "./takes.js";

export function whatIfView() {
  return [
    h("section.card", { "aria-labelledby": "whatif" }, h("h1#whatif", "What if …"), pairLine(), region("whatif", load, scores)),
    h("section.card", { "aria-labelledby": "edit" }, h("h2#edit", "Change the found clustering"), forms()),
    h("section.card", { "aria-labelledby": "edits" }, h("h2#edits", "What you changed"), editList()),
    region("takes", (wait) => ask("compare", compareQuestion(), wait), ({ commands }) => takeaways("compare", compareQuestion(), commands), { quiet: true }),
  ];
}

function load(wait) {
  const before = { ...compareQuestion(), found: asInput(state.inputs[foundPlace()]) };
  return Promise.all([before, compareQuestion()].map((question) => ask("compare", question, wait)));
}

function scores([before, after]) {
  const was = new Map(before.scores.map((row) => [row.metric, row]));
  const isBetter = (row, difference) => Math.abs(difference) >= 0.00005 && difference > 0 === row.higher_is_better;
  const columns = [
    { title: "metric", row: true, class: "metric", cell: (row) => [h("b", row.printed), h("small", row.meaning)] },
    { title: "before", class: "number", cell: (row) => score(was.get(row.metric)?.value) },
    { title: "now", class: "number value", cell: (row) => score(row.value) },
    { title: "change", class: "number", cell: difference },
    ...["precision", "recall"].map((part) => ({ title: part, class: "number", cell: (row) => partNow(row, part) })),
  ];
  function difference(row) {
    const by = row.value - (was.get(row.metric)?.value ?? NaN);
    if (!state.edits.length || Number.isNaN(by)) return "–";
    const colour = Math.abs(by) < 0.00005 ? "quiet" : isBetter(row, by) ? "better" : "worse";
    return h("span", { class: colour }, change(by));
  }
  function partNow(row, part) {
    const now = after.comparison.scores[row.metric]?.[part];
    const then = before.comparison.scores[row.metric]?.[part];
    if (now === undefined) return "–";
    return [score(now), state.edits.length && then !== undefined ? h("small.quiet", ` ${change(now - then)}`) : null];
  }
  return [h("p.lead", state.edits.length ? after.sentence : "Nothing is changed yet. Merge, split or move below, and watch the scores."), table(columns, after.scores, { label: "Scores before and now" })];
}

// ---- edits ---------------------------------------------------------------------------------------------------------

function forms() {
  return h(
    "div.columns.narrow",
    form("merge", "Merge clusters", [["clusters", "Found clusters, separated by commas"]], ({ clusters }) => ({ op: "merge", clusters: listed(clusters) })),
    form("split", "Split a cluster", [["cluster", "Found cluster"], ["nodes", "Nodes of the first part; none to split it by the truth"]], ({ cluster, nodes }) =>
      listed(nodes).length ? { op: "split", cluster, parts: [listed(nodes)] } : { op: "split", cluster, by: "truth" },
    ),
    form("move", "Move a node", [["node", "Node"], ["from", "From the found cluster; none to add it"], ["to", "To the found cluster; none to remove it"]], ({ node, from, to }) => ({
      op: "move",
      node,
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    })),
  );
}

const listed = (text) => text.split(",").map((part) => part.trim()).filter(Boolean);

function form(op, title, fields, edit) {
  const submit = (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map(([key]) => [key, document.getElementById(`${op}-${key}`).value.trim()]));
    addEdit(edit(values));
  };
  const inputs = fields.map(([key, label], place) => h("div.field", h("label", { for: `${op}-${key}` }, label), h("input", { type: "text", id: `${op}-${key}`, required: place === 0, autocomplete: "off" })));
  return h("form", { "aria-label": title, on: { submit } }, h("h3", title), inputs, h("p.row", h("button", { type: "submit", id: `do-${op}` }, title)));
}

export const addEdit = (edit) => update({ edits: [...state.edits, edit], undone: [] });

function editList() {
  const { edits, undone } = state;
  const undo = () => update({ edits: edits.slice(0, -1), undone: [...undone, edits.at(-1)] });
  const redo = () => update({ edits: [...edits, undone.at(-1)], undone: undone.slice(0, -1) });
  const input = savedInput();
  return [
    edits.length ? h("ol.edits", edits.map((edit) => h("li", words(edit)))) : h("p.quiet", "Nothing yet."),
    h(
      "p.row",
      button("Undo", undo, { id: "undo", disabled: !edits.length }),
      button("Redo", redo, { id: "redo", disabled: !undone.length }),
      button("Undo all", () => update({ edits: [], undone: [...undone, ...edits.toReversed()] }), { disabled: !edits.length }),
      edits.length ? [download("Save clusters (CNL)", "convert", { input, format: "cnl" }), download("Save table (CSV)", "convert", { input, format: "csv" })] : null,
    ),
  ];
}

/** The found clustering, edited, in a question of its own: where the truth splits a cluster, that file is named. */
function savedInput() {
  const input = foundInput();
  return input.edits ? { ...input, edits: input.edits.map((edit) => (edit.by === "truth" ? { ...edit, by: truthInput() } : edit)) } : input;
}

function words(edit) {
  if (edit.op === "merge") return ["merge ", edit.clusters.map((cluster, place) => [place ? ", " : "", name(cluster)])];
  if (edit.op === "split" && edit.by) return ["split ", name(edit.cluster), " by the truth"];
  if (edit.op === "split") return ["split ", name(edit.cluster), ": ", edit.parts[0].map((node, place) => [place ? ", " : "", name(node)]), " apart from the rest"];
  return ["move node ", name(edit.node), edit.from === undefined ? "" : [" from ", name(edit.from)], edit.to === undefined ? " out of it" : [" to ", name(edit.to)]];
}
