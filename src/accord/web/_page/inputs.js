// How clusterings come in: dropped, chosen, pasted, from an example, or from the folder of the server.

import { ask, get, upload } from "./api.js";
import { all, announce, button, h, name } from "./dom.js";
import { failure, region } from "./region.js";
import { asInput, nameOf, state, update } from "./state.js";
import { folderList } from "./folder.js";

/** Words in the name of a file that say that it is the truth. */
const TRUTH_WORDS = /(^|[^a-z])(truth|ground|gold|reference|labels)([^a-z]|$)/i;

/** A ranking has at most a hundred results. */
const MOST_LEVELS = 50;
let about = null;

/** The first page: what this is, and all ways to begin. */
export function welcome() {
  const isOne = state.inputs.length === 1;
  const given = isOne ? h("p", "You gave ", name(nameOf(state.inputs[0])), ". Add a clustering to compare it with.") : null;
  const levels = isOne ? region("levels", (wait) => ask("inspect", { input: asInput(state.inputs[0]) }, wait), offerLevels, { quiet: true }) : null;
  return [
    h("div.hello", h("h1", "How well do two clusterings agree?"), h("p", "Give the truth and what was found, in any common format. The answer comes first; everything else is one click away.")),
    h("section.drop", { "aria-label": "Add files" }, given, levels, ...dropWords(isOne)),
    h("div.ways", exampleCard(), pasteCard(), folderCard()),
  ];
}

function offerLevels(answer) {
  const compare = takeApart(0, answer.levels ?? [], "Compare its levels", { view: "changes" });
  return compare && h("p.row", `It has ${answer.levels.length} levels.`, compare);
}

function dropWords(isOne) {
  return [
    h("p.big", isOne ? "Drop another file here" : "Drop two or more files here"),
    h("p.quiet", "A cluster per line, a label per node, a table, JSON … The first is the truth, unless the name of another says that it is."),
    h("p.row", chooser("Choose files")),
  ];
}

function chooser(label) {
  const field = h("input", { type: "file", multiple: true, class: "unseen", tabindex: -1, "aria-hidden": "true", data: { role: "chooser" } });
  field.addEventListener("change", () => addFiles([...field.files]));
  return [button(label, () => field.click(), { class: "primary" }), field];
}

function exampleCard() {
  const list = h("ul.picks");
  get("examples")
    .then((answer) => list.append(...(answer.examples ?? answer).map(exampleItem)))
    .catch((error) => list.replaceWith(failure(error)));
  return h("section.card", { "aria-labelledby": "examples" }, h("h2#examples", "Try an example"), list);
}

function exampleItem(example) {
  const pick = button("", () => addExample(example), { class: "pick" });
  pick.append(h("b", example.title ?? example.name), h("small", example.description));
  return h("li", pick);
}

function pasteCard() {
  const field = (id, label) => h("div.field", h("label", { for: id }, label), h("textarea", { id, spellcheck: "false", placeholder: "a b c\nd e" }));
  const trouble = h("p.worse", { role: "alert", hidden: true });
  const go = async () => {
    const texts = ["truth", "found"].map((side) => [side, document.getElementById(`paste-${side}`).value]);
    const empty = texts.find(([, text]) => !text.trim());
    trouble.hidden = !empty;
    if (empty) trouble.textContent = `Paste the clusters of ${empty[0]} first: a cluster per line.`;
    else await add(texts.map(([side, text]) => new File([text.endsWith("\n") ? text : `${text}\n`], `${side}.cnl`)));
  };
  const fields = h("div", field("paste-truth", "Truth, a cluster per line"), field("paste-found", "Found, a cluster per line"));
  return h("section.card", { "aria-labelledby": "paste" }, h("h2#paste", "Paste"), fields, trouble, h("p.row", button("Compare", go, { class: "primary" })));
}

function folderCard() {
  const card = h("section.card", { "aria-labelledby": "folder", hidden: true }, h("h2#folder", "On the server"));
  (about ??= get("")).then((facts) => {
    if (facts.folder === null) return;
    card.append(folderList((paths) => addInputs(paths.map((path) => ({ path })))));
    card.hidden = false;
  }, () => {});
  return card;
}

