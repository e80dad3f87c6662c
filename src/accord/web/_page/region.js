// A part of a view that waits for an answer: what was there stays until the new content is ready.

import { all, announce, button, h } from "./dom.js";
import { duration } from "./format.js";
import { remedies } from "./remedies.js";

/** How long to wait before showing that something is being computed. */
const PATIENCE_MS = 350;
/** How long other parts of a view wait for the first one. */
const LONG_MS = 1000;
/** Why a question ends that the user has cancelled, and not the next view. */
const CANCELLED = new DOMException("cancelled", "AbortError");
let open = [];
let previous = new Map();
/** The answers that regions show. */
const shown = new WeakMap();

/** Before a view is drawn: nobody waits any more for what was asked before. */
export function startDrawing(container) {
  for (const controller of open) controller.abort();
  open = [];
  previous = new Map([...container.querySelectorAll("[data-region]")].map((element) => [element.dataset.region, element]));
}

/**
 * A part of the view: `load` asks, given {signal, onProgress}, and `build` makes elements of the answer.
 *
 * `known` is the answer if it was given before and all elements follow from it alone: those that show it stay.
 * `after` is something to wait for before asking.
 */
export function region(key, load, build, { quiet = false, known, after } = {}) {
  const before = previous.get(key);
  if (known && shown.get(before) === known) return before;
  const element = h("div.region", { data: { region: key } });
  if (before) {
    element.append(...[...before.childNodes].map((node) => node.cloneNode(true)));
    element.classList.add("old");
  }
  fill(element, after ? (controls) => after.then(() => load(controls)) : load, build, quiet);
  return element;
}

/** The same question, and a promise that is kept when it is answered, or takes long: what is asked then does not slow it down. */
export function first(load) {
  let keep;
  const promise = new Promise((resolve) => (keep = resolve));
  const asked = (controls) => {
    setTimeout(keep, LONG_MS);
    return load(controls).finally(keep);
  };
  return [asked, promise];
}

async function fill(element, load, build, quiet) {
  const controller = new AbortController();
  open.push(controller);
  const progress = progressBar(() => controller.abort(CANCELLED));
  const isFilled = element.hasChildNodes();
  element.setAttribute("aria-busy", "true");
  const timer = setTimeout(() => !quiet && element.prepend(progress.element), isFilled ? PATIENCE_MS : 120);
  try {
    const answer = await load({ signal: controller.signal, onProgress: progress.show });
    const content = [build(answer)].flat(Infinity).filter(Boolean);
    keepFocus(() => element.replaceChildren(...content));
    shown.set(element, answer);
  } catch (error) {
    if (controller.signal.reason === CANCELLED) element.replaceChildren(cancelled(element, load, build, quiet));
    else if (controller.signal.aborted) return;
    // Another part of the view has asked the same, and has withdrawn it.
    else element.replaceChildren(error.name === "AbortError" ? "" : failure(error));
    tellOnce();
  } finally {
    clearTimeout(timer);
  }
  element.classList.remove("old");
  element.removeAttribute("aria-busy");
}

/** What is wrong with a file is wrong in all parts of the view: the first one says it. */
function tellOnce() {
  const told = new Set();
  for (const problem of all("main .region > .problem")) {
    problem.hidden = told.has(problem.textContent);
    told.add(problem.textContent);
  }
}

function cancelled(element, load, build, quiet) {
  const again = button("Ask again", () => {
    element.replaceChildren();
    fill(element, load, build, quiet);
  });
  return h("div.empty", h("p", "You cancelled this."), again);
}

/** An error as a calm paragraph: what the server says, which tells what to do. */
export function failure(error) {
  const isOurs = "detail" in error;
  if (!isOurs) console.error(error);
  const words = isOurs ? error.detail || error.title : `This page made a mistake: ${error.message}`;
  announce(words);
  return h("div.problem", { role: "alert" }, h("p.title", titleOf(error)), h("p", words), remedies(words));
}

function titleOf(error) {
  if (error.status === 404) return "Not there";
  if (error.status === 413) return "Too large";
  if (error.status === 429) return "Too much at once";
  return error.status === 422 ? "This cannot be answered" : (error.title ?? "Something went wrong");
}

function progressBar(cancel) {
  const bar = h("progress", { max: 1, "aria-label": "Progress" });
  const words = h("span", "Working …");
  const stop = button("Cancel", cancel);
  const element = h("div.working", { role: "status" }, bar, words, stop);
  function show({ progress, step, estimate, status }) {
    if (typeof progress === "number") bar.value = progress;
    const left = typeof estimate === "number" && estimate > 0 ? `, ${duration(estimate)} left` : "";
    words.textContent = `${status === "queued" ? "Waiting for a free worker" : step || "Working"} …${left}`;
  }
  return { element, show };
}

/** Replace content, and put the focus and the cursor back to the element with the same id. */
export function keepFocus(replace) {
  const { activeElement } = document;
  const { id, selectionStart, selectionEnd } = activeElement ?? {};
  replace();
  if (!id || document.activeElement?.id === id) return;
  const again = document.getElementById(id);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (typeof selectionStart === "number" && again.setSelectionRange && again.type !== "number") {
    again.setSelectionRange(selectionStart, selectionEnd);
  }
}
