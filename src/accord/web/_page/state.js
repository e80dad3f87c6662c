// All that a view depends on. It is written in the address, so that a view is a link and the buttons back and forward work.

const LISTS = new Set(["metrics", "verdicts"]);
const NUMBERS = new Set(["truth", "found", "index", "version", "page", "min", "max"]);
const FLAGS = new Set(["desc", "baseline", "interval"]);
const VALUES = new Set(["edits", "undone", "attributes", "network"]);

/** What the address leaves out. `truth` is the place of the truth among the inputs, `found` that of the result in detail. */
const DEFAULTS = {
  view: "answer",
  inputs: [],
  truth: 0,
  found: null,
  metrics: [],
  nodes: "",
  levels: "",
  sharing: "",
  weighting: "",
  noise: "",
  ids: "",
  baseline: false,
  interval: false,
  side: "truth",
  cluster: null,
  index: null,
  version: 0,
  node: null,
  search: "",
  verdicts: [],
  status: "",
  algorithm: "",
  dataset: "",
  min: null,
  max: null,
  sort: "",
  desc: false,
  page: 0,
  edits: [],
  undone: [],
  attributes: null,
  network: null,
  store: "",
  study: "",
  metric: "",
  job: "",
};

/** What is forgotten when another view is opened. */
const OF_ONE_VIEW = ["cluster", "index", "version", "node", "search", "verdicts", "status", "algorithm", "dataset", "min", "max", "sort", "desc", "page", "job"];

const listeners = new Set();
export let state = read(location.hash);

export function onChange(listener) {
  listeners.add(listener);
}

/** Change the state and tell everyone; `replace` does so without a new entry in the history. */
export function update(changes, { replace = false } = {}) {
  const next = link(changes);
  if (next === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", next || location.pathname);
  follow({ navigated: "view" in changes && changes.view !== state.view });
}

/** Tell everyone that what the server has may have changed. */
export function redraw() {
  for (const listener of listeners) listener({ navigated: false });
}

/** The address of the state after some changes, for links. */
export function link(changes) {
  const next = { ...state, ...changes };
  if (changes.view && changes.view !== state.view) {
    for (const key of OF_ONE_VIEW) if (!(key in changes)) next[key] = DEFAULTS[key];
  }
  return write(next);
}

/** The address of What if with one edit more. */
export const linkToEdit = (edit) => link({ view: "whatif", edits: [...state.edits, edit], undone: [] });

export function write(next) {
  const words = new URLSearchParams();
  for (const input of next.inputs) words.append("in", writeInput(input));
  for (const [key, value] of Object.entries(next)) {
    if (key === "view" || key === "inputs" || !(key in DEFAULTS)) continue;
    if (JSON.stringify(value) === JSON.stringify(DEFAULTS[key])) continue;
    if (LISTS.has(key)) words.set(key, value.join(" "));
    else if (VALUES.has(key)) words.set(key, JSON.stringify(value));
    else words.set(key, value === true ? "yes" : String(value));
  }
  const query = words.toString();
  return `#/${next.view === "answer" ? "" : next.view}${query ? `?${query}` : ""}`;
}

export function read(hash) {
  const [, view = "", query = ""] = /^#\/([a-z-]*)\??(.*)$/s.exec(hash) ?? [];
  const words = new URLSearchParams(query);
  const next = { ...DEFAULTS, view: view || "answer", inputs: words.getAll("in").map(readInput).filter(Boolean) };
  for (const [key, text] of words) {
    if (key === "view" || key === "inputs" || !(key in DEFAULTS)) continue;
    if (LISTS.has(key)) next[key] = text.split(" ").filter(Boolean);
    else if (NUMBERS.has(key)) next[key] = Number.isInteger(Number(text)) ? Number(text) : DEFAULTS[key];
    else if (FLAGS.has(key)) next[key] = text === "yes";
    else if (VALUES.has(key)) next[key] = parsed(text) ?? DEFAULTS[key];
    else next[key] = text;
  }
  if (next.truth >= next.inputs.length || next.truth < -1) next.truth = 0;
  return next;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// An input is `file:DIGEST:NAME` or `path:PATH`, with `=FORMAT/` before it if it is to be read so, and `@LEVEL/` before
// all that if one level of several is meant.
function writeInput({ file, path, name, level, format }) {
  const source = `${format ? `=${format}/` : ""}${file ? `file:${file}:${name ?? ""}` : `path:${path}`}`;
  return level === undefined ? source : `@${encodeURIComponent(level)}/${source}`;
}

function readInput(text) {
  const [, word, format, rest] = /^(?:@([^/]*)\/)?(?:=(\w+)\/)?(.*)$/s.exec(text);
  const level = word && decoded(word);
  const more = {
    ...(level === undefined ? {} : { level: /^\d+$/.test(level) ? Number(level) : level }),
    ...(format ? { format } : {}),
  };
  const file = /^file:([0-9a-f]{64}):(.*)$/s.exec(rest);
  if (file) return { file: file[1], name: file[2], ...more };
  return rest.startsWith("path:") ? { path: rest.slice(5), ...more } : null;
}

function decoded(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export const fileNameOf = (input) => input.name || input.path?.split("/").pop() || "unnamed";

export function nameOf(input) {
  return input.level === undefined ? fileNameOf(input) : `${fileNameOf(input)}, level ${input.level}`;
}

function follow({ navigated }) {
  const before = state;
  state = read(location.hash);
  for (const listener of listeners) listener({ navigated: navigated || before.view !== state.view });
}

addEventListener("popstate", () => follow({ navigated: false }));

// ---- what the state means as a request -----------------------------------------------------------------------

/** The place of the result that is looked at in detail: the chosen one, or the first that is not the truth. */
export function foundPlace() {
  const { found, truth, inputs } = state;
  if (found !== null && found !== truth && found >= 0 && found < inputs.length) return found;
  return inputs.findIndex((_, place) => place !== truth);
}

export function asInput({ format, ...input }, edits = []) {
  const { noise, ids } = state;
  const reading = Object.fromEntries(Object.entries({ format, ids, noise }).filter(([, value]) => value));
  return {
    ...input,
    ...(Object.keys(reading).length ? { reading } : {}),
    ...(edits.length ? { edits } : {}),
  };
}

export const truthInput = () => asInput(state.inputs[Math.max(0, state.truth)]);
export const foundInput = () => asInput(state.inputs[foundPlace()], state.edits);

/** Options of a comparison that are set. */
export function options() {
  const { metrics, nodes, levels, sharing, weighting, baseline, interval } = state;
  const chosen = { nodes, levels, sharing, weighting };
  return {
    ...(metrics.length ? { metrics } : {}),
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)),
    ...(baseline ? { baseline } : {}),
    ...(interval ? { interval } : {}),
  };
}

/** The cluster of a view, by its index or else by its name: names may be equal. */
export function chosenCluster() {
  const { cluster, index } = state;
  return index === null ? { cluster } : { index };
}

/** The question about one result: the same words for all that explains it. */
export function pairQuestion() {
  const { metrics, nodes } = state;
  return {
    truth: truthInput(),
    found: foundInput(),
    ...(metrics.length ? { metric: metrics[0] } : {}),
    ...(nodes ? { nodes } : {}),
  };
}
