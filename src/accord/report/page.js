"use strict";
// Tooltips, sorting, filtering, saving of pictures and a choice of themes. A report can be read without this script.

const root = document.documentElement;
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];

// ---- theme: that of the system, until the button is pressed ------------------------------------------------

function setUpTheme() {
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  const stored = remembered("accord-theme");
  if (stored === "dark" || stored === "light") root.dataset.theme = stored;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember("accord-theme", root.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  button.hidden = false;
  show();
}

// A page opened from disk may have no access to storage.
function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // then the choice lasts for this visit only
  }
}

// ---- tooltips: beside the pointer or, with the arrow keys, beside the mark ----------------------------

function setUpTooltips() {
  const tip = document.getElementById("tip");
  let current = null;

  // The browser would show the titles of marks as well: remove them.
  for (const title of all("svg.picture :not(svg) > title")) {
    title.parentElement.dataset.tip = title.textContent;
    title.remove();
  }
  for (const title of all("svg.picture > title")) {
    title.parentElement.setAttribute("aria-label", title.textContent);
    title.parentElement.removeAttribute("aria-labelledby");
    title.remove();
  }
  for (const element of all("main [title]")) {
    element.dataset.tip = element.title;
    element.removeAttribute("title");
  }

  function show(mark, x, y) {
    if (current && current !== mark) current.classList.remove("pointed");
    current = mark;
    current.classList.add("pointed");
    if (tip.textContent !== mark.dataset.tip) tip.textContent = mark.dataset.tip;
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, x + 14), root.clientWidth - width - 8);
    const above = y - height - 14;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${above < 8 ? y + 22 : above}px`;
  }

  function hide() {
    if (current) current.classList.remove("pointed");
    current = null;
    tip.hidden = true;
  }

  function showAt(mark) {
    mark.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = mark.getBoundingClientRect();
    show(mark, box.left + box.width / 2, box.top);
  }

  document.addEventListener("pointermove", (event) => {
    const mark = event.target.closest?.("[data-tip]");
    if (mark) show(mark, event.clientX, event.clientY);
    else if (current && !current.contains(document.activeElement)) hide();
  });
  document.addEventListener("focusin", (event) => {
    const mark = event.target.closest("[data-tip]");
    if (mark) showAt(mark);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });

  // The tab key stops once at each picture; the arrow keys move between its marks.
  for (const box of all(".drawing")) {
    box.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const marks = all("[data-tip]", box);
      if (!step || !marks.length || event.target !== box) return;
      event.preventDefault();
      const place = marks.indexOf(current);
      showAt(marks[place < 0 ? (step > 0 ? 0 : marks.length - 1) : (place + step + marks.length) % marks.length]);
    });
  }
}

// ---- tables: sorted by a column, filtered by words --------------------------------------------------------------------

const asNumber = (text) => (text === "" || text === "–" ? NaN : Number(text.replace(/[,%\s]/g, "").replace("−", "-")));

function setUpSorting(table) {
  const headers = all("thead th", table);
  headers.forEach((header, column) => {
    const button = header.querySelector("button");
    if (!button) return;
    const numbers = header.classList.contains("number");
    button.addEventListener("click", () => {
      const now = header.getAttribute("aria-sort");
      const down = now ? now === "ascending" : numbers;
      for (const other of headers) other.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = all("tbody tr", table).map((row) => [row.cells[column].textContent.trim(), row]);
      rows.sort(([one], [two]) => compare(one, two, numbers) * (down ? -1 : 1) || 0);
      if (numbers) rows.sort(([one], [two]) => Number.isNaN(asNumber(one)) - Number.isNaN(asNumber(two)));
      table.tBodies[0].append(...rows.map(([, row]) => row));
    });
  });
}

function compare(one, two, numbers) {
  return numbers ? asNumber(one) - asNumber(two) || 0 : one.localeCompare(two, undefined, { numeric: true });
}

function setUpFilter(form) {
  const rows = all("tbody tr", document.getElementById(form.dataset.table));
  const namesOf = new Map(rows.map((row) => [row, all(".name", row).map((cell) => cell.textContent).join("\n").toLowerCase()]));
  const { verdict, words } = form.elements;
  const shown = form.querySelector("output");
  function apply() {
    const wanted = words.value.trim().toLowerCase();
    let left = 0;
    for (const row of rows) {
      const fits = (!verdict.value || row.dataset.verdict === verdict.value) && namesOf.get(row).includes(wanted);
      row.hidden = !fits;
      left += fits;
    }
    shown.textContent = left === rows.length ? "" : `${left} of ${rows.length} shown`;
  }
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
}

// ---- boxes that scroll sideways: the edges fade where there is more ------------------------------------

function setUpScrolling(box) {
  const update = () => {
    const hidden = box.scrollWidth - box.clientWidth;
    box.classList.toggle("clipped", hidden > 2);
    box.classList.toggle("more-left", hidden > 2 && box.scrollLeft > 2);
    box.classList.toggle("more-right", hidden > 2 && box.scrollLeft < hidden - 2);
  };
  box.addEventListener("scroll", update, { passive: true });
  new ResizeObserver(update).observe(box);
  update();
}

// A link to a row that a filter hides clears the filter.
function setUpLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const row = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const table = row?.closest("table");
    if (row?.hidden) document.querySelector(`form[data-table="${table.id}"]`)?.reset();
    if (row?.hidden) row.hidden = false;
    if (table) row.focus({ preventScroll: true });
  });
}

// ---- pictures: saved as an SVG file that needs no style sheet ------------------------------------------

const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linejoin",
  "opacity", "paint-order", "font-family", "font-size", "font-weight", "text-anchor",
];
const LEGEND_HEIGHT = 24;
// Where bars begin, beside their names, and the distance of two bars.
const BAR_START = 240;
const BAR_STEP = 30;

function setUpSaving(button) {
  const figure = button.closest("figure");
  button.addEventListener("click", () => {
    const link = document.createElement("a");
    const pictures = all("svg.picture", figure);
    const text = asFile(pictures.length > 1 ? joinedBars(pictures) : styledCopy(pictures[0]), figure);
    link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    link.download = `${pictures.length > 1 ? figure.closest("section").id : pictures[0].classList[1]}.svg`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  button.hidden = false;
}

// A copy of a picture with the styles it has on the page, and its tooltips.
function styledCopy(picture) {
  const copy = picture.cloneNode(true);
  const drawn = [picture, ...all("*", picture)];
  [copy, ...all("*", copy)].forEach((element, index) => {
    if (element.matches("title, desc")) return;
    const style = getComputedStyle(drawn[index]);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    if (element.dataset.tip) element.prepend(newElement("title", {}, element.dataset.tip));
    for (const name of ["class", "data-tip", "aria-describedby", "aria-labelledby"]) element.removeAttribute(name);
  });
  copy.prepend(newElement("title", {}, copy.getAttribute("aria-label")));
  return copy;
}

// Bars with names beside them, as one picture.
function joinedBars(bars) {
  const whole = newElement("svg", { viewBox: `0 0 ${BAR_START + 760} ${BAR_STEP * bars.length}` });
  whole.append(newElement("title", {}, "Clusters by verdict"));
  bars.forEach((bar, index) => {
    const name = bar.previousElementSibling;
    const { color, fontFamily } = getComputedStyle(name);
    const y = BAR_STEP * index;
    const style = { "font-size": "13px", "font-family": fontFamily, fill: color };
    whole.append(newElement("text", { x: 2, y: y + 16, ...style }, name.textContent));
    const copy = styledCopy(bar);
    const box = { x: BAR_START, y, width: 760, height: 22 };
    for (const [key, value] of Object.entries(box)) copy.setAttribute(key, value);
    whole.append(copy);
  });
  return whole;
}

// The text of an SVG file: a picture with the legend of its figure, on the background of the page.
function asFile(copy, figure) {
  const { width, height } = copy.viewBox.baseVal;
  const keys = all("ul.legend li", figure);
  const above = keys.length ? LEGEND_HEIGHT : 0;
  const sizes = { width, height: height + above, viewBox: `0 ${-above} ${width} ${height + above}` };
  for (const [name, value] of Object.entries(sizes)) copy.setAttribute(name, value);
  copy.append(...legendOf(keys, getComputedStyle(figure).fontFamily, 10 - above));
  const paper = getComputedStyle(figure.closest("section")).backgroundColor;
  const background = newElement("rect", { x: 0, y: -above, width, height: height + above, fill: paper });
  copy.querySelector("title").after(background);
  return new XMLSerializer().serializeToString(copy);
}

function legendOf(keys, font, y) {
  let x = 2;
  return keys.flatMap((item) => {
    const mark = newElement("rect", { x, y: y - 9, width: 9, height: 9, rx: 2, fill: getComputedStyle(item.querySelector(".key")).backgroundColor });
    const words = item.textContent.trim();
    const text = newElement("text", { x: x + 14, y, "font-size": "12px", "font-family": font, fill: getComputedStyle(item).color }, words);
    x += 34 + 7 * words.length;
    return [mark, text];
  });
}

function newElement(name, attributes, text = "") {
  const element = document.createElementNS(document.querySelector("svg").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

setUpTheme();
setUpTooltips();
all("table.sortable").forEach(setUpSorting);
all("form.filter").forEach(setUpFilter);
all(".scroll").forEach(setUpScrolling);
all("button.save").forEach(setUpSaving);
setUpLinks();
root.classList.add("ready");
