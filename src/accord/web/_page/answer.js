// The answer: a sentence, the ranking if there are several results, the table; then what can be changed, then pictures.

import { ask } from "./api.js";
import { button, h, name, verdict } from "./dom.js";
import { cost, count, score } from "./format.js";
import { controls, NODE_WORDS } from "./controls.js";
import { swap } from "./keys.js";
import { drawing } from "./pictures.js";
import { first, region } from "./region.js";
import { asInput, foundInput, foundPlace, link, nameOf, options, pairQuestion, state, truthInput, update } from "./state.js";
import { bar, printed, table } from "./table.js";
import { takeaways } from "./takes.js";

/** Views that are drawn again when other nodes are compared. */
const VIEWS_WITH_NODES = new Set(["answer", "clusters", "cluster", "nodes", "node", "changes", "whatif"]);

export function answerView() {
  const isRanking = state.inputs.length > 2;
  const places = state.inputs.map((_, place) => place).filter((place) => place !== state.truth);
  const question = isRanking ? rankQuestion(places) : compareQuestion();
  const of = isRanking ? "rank" : "compare";
  const [load, after] = first((wait) => ask(of, question, wait));
  return [
    h("section.card", { "aria-label": "Answer" }, region("answer", load, (answer) => (isRanking ? ranked(answer, places) : compared(answer)))),
    isRanking ? h("section.card", { "aria-label": "One result" }, region("scores", (wait) => ask("compare", compareQuestion(), wait), compared, { after })) : null,
    controls(after),
    verdictsCard(after),
    picturesCard(isRanking, question, after),
    region("takes", (wait) => ask(of, question, wait), (answer) => takeaways(of, question, answer.commands), { quiet: true }),
  ];
}

export const compareQuestion = () => ({ truth: truthInput(), found: foundInput(), ...options() });

function rankQuestion(places) {
  const found = places.map((place) => asInput(state.inputs[place], place === foundPlace() ? state.edits : []));
  return { truth: truthInput(), found, ...options() };
}

/** Who is compared with whom, with a button that swaps them. */
export function pairLine() {
  const side = (word, input) => h("span.side", h("span.key", { class: `c-${word}`, "aria-hidden": "true" }), `${word}: `, name(nameOf(input)));
  return h(
    "p.pair",
    side("truth", state.inputs[state.truth]),
    button("⇄ Swap", swap, { id: "swap", "aria-label": "Swap truth and found", "aria-keyshortcuts": "s" }),
    side("found", state.inputs[foundPlace()]),
    state.edits.length && state.view !== "whatif" ? h("span", `(edited: see `, h("a", { href: link({ view: "whatif" }) }, "What if"), ")") : null,
  );
}

// ---- one result ------------------------------------------------------------------------------------------------

function compared(answer) {
  const isMain = state.inputs.length <= 2;
  return [isMain ? h("h1.lead", answer.sentence) : h("h2", answer.sentence), pairLine(), scoresTable(answer), notes(answer)];
}

function scoresTable({ scores, comparison }) {
  const has = (part) => scores.some(({ metric }) => comparison.scores[metric]?.[part] !== undefined);
  const of = (row) => comparison.scores[row.metric] ?? {};
  const columns = [
    { title: "metric", row: true, class: "metric", cell: (row) => [h("b", row.printed), row.higher_is_better ? "" : " ↓", h("small", row.meaning)] },
    { title: "value", class: "number value", cell: (row) => score(row.value) },
    { title: h("span.unseen", "value from 0 to 1"), class: "bar", cell: (row) => bar(row.value) },
    { title: "precision", part: "precision" },
    { title: "recall", part: "recall" },
    { title: "chance", part: "baseline", cell: (row) => score(of(row).baseline?.expected ?? of(row).baseline) },
    { title: "adjusted", part: "adjusted" },
    { title: "interval", part: "interval", cell: (row) => interval(of(row).interval) },
  ]
    .filter(({ part }) => !part || has(part))
    .map((column) => ({ class: "number", cell: (row) => score(of(row)[column.part]), ...column }));
  return table(columns, scores, { label: "Scores" });
}

function interval(value) {
  if (!value) return "–";
  const [low, high] = Array.isArray(value) ? value : [value.low, value.high];
  return `${score(low)} to ${score(high)}`;
}

