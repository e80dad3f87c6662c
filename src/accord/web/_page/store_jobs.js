// The jobs of a study: filtered, paged, each with its status, time and memory.

import { get } from "./api.js";
import { h, name } from "./dom.js";
import { bytes, count, seconds } from "./format.js";
import { filterBar } from "./filters.js";
import { region } from "./region.js";
import { link, state, update } from "./state.js";
import { pageOf, pages, table } from "./table.js";
import { chosen } from "./stores.js";

/** The colour of a status is that of a verdict which is as good or bad. */
const COLOURS = { ok: "exact", running: "truth", missing: "none", skipped: "none", interrupted: "noise", timeout: "merged", out_of_memory: "merged" };

export const mark = (status) => [h("span.key", { class: `c-${COLOURS[status] ?? "missed"}`, "aria-hidden": "true" }), status.replaceAll("_", " ")];

export function jobsCard({ study, statuses, algorithms, datasets }) {
  const { status, algorithm, dataset, store } = state;
  const query = chosen(study, { status, algorithm, dataset, ...pageOf() });
  query.delete("metric");
  return h(
    "section.card",
    { "aria-labelledby": "jobs" },
    h("h2#jobs", "Jobs"),
    filterBar(select("status", "Status", Object.keys(statuses)), select("algorithm", "Algorithm", Object.keys(algorithms)), select("dataset", "Data set", datasets)),
    region("jobs", (wait) => get(`stores/${store}/jobs?${query}`, wait), jobsTable),
  );
}

function select(key, label, choices) {
  const known = state[key] && !choices.includes(state[key]) ? [...choices, state[key]] : choices;
  const list = [h("option", { value: "", selected: !state[key] }, "all"), ...known.map((choice) => h("option", { value: choice, selected: choice === state[key] }, choice.replaceAll("_", " ")))];
  return h("div.field", h("label", { for: `job-${key}` }, label), h("select", { id: `job-${key}`, on: { change: (event) => update({ [key]: event.target.value, page: 0 }) } }, list));
}

function jobsTable({ jobs, total }) {
  if (!total) return h("p.empty", "No job is like this. Choose other values above.");
  const columns = [
    { title: "algorithm", row: true, class: "name", cell: (job) => h("a", { href: link({ job: job.key, page: 0 }) }, name(job.algorithm)) },
    { title: "data set", class: "name", cell: (job) => name(job.dataset) },
    { title: "seed", class: "number", cell: (job) => job.seed ?? "–" },
    { title: "status", class: "verdict", cell: (job) => mark(job.status) },
    { title: "time", class: "number", cell: (job) => seconds(job.wall_seconds) },
    { title: "memory", class: "number", cell: (job) => (job.peak_memory === null ? "–" : bytes(job.peak_memory)) },
    { title: "clusters", class: "number", cell: (job) => count(job.n_clusters) },
    { title: "why", class: "name long", cell: (job) => (job.reason ? name(job.reason) : "") },
  ];
  return [table(columns, jobs, { label: "List of jobs" }), pages(total, total === 1 ? "job" : "jobs")];
}
