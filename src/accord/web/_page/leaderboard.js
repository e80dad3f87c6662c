// The ranking of the algorithms of a study with its picture of cost and quality, and a recommendation for a network.

import { ask, get, upload } from "./api.js";
import { notes } from "./answer.js";
import { button, h, name } from "./dom.js";
import { drawn } from "./pictures.js";
import { failure, region } from "./region.js";
import { nameOf, state, update } from "./state.js";
import { chosen, saveButton } from "./stores.js";
import { printed } from "./table.js";
import { takesCard } from "./takes.js";

export function leaderboardCard({ study }) {
  const at = `stores/${state.store}`;
  const query = chosen(study);
  const picture = `${at}/pictures/pareto_front?${query}`;
  return h(
    "section.card",
    { "aria-labelledby": "leaderboard" },
    h("h2#leaderboard", "Leaderboard"),
    region("leaderboard", (wait) => get(`${at}/leaderboard?${query}`, wait), ranked),
    region("pareto", (wait) => get(picture, wait), (answer) => drawn(answer, "Quality and time of algorithms", saveButton("Save SVG", `${picture}&format=svg`, "pareto_front.svg"))),
  );
}

/** What a study offers to take away. */
export function studyTakes({ study }) {
  const at = `stores/${state.store}`;
  const query = chosen(study);
  const file = (words, format, suffix) => saveButton(words, `${at}/leaderboard?${query}&format=${format}`, `leaderboard.${suffix}`);
  const buttons = [
    saveButton("Page (HTML)", `${at}/report?${query}`, "benchmark.html"),
    file("Table (CSV)", "csv", "csv"),
    file("Data (JSON)", "json", "json"),
    file("LaTeX", "latex", "tex"),
    file("Markdown", "markdown", "md"),
  ];
  return region("store-takes", (wait) => get(`${at}/leaderboard?${query}`, wait), ({ commands }) => takesCard(buttons, commands), { quiet: true });
}

function ranked(answer) {
  const metrics = Object.entries(answer.metrics);
  const shown = state.metric || answer.leaderboard.metric;
  const list = metrics.map(([metric, words]) => h("option", { value: metric, selected: metric === shown }, words));
  const choose = h("select", { id: "store-metric", on: { change: (event) => update({ metric: event.target.value }) } }, list);
  return [h("p.lead", answer.sentence), metrics.length > 1 ? h("div.field", h("label", { for: "store-metric" }, "Ranked by"), choose) : null, printed(answer.table, { label: "Ranking" }), notes(answer)];
}

export function recommendationCard() {
  const { network, store } = state;
  const content = network
    ? [
        h("p.row", "For ", name(nameOf(network)), button("Another network", () => update({ network: null }), { class: "plain" })),
        region("recommend", (wait) => ask("recommend", { network, store }, wait), advised),
      ]
    : chooser();
  return h("section.card", { "aria-labelledby": "recommend" }, h("h2#recommend", "Which algorithm for your network?"), content);
}

function chooser() {
  const field = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true", data: { role: "network" } });
  const line = h("p.row", button("Choose a network", () => field.click()), h("span.quiet", "an edge list, GML, METIS …: what did best on similar networks is recommended"), field);
  field.addEventListener("change", async () => {
    try {
      const [file] = field.files;
      const stored = await upload(file, file.name);
      update({ network: { file: stored.file, name: file.name } });
    } catch (error) {
      line.after(failure(error));
    }
  });
  return line;
}

function advised(answer) {
  const { commands } = answer;
  return [
    h("p.lead", answer.sentence),
    answer.tables.map((each, place) => printed(each, { label: place ? "Evidence" : "Recommendation" })),
    h("p.quiet", answer.quality),
    notes(answer),
    h("pre", { tabindex: 0, "aria-label": "In the shell and in Python" }, h("code", `${commands.shell}\n\n${commands.python}`)),
  ];
}
