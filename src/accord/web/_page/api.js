// Questions to the server: answers, jobs that take longer, documents, and the token if one is needed.

import { askForToken } from "./token.js";

const ROOT = "/api/v1";
const KEPT_ANSWERS = 300;
const answers = new Map();
/** Questions that wait for their answer: two parts of a view may ask the same. */
const underWay = new Map();

/** What the server says went wrong, in its own words. */
export class Problem extends Error {
  constructor({ status = 0, title = "Something went wrong", detail = "" }) {
    super(detail || title);
    Object.assign(this, { status, title, detail });
  }
}

/** Ask for JSON with GET. */
export async function get(path, { signal } = {}) {
  return (await send(path, { signal })).json();
}

/** Ask a question with POST; `onProgress` hears about a job that takes longer than a second. */
export async function ask(path, body, { signal, onProgress } = {}) {
  const key = `${path} ${JSON.stringify(body)}`;
  if (answers.has(key)) return remember(key, answers.get(key));
  if (!underWay.has(key)) {
    const asking = settled(path, body, { signal, onProgress }).then((response) => response.json());
    const forget = () => underWay.get(key) === asking && underWay.delete(key);
    underWay.set(key, asking);
    asking.then(forget, forget);
    // Whoever asks after that must not get the error of a question that was withdrawn.
    signal?.addEventListener("abort", forget);
  }
  return remember(key, await underWay.get(key));
}

/** An answer that was given before, without waiting for it. */
export function known(path, body) {
  return answers.get(`${path} ${JSON.stringify(body)}`);
}

function remember(key, answer) {
  answers.delete(key);
  answers.set(key, answer);
  if (answers.size > KEPT_ANSWERS) answers.delete(answers.keys().next().value);
  return answer;
}

/** Ask for a document and hand it to the user as a file. */
export async function save(path, body, filename, controls = {}) {
  const response = body === undefined ? await send(path, controls) : await settled(path, body, controls);
  const named = /filename="?([^";]+)"?/.exec(response.headers.get("Content-Disposition") ?? "");
  const address = URL.createObjectURL(await response.blob());
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: address, download: filename ?? named?.[1] ?? "accord" });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export async function upload(content, name) {
  const response = await send(`files?name=${encodeURIComponent(name)}`, {
    method: "POST",
    body: content,
    headers: { "Content-Type": "application/octet-stream" },
  });
  return response.json();
}

async function settled(path, body, { signal, onProgress = () => {} }) {
  const separator = path.includes("?") ? "&" : "?";
  const response = await send(`${path}${separator}wait=1`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
    signal,
  });
  if (response.status !== 202) return response;
  const job = await response.json();
  // Nobody waits for the answer any more: the worker can do something else.
  const cancel = () => send(`jobs/${job.job}`, { method: "DELETE" }).catch(() => {});
  signal?.addEventListener("abort", cancel);
  try {
    onProgress(job);
    await ending(job.job, { signal, onProgress });
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
  return send(`jobs/${job.job}/answer`, { signal });
}

async function ending(job, { signal, onProgress }) {
  for await (const news of events(`jobs/${job}/events`, { signal })) {
    if (news.status) onProgress(news);
    if (["done", "failed", "cancelled", "interrupted"].includes(news.status)) return;
  }
}

/** Server-sent events, read with fetch because an EventSource cannot send a token. */
export async function* events(path, { signal } = {}) {
  const response = await send(path, { signal, headers: { Accept: "text/event-stream" } });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n").filter((line) => line.startsWith("data:"));
      if (lines.length) yield JSON.parse(lines.map((line) => line.slice(5).trimStart()).join("\n"));
    }
  }
}

async function send(path, { method = "GET", headers = {}, ...rest } = {}) {
  for (;;) {
    const token = sessionStorage.getItem("accord-token");
    const more = { "X-Requested-With": "accord", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    let response;
    try {
      response = await fetch(path ? `${ROOT}/${path}` : ROOT, { method, headers: { ...headers, ...more }, ...rest });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Problem({ title: "The server does not answer", detail: "The server does not answer. Is accord serve still running?" });
    }
    if (response.ok) return response;
    const problem = await response.json().catch(() => ({ title: response.statusText }));
    if (response.status !== 401) throw new Problem({ ...problem, status: response.status });
    // Another token may have been given while this answer was on its way.
    if (token === sessionStorage.getItem("accord-token")) await askForToken({ wasWrong: token !== null });
  }
}
