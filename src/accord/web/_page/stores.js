// Stores of benchmarks: which there are, their studies, and the jobs and ranking of one; rows change while a study runs.

import { events, get, save } from "./api.js";
import { button, h, name } from "./dom.js";
import { choiceButtons } from "./filters.js";
import { count, plural } from "./format.js";
import { jobView } from "./store_job.js";
import { jobsCard, mark } from "./store_jobs.js";
import { leaderboardCard, recommendationCard, studyTakes } from "./leaderboard.js";
import { failure, region } from "./region.js";
import { link, redraw, state, update } from "./state.js";
import { table } from "./table.js";

export function storesView() {
  if (!state.store) return h("section.card", { "aria-labelledby": "stores" }, h("h1#stores", "Benchmarks"), region("stores", () => get("stores"), storeList));
  listen(state.store);
  return state.job ? jobView() : storeView();
}

function storeList({ stores }) {
  if (!stores.length) return h("p.empty", "There is no store of benchmarks below the folder of the server. Start it with accord serve --store DIR to show one.");
  const items = stores.map((store) => h("li", h("a", { href: link({ store: store.id, study: "" }) }, name(store.name)), store.path ? h("span.quiet", ` ${store.path}`) : null));
  return [h("p", "Choose what was run. Nothing is started here."), h("ul", { "aria-label": "Stores" }, items)];
}

function storeView() {
  const { store } = state;
  return [
    h("p.crumbs", h("a", { href: link({ store: "", study: "", job: "" }) }, "← All stores")),
    h("section.card", { "aria-labelledby": "studies" }, h("h1#studies", "Benchmark"), region("store", (wait) => get(`stores/${store}`, wait), (answer) => studies(answer))),
    region("store-parts", (wait) => get(`stores/${store}`, wait), ({ studies: all }) => (all.length ? parts(chosenStudy(all)) : null)),
  ];
}

const chosenStudy = (all) => all.find(({ study }) => study === state.study) ?? all[0];

const parts = (study) => [leaderboardCard(study), jobsCard(study), recommendationCard(), studyTakes(study)];

function studies({ studies: all }) {
  if (!all.length) return h("p.empty", "Nothing was run yet. Rows appear here as soon as a study starts.");
  const chosen = chosenStudy(all);
  const choices = all.map(({ study, jobs }) => [study, study, jobs]);
  const words = [plural(chosen.jobs, "job"), plural(chosen.datasets.length, "data set"), plural(Object.keys(chosen.algorithms).length, "algorithm")];
  return [
    all.length > 1 ? choiceButtons("Study", choices, chosen.study, (study) => update({ study, page: 0 })) : null,
    h("p.lead", name(chosen.study), `: ${words.join(", ")}${chosen.running ? `; ${count(chosen.running)} running now` : ""}.`),
    algorithmsTable(chosen),
  ];
}

function algorithmsTable({ algorithms, statuses }) {
  const columns = [
    { title: "algorithm", row: true, class: "name", cell: ([algorithm]) => h("a", { href: link({ algorithm, status: "", page: 0 }) }, name(algorithm)) },
    ...Object.keys(statuses).map((status) => ({ title: mark(status), class: "number", cell: ([, numbers]) => (numbers[status] ? count(numbers[status]) : "–") })),
  ];
  return table(columns, Object.entries(algorithms), { label: "Jobs by algorithm" });
}

// ---- news -----------------------------------------------------------------------------------------------------------

let listening = { store: "", controller: new AbortController() };

/** Draw the view again after each change of a store, as long as it is looked at. */
async function listen(store) {
  if (listening.store === store) return;
  listening.controller.abort();
  const controller = new AbortController();
  listening = { store, controller };
  try {
    for await (const _ of events(`stores/${store}/events`, { signal: controller.signal })) {
      if (state.view !== "stores" || state.store !== store) break;
      redraw();
    }
  } catch (error) {
    if (error.name !== "AbortError") document.getElementById("content").append(failure(error));
  } finally {
    controller.abort();
    if (listening.controller === controller) listening = { store: "", controller };
  }
}

/** A file of the server that a button saves. */
export function saveButton(words, path, filename) {
  const keep = button(words, () => save(path, undefined, filename).catch((error) => keep.after(failure(error))));
  return keep;
}

/** The study and metric that are looked at, as the query of an address. */
export function chosen(study, more = {}) {
  const words = { study, ...(state.metric ? { metric: state.metric } : {}), ...more };
  return new URLSearchParams(Object.entries(words).filter(([, value]) => value !== "" && value !== null && value !== undefined));
}
