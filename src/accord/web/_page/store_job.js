// One job of a study: how it was run, what was measured, its scores, and what it printed.

import { get } from "./api.js";
import { h, name } from "./dom.js";
import { bytes, count, plural, score, seconds } from "./format.js";
import { region } from "./region.js";
import { link, state } from "./state.js";
import { mark } from "./store_jobs.js";
import { saveButton } from "./stores.js";
import { table } from "./table.js";
import { takesCard } from "./takes.js";

export function jobView() {
  const { store, job } = state;
  return [
    h("p.crumbs", h("a", { href: link({ job: "", page: 0 }) }, "← All jobs")),
    h("section.card", { "aria-label": "Job" }, region("job", (wait) => get(`stores/${store}/jobs/${job}`, wait), facts)),
    h("section.card", { "aria-labelledby": "log" }, h("h2#log", "What it printed"), region("log", (wait) => get(`stores/${store}/jobs/${job}/log`, wait), printed)),
    takesCard([saveButton("Data (JSON)", `stores/${store}/jobs/${job}`, "job.json")]),
  ];
}

function facts(job) {
  const parameters = Object.entries(job.parameters ?? {}).map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(", ");
  const rows = [
    ["status", mark(job.status)],
    ["why", job.reason ? name(job.reason) : null],
    ["parameters", parameters || null],
    ["seed", job.seed],
    ["time", seconds(job.wall_seconds)],
    ["time of the algorithm alone", seconds(job.algorithm_seconds)],
    ["greatest memory", job.peak_memory === null ? null : bytes(job.peak_memory)],
    ["clusters", count(job.n_clusters)],
    ["nodes in several clusters", count(job.n_overlapping)],
    ["network", `${count(job.network_nodes)} nodes, ${count(job.network_edges)} edges`],
    ["attempts", count(job.attempts)],
    ["limits", limits(job)],
  ].filter(([, value]) => value !== null && value !== undefined && value !== "–");
  return [
    h("h1", name(job.algorithm), " on ", name(job.dataset)),
    h("dl.facts", rows.map(([term, value]) => [h("dt", term), h("dd", value)])),
    scoresTable(job.scores),
    job.found && job.truth ? h("p", h("a", { href: link({ view: "answer", inputs: [job.truth, job.found], truth: 0, found: null }) }, "Look at this result: compare it with the truth")) : null,
  ];
}

function limits({ limit_seconds: time, limit_memory: memory, limit_threads: threads }) {
  const words = [time && seconds(time), memory && `${bytes(memory)} of memory`, threads && plural(threads, "thread")];
  return words.filter(Boolean).join(", ") || null;
}

function scoresTable(scores) {
  if (!scores.length) return h("p.quiet", "It has no scores yet.");
  const columns = [
    { title: "metric", row: true, cell: (row) => row.metric },
    { title: "of levels", cell: (row) => [row.policy, row.level === null ? "" : ` ${row.level}`] },
    { title: "value", class: "number", cell: (row) => score(row.value) },
    { title: "why not", cell: (row) => (row.reason ? name(row.reason) : "") },
  ];
  return table(columns, scores, { label: "Scores of the job" });
}

function printed({ total, offset, lines }) {
  if (!total) return h("p.quiet", "It printed nothing.");
  const text = lines.map((line) => (typeof line === "string" ? line : line.text)).join("\n");
  return [offset ? h("p.quiet", `The last ${count(lines.length)} of ${count(total)} lines`) : null, h("pre.log", { tabindex: 0, "aria-label": "Log" }, h("code", text))];
}
