// The controls: which clusterings, which metrics and options, which nodes. They come after the answer.

import { ask, get } from "./api.js";
import { button, h, name } from "./dom.js";
import { openAdding, removeInput, takeApart } from "./inputs.js";
import { swap } from "./keys.js";
import { region } from "./region.js";
import { FORMAT_WORDS } from "./remedies.js";
import { asInput, fileNameOf, nameOf, state, update } from "./state.js";

export const NODE_WORDS = {
  "": "decide by the data",
  union: "of both sides (union)",
  intersection: "on both sides (intersection)",
  truth: "of the truth",
  labelled: "in a cluster of the truth",
  clustered: "in a cluster on both sides",
  equal: "equal, or an error",
};

/** They ask about the inputs `after` the answer. */
export function controls(after) {
  return h(
    "section.card",
    { "aria-labelledby": "change" },
    h("h2#change", "Change the question"),
    inputList(after),
    region("controls", () => catalogue(), (metrics) => [metricChips(metrics), optionFields(metrics)], { quiet: true }),
  );
}

let asked = null;
export function catalogue() {
  asked ??= get("metrics");
  asked.catch(() => (asked = null));
  return asked;
}

function inputList(after) {
  const items = state.inputs.map((input, place) => {
    const isTruth = place === state.truth;
    const radio = h("input", { type: "radio", name: "truth", id: `truth-${place}`, checked: isTruth, on: { change: () => update({ truth: place, found: null, edits: [] }) } });
    // All levels are listed, whichever one is chosen.
    const { level: _, ...whole } = input;
    const about = region(`about-${input.file ?? input.path}`, (wait) => ask("inspect", { input: asInput(whole) }, wait), facts(input, place), { quiet: true, after });
    return h(
      "li",
      h("label.check", { for: `truth-${place}` }, radio, "truth"),
      h("span.what", name(nameOf(input)), about),
      formatField(input, place),
      button("Remove", () => removeInput(place), { class: "plain", "aria-label": `Remove ${nameOf(input)}` }),
    );
  });
  return [
    h("ul.inputs", { "aria-label": "Clusterings" }, items),
    h("p.row", button("Add files", openAdding), button("Swap truth and found", swap)),
  ];
}

/** How a file is read, if its name and its content do not say. */
function formatField(input, place) {
  const choose = (event) => {
    const { format: _, ...rest } = input;
    const chosen = event.target.value === "" ? rest : { ...rest, format: event.target.value };
    update({ inputs: state.inputs.map((other, at) => (at === place ? chosen : other)) });
  };
  const choices = [["", "read as it looks"], ...Object.entries(FORMAT_WORDS)];
  const field = select(`format-${place}`, `How to read ${fileNameOf(input)}`, choices, input.format ?? "", choose);
  field.firstChild.classList.add("unseen");
  return field;
}

const facts = (input, place) => (answer) => {
  const words = [answer.format, answer.kind === "clustering" ? answer.summary : answer.kind].filter(Boolean).join(" · ");
  const levels = answer.levels ?? [];
  const known = h("small", words);
  if (levels.length < 2) return known;
  const choose = (event) => {
    const { level: _, ...whole } = input;
    const chosen = event.target.value === "" ? whole : { ...whole, level: event.target.value };
    update({ inputs: state.inputs.map((other, at) => (at === place ? chosen : other)) });
  };
  const choices = [["", "all levels"], ...levels.map((level) => [level.name, `level ${level.name}`])];
  const chosen = select(`level-${place}`, `Level of ${fileNameOf(input)}`, choices, String(input.level ?? ""), choose);
  return [known, h("div.row", chosen, input.level === undefined ? takeApart(place, levels, "Each level by itself") : null)];
};

function select(id, label, choices, value, choose) {
  const list = choices.map(([choice, words]) => h("option", { value: choice, selected: choice === value }, words));
  return h("div.field", h("label", { for: id }, label), h("select", { id, on: { change: choose } }, list));
}

// ---- metrics -------------------------------------------------------------------------------------------------------

function metricChips({ metrics, panels }) {
  const chosen = new Set(state.metrics);
  const toggle = (metric) => () => {
    if (!chosen.delete(metric)) chosen.add(metric);
    update({ metrics: [...chosen] });
  };
  const chip = ({ name: metric, printed, meaning }) =>
    h("li", h("label.chip", { title: meaning }, h("input", { type: "checkbox", id: `metric-${metric}`, checked: chosen.has(metric), on: { change: toggle(metric) } }), printed));
  const common = new Set(Object.values(panels).flat());
  const others = metrics.filter((metric) => !common.has(metric.name));
  const isOpen = others.some((metric) => chosen.has(metric.name));
  return h(
    "fieldset",
    h("legend", chosen.size ? "Metrics; the first explains the clusters" : "Metrics: those that suit the data, or your choice"),
    h("ul.chips", metrics.filter((metric) => common.has(metric.name)).map(chip)),
    h("details", { open: isOpen }, h("summary", `${others.length} more metrics`), h("ul.chips", others.map(chip))),
    chosen.size ? h("p.row", button("Choose by the data", () => update({ metrics: [] }), { class: "plain" })) : null,
  );
}

// ---- options --------------------------------------------------------------------------------------------------------

function optionFields({ metrics, nodes }) {
  const choicesOf = (option) => {
    const all = metrics.flatMap((metric) => metric.options.filter((each) => each.name === option).flatMap((each) => each.choices ?? []));
    return [["", "as each metric says"], ...[...new Set(all)].map((choice) => [choice, choice])];
  };
  const set = (key) => (event) => update({ [key]: event.target.value });
  const flag = (key, words) => h("label.check", h("input", { type: "checkbox", id: `option-${key}`, checked: state[key], on: { change: (event) => update({ [key]: event.target.checked }) } }), words);
  return h(
    "div.fields",
    select("option-nodes", "Nodes to compare", ["", ...nodes].map((choice) => [choice, NODE_WORDS[choice] ?? choice]), state.nodes, set("nodes")),
    select("option-levels", "Levels of found", [["", "all, and merged"], ["best", "the best one"], ["merged", "merged"]], state.levels, set("levels")),
    select("option-sharing", "Sharing", choicesOf("sharing"), state.sharing, set("sharing")),
    select("option-weighting", "Weighting", choicesOf("weighting"), state.weighting, set("weighting")),
    select("option-ids", "Names of nodes", [["", "as they look"], ["text", "text"], ["integer", "numbers"]], state.ids, set("ids")),
    h("div.field", h("label", { for: "option-noise" }, "Label of noise"), h("input", { type: "text", id: "option-noise", value: state.noise, placeholder: "such as -1", on: { change: set("noise") } })),
    h("div.field", h("span.label", "Certainty"), h("span.row", flag("baseline", "chance"), flag("interval", "interval"))),
  );
}