/** Kinds of notes that say what was compared, and how to read the numbers; others tell what one may overlook. */
const FACTS = new Set(["truth", "found", "nodes", "node_base", "ranked", "numbers", "basis", "interval", "ranks", "distance", "sampled", "chance", "baseline", "fit"]);

export function notes({ notes: given = [], sentence }) {
  const said = given.filter(({ text }) => text !== sentence);
  const facts = said.filter(({ kind }) => FACTS.has(kind));
  const others = said.filter(({ kind }) => !FACTS.has(kind));
  return [
    others.length ? h("ul.notes", others.map(({ text }) => h("li", text, " ", nodesButton(text)))) : null,
    facts.length ? h("ul.small-print", facts.map(({ text }) => h("li", text))) : null,
  ];
}

/** What a note advises about nodes, as a button. */
function nodesButton(text) {
  const [, choice] = /\bnodes='(\w+)'/.exec(text) ?? [];
  if (!(choice in NODE_WORDS) || !VIEWS_WITH_NODES.has(state.view)) return null;
  return button(`Compare the nodes ${NODE_WORDS[choice]}`, () => update({ nodes: choice }), { class: "plain" });
}

// ---- several results ---------------------------------------------------------------------------------------------

function ranked(answer, places) {
  const at = answer.table.header.indexOf("found");
  const placeOf = (row) => places[answer.names.indexOf(row[at])];
  const cell = (row, column) => {
    if (column !== at) return null;
    const place = placeOf(row);
    const isShown = place === foundPlace();
    const choose = button(name(row[at]), () => update({ found: place, edits: [] }), { class: "plain", "aria-pressed": undefined });
    return isShown ? h("b", name(row[at])) : choose;
  };
  return [
    h("h1.lead", answer.sentence),
    printed(answer.table, { label: "Ranking", cell, rowClass: (row) => (placeOf(row) === foundPlace() ? "chosen" : "") }),
    answer.certainty ? printed(answer.certainty, { caption: "Certainty" }) : null,
    notes(answer),
  ];
}

// ---- what happened ------------------------------------------------------------------------------------------------

function verdictsCard(after) {
  const question = pairQuestion();
  return h(
    "section.card",
    { "aria-labelledby": "verdicts" },
    h("div.heading", h("h2#verdicts", "What happened to the clusters"), h("a", { href: link({ view: "clusters" }) }, "All clusters")),
    region("verdicts", (wait) => ask("explain", question, wait), (answer) => [h("p", answer.sentence), verdictsTable(answer)], { after }),
    drawing("verdicts", question, { label: "Clusters by verdict", after }),
  );
}

export function verdictsTable({ totals }) {
  const words = [...new Set([...Object.keys(totals.truth), ...Object.keys(totals.found)])];
  const rows = words.filter((word) => totals.truth[word]?.clusters || totals.found[word]?.clusters);
  const see = (side, word) => {
    const clusters = totals[side][word]?.clusters;
    return clusters ? h("a", { href: link({ view: "clusters", side, verdicts: [word] }) }, count(clusters)) : "–";
  };
  const columns = [
    { title: "verdict", row: true, class: "verdict", cell: (word) => verdict(word) },
    { title: "truth clusters", class: "number", cell: (word) => see("truth", word) },
    { title: "cost", class: "number", cell: (word) => cost(totals.truth[word]?.cost) },
    { title: "found clusters", class: "number", cell: (word) => see("found", word) },
    { title: "cost", class: "number", cell: (word) => cost(totals.found[word]?.cost) },
  ];
  return table(columns, rows, { label: "Clusters by verdict" });
}

function picturesCard(isRanking, question, after) {
  const pair = pairQuestion();
  return h(
    "section.card",
    { "aria-labelledby": "pictures" },
    h("h2#pictures", "Pictures"),
    isRanking ? drawing("scores", question, { label: "Scores of all results", after }) : null,
    drawing("flows", pair, { label: "Where the nodes of truth clusters are found", after }),
    h("div.columns", drawing("match_by_size", pair, { label: "F1 by size of cluster", after }), drawing("sizes", pair, { label: "Clusters by size", after })),
    drawing("overlap_matrix", pair, { label: "Shared nodes of truth and found clusters", after }),
  );
}

