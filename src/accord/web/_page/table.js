// Tables: columns with headings that sort, rows from the server, and pages.

import { button, h } from "./dom.js";
import { count } from "./format.js";
import { state, update } from "./state.js";

export const PAGE_SIZE = 50;

/** A column is {title, cell(row), class?, sort?: name of the order, down?: whether it starts with the greatest}. */
export function table(columns, rows, { caption, label, order, rowClass } = {}) {
  const head = h("tr", columns.map((column) => heading(column, order)));
  const body = rows.map((row) => {
    return h("tr", { class: rowClass?.(row) ?? "" }, columns.map((column, place) => h(column.row ? "th" : "td", { class: column.class ?? "", scope: column.row ? "row" : undefined }, column.cell(row, place))));
  });
  const inside = [caption ? h("caption", caption) : null, h("thead", head), h("tbody", body)];
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": label ?? caption ?? "Table" }, h("table", inside));
}

function heading(column, order) {
  const isSorted = order && column.sort && order.sort === column.sort;
  const direction = isSorted ? (order.desc ? "descending" : "ascending") : undefined;
  const press = () => update({ sort: column.sort, desc: isSorted ? !order.desc : Boolean(column.down), page: 0 });
  const content = column.sort && order ? button(column.title, press, { id: `sort-${column.sort}` }) : column.title;
  return h("th", { scope: "col", class: column.class ?? "", "aria-sort": direction }, content);
}

/** Below a table: which rows these are, and buttons to others. */
export function pages(total, what) {
  const last = Math.max(0, Math.ceil(total / PAGE_SIZE) - 1);
  const page = Math.min(state.page, last);
  const from = page * PAGE_SIZE;
  const words = total ? `${count(from + 1)} to ${count(Math.min(from + PAGE_SIZE, total))} of ${count(total)} ${what}` : `no ${what}`;
  if (last === 0) return h("p.pages", { role: "status" }, total ? `${count(total)} ${what}` : words);
  const to = (place) => () => update({ page: place });
  return h(
    "div.pages",
    h("span", { role: "status" }, words),
    h(
      "span.row",
      button("First", to(0), { disabled: page === 0, id: "page-first" }),
      button("Back", to(page - 1), { disabled: page === 0, id: "page-back" }),
      button("Next", to(page + 1), { disabled: page === last, id: "page-on" }),
      button("Last", to(last), { disabled: page === last, id: "page-last" }),
    ),
  );
}

export const pageOf = () => ({ offset: state.page * PAGE_SIZE, limit: PAGE_SIZE });

/** A table of texts as the server prints it: {header, rows, numbers}. */
export function printed({ header, rows, numbers }, options = {}) {
  const isNumber = new Set(numbers);
  const columns = header.map((title, place) => ({
    title,
    class: isNumber.has(place) ? "number" : "",
    cell: (row) => options.cell?.(row, place) ?? row[place],
  }));
  return table(columns, rows, options);
}

/** A share from 0 to 1 as a bar. */
export function bar(value, colour = "") {
  const inside = h("i", { class: colour });
  inside.style.width = `${Math.max(0, Math.min(1, value || 0)) * 100}%`;
  return h("span.track", { "aria-hidden": "true" }, inside);
}
