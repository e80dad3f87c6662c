// Elements made from values. Text goes in as text nodes only: names of nodes, clusters and files may hold anything.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** Make an element: h("p.quiet#note", {on: {click}, title: "..."}, "text", other). */
export function h(selector, ...rest) {
  const [tag, ...parts] = selector.split(/(?=[.#])/);
  const element = document.createElement(tag);
  for (const part of parts) {
    if (part[0] === ".") element.classList.add(part.slice(1));
    else element.id = part.slice(1);
  }
  const first = rest[0];
  const hasProperties = first && typeof first === "object" && !(first instanceof Node) && !Array.isArray(first);
  if (hasProperties) setProperties(element, rest.shift());
  element.append(...flat(rest));
  return element;
}

function setProperties(element, { on = {}, data = {}, ...attributes }) {
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  for (const [key, value] of Object.entries(data)) element.dataset[key] = value;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

export const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];

// Controls and marks of direction would change what surrounds them, or be invisible: they are written as escapes.
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

export function visible(text) {
  return String(text).replace(UNSEEN, (letter) => `\\u${letter.codePointAt(0).toString(16).padStart(4, "0")}`);
}

/** A name given by a user, kept apart from the direction of the text around it. */
export function name(text) {
  if (text === null || text === undefined) return h("span.quiet", "–");
  if (text === "") return h("span.quiet", "(empty name)");
  const shown = visible(text);
  return h("bdi", { title: shown.length > 24 ? shown : undefined }, shown);
}

/** Parse a picture of the server as XML and adopt it, without scripts or links. */
export function picture(source) {
  const parsed = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (parsed.namespaceURI !== SVG_NAMESPACE || parsed.localName !== "svg") throw new Error("this is no picture");
  for (const element of [parsed, ...parsed.querySelectorAll("*")]) {
    const isForeign = element.namespaceURI !== SVG_NAMESPACE;
    if (isForeign || ["script", "foreignObject", "use", "image", "a", "style"].includes(element.localName)) {
      element.remove();
      continue;
    }
    for (const { name: attribute } of [...element.attributes]) {
      if (/^on|href$|^style$/i.test(attribute)) element.removeAttribute(attribute);
    }
  }
  return document.adoptNode(parsed);
}

/** A coloured square and a verdict, for tables and legends. */
export function verdict(word, words = word) {
  return [h("span.key", { class: `c-${word}`, "aria-hidden": "true" }), words];
}

/** One of eight colours, always the same for a name. */
export function colourOf(text) {
  let hash = 7;
  for (const letter of String(text)) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  return `c-series-${hash % 8}`;
}

export function button(label, press, properties = {}) {
  return h("button", { type: "button", on: { click: press }, ...properties }, label);
}

/** Say something to readers who cannot see the page change. */
export function announce(text) {
  document.getElementById("announcer").textContent = visible(text);
}
