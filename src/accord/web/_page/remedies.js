// What an error advises, as buttons: how files are to be read.

import { button, h } from "./dom.js";
import { fileNameOf, state, update } from "./state.js";

/** How an input can be read whatever its name and content say, for those formats that are often not clear. */
export const FORMAT_WORDS = {
  cnl: "a cluster per line",
  labels: "a label per node",
  csv: "a table (CSV)",
  tsv: "a table (TSV)",
  pairs: "a node and its cluster per line",
  json: "JSON",
};

const suffixOf = (input) => fileNameOf(input).split(".").pop();

/** Buttons for the formats and the type of names that a message names; none if it names no such thing. */
export function remedies(message) {
  const formats = [...message.matchAll(/\bformat='(\w+)'/g)].map(([, format]) => format).filter((format) => format in FORMAT_WORDS);
  const buttons = formats.map((format) => button(`Read as ${FORMAT_WORDS[format]}`, () => readAs(format, message)));
  if (/\bids='text'/.test(message)) buttons.push(button("Take all names as text", () => update({ ids: "text" })));
  return buttons.length ? h("p.row", buttons) : null;
}

/** The file that the message is about, and others of its kind, are read in this format. */
function readAs(format, message) {
  const about = state.inputs.find((input) => message.startsWith(`${fileNameOf(input)}:`));
  const isMeant = (input) => !input.format && (!about || suffixOf(input) === suffixOf(about));
  update({ inputs: state.inputs.map((input) => (isMeant(input) ? { ...input, format } : input)) });
}