// ---- adding ------------------------------------------------------------------------------------------------------

export function addFiles(files) {
  return add(files);
}

async function add(files) {
  if (!files.length) return;
  try {
    announce(`Uploading ${files.length} files`);
    const stored = [];
    for (const file of files) stored.push(await store(file));
    addInputs(stored);
  } catch (error) {
    showTrouble(error);
  }
}

async function store(file) {
  const { file: digest } = await upload(file, file.name);
  return { file: digest, name: file.name };
}

async function addExample({ truth, found, network }) {
  try {
    const stored = [];
    for (const { text, name: label } of [truth, ...found]) stored.push(await store(new File([text], label)));
    const more = network?.text ? { network: await store(new File([network.text], network.name)) } : {};
    update({ ...begun(), inputs: stored, truth: 0, found: null, ...more, view: "answer" });
  } catch (error) {
    showTrouble(error);
  }
}

/** Add inputs to those that are there: clusterings are compared, a network and a table are kept for the views that use them. */
export async function addInputs(added) {
  document.getElementById("adding").close();
  const kinds = await Promise.all(added.map(kindOf));
  const ofKind = (kind) => added.filter((_, place) => kinds[place] === kind);
  const [network] = ofKind("network");
  const [attributes] = ofKind("table");
  const inputs = [...state.inputs, ...ofKind("clustering")];
  const isFirst = state.inputs.length < 2;
  const said = inputs.findIndex((input) => TRUTH_WORDS.test(nameOf(input)));
  const truth = isFirst ? Math.max(0, said) : state.truth;
  const view = inputs.length > 1 && isFirst ? { view: "answer" } : {};
  update({ inputs, truth, ...view, ...(network ? { network } : {}), ...(attributes ? { attributes } : {}), ...(isFirst ? { found: null, edits: [] } : {}) });
}

/** A file that cannot be read counts as a clustering, so that its view says what is wrong. */
async function kindOf(input) {
  const answer = await ask("inspect", { input }).catch(() => null);
  return answer?.kind ?? "clustering";
}

/** A button that makes an input of each level of one; none if there is nothing to take apart, or too much. */
export function takeApart(place, levels, words, changes = {}) {
  if (levels.length < 2 || levels.length > MOST_LEVELS) return null;
  const { level: _, ...whole } = state.inputs[place];
  const apart = levels.map(({ name: level }) => ({ ...whole, level }));
  const inputs = state.inputs.toSpliced(place, 1, ...apart);
  const truth = state.truth > place ? state.truth + apart.length - 1 : state.truth;
  return button(words, () => update({ inputs, truth, found: null, edits: [], ...changes }), { class: "plain" });
}

const begun = () => ({ edits: [], metrics: [], nodes: "", levels: "", sharing: "", weighting: "", noise: "", ids: "", attributes: null, network: null });

export function removeInput(place) {
  const inputs = state.inputs.filter((_, other) => other !== place);
  const truth = place === state.truth ? 0 : state.truth - (place < state.truth);
  update({ inputs, truth, found: null, edits: [] });
}

function showTrouble(error) {
  document.getElementById("content").prepend(failure(error));
}

export function openAdding() {
  const dialog = document.getElementById("adding");
  const folder = folderCard();
  dialog.replaceChildren(
    h("div.heading", h("h2#adding-title", "Add files"), button("Close", () => dialog.close())),
    h("p", "More found clusterings are ranked. You can also drop files anywhere on the page."),
    h("p.row", chooser("Choose files"), button("Start over", () => (dialog.close(), update({ ...begun(), inputs: [], truth: 0, found: null, view: "answer" })))),
    folder,
  );
  if (!dialog.open) dialog.showModal();
  all("button.primary", dialog)[0].focus();
}

/** Files can be dropped anywhere; a curtain says so. */
export function setUpDropping(drop) {
  const curtain = document.getElementById("curtain");
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => holdsFiles(event) && (curtain.hidden = false));
  addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  addEventListener("dragleave", (event) => event.relatedTarget === null && (curtain.hidden = true));
  addEventListener("drop", (event) => {
    curtain.hidden = true;
    if (!holdsFiles(event)) return;
    event.preventDefault();
    drop([...event.dataTransfer.files]);
  });
}
