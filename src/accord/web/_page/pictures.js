// Pictures from the server, with tooltips beside the pointer or, with the arrow keys, beside the mark.

import { ask, known, save } from "./api.js";
import { all, button, h, picture } from "./dom.js";
import { region } from "./region.js";

/** A picture of some kind that answers a question. */
export function drawing(kind, question, { label = "", after } = {}) {
  const body = { kind, ...question };
  const load = (controls) => ask("pictures", body, controls);
  return region(`picture-${kind}`, load, (answer) => figure(answer, body, { label }), { known: known("pictures", body), after });
}

function figure(answer, body, { label }) {
  const keep = button("Save SVG", () => save("pictures?format=svg", body, `${body.kind}.svg`));
  return drawn(answer, label || answer.caption || body.kind, keep);
}

/** A figure of a picture of the server: its legend, its parts, its caption and a button that saves it. */
export function drawn(answer, label, keep) {
  const isOne = answer.svgs.length === 1;
  const boxes = answer.svgs.map(({ title, svg }) => {
    const part = picture(svg);
    part.classList.add("picture");
    prepareTips(part, label);
    return h("div.drawing", { tabindex: 0, role: "group", "aria-label": `${label}; the arrow keys move between its marks` }, isOne ? null : h("span.part-name", { "aria-hidden": "true" }, title), part);
  });
  const legend = (answer.legend ?? []).map(({ name: words, colour }) => h("li", h("span.key", { class: colour }), words));
  return h("figure", legend.length ? h("ul.legend", legend) : null, h("div.drawings", boxes), h("figcaption", h("span", answer.caption ?? label), keep));
}

/** The browser would show the titles of marks late and without style: they become our tooltips. */
function prepareTips(drawn, label) {
  for (const title of all("title", drawn)) {
    const mark = title.parentElement;
    if (mark === drawn) drawn.setAttribute("aria-label", title.textContent);
    else mark.dataset.tip = title.textContent;
    title.remove();
  }
  drawn.removeAttribute("aria-labelledby");
  drawn.setAttribute("role", "img");
  if (!drawn.hasAttribute("aria-label")) drawn.setAttribute("aria-label", label);
}

export function setUpTips() {
  const tip = document.getElementById("tip");
  let current = null;

  function show(mark, x, y) {
    current?.classList.remove("pointed");
    current = mark;
    mark.classList.add("pointed");
    tip.textContent = mark.dataset.tip;
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, x + 14), document.documentElement.clientWidth - width - 8);
    const above = y - height - 14;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${above < 8 ? y + 22 : above}px`;
  }

  function hide() {
    current?.classList.remove("pointed");
    current = null;
    tip.hidden = true;
  }

  document.addEventListener("pointermove", (event) => {
    const mark = event.target.closest?.("[data-tip]");
    if (mark) show(mark, event.clientX, event.clientY);
    else if (current) hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const box = event.target.closest?.(".drawing");
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const marks = box ? all("[data-tip]", box) : [];
    if (!step || !marks.length) return;
    event.preventDefault();
    const place = marks.indexOf(current);
    const mark = marks[place < 0 ? (step > 0 ? 0 : marks.length - 1) : (place + step + marks.length) % marks.length];
    mark.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, width, top } = mark.getBoundingClientRect();
    show(mark, left + width / 2, top);
  });
}
