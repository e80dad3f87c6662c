// The page: draws the view that the address names, and draws it again when the address changes.

import { get } from "./api.js";
import { all, announce, h } from "./dom.js";
import { addFiles, openAdding, setUpDropping, welcome } from "./inputs.js";
import { setUpKeys } from "./keys.js";
import { setUpTips } from "./pictures.js";
import { keepFocus, startDrawing } from "./region.js";
import { link, onChange, state } from "./state.js";
import { setUpTheme } from "./theme.js";
import { answerView } from "./answer.js";
import { changesView } from "./changes.js";
import { clusterView } from "./cluster.js";
import { clustersView } from "./clusters.js";
import { followView } from "./follow.js";
import { nodeView } from "./node.js";
import { nodesView } from "./nodes.js";
import { storesView } from "./stores.js";
import { whatIfView } from "./whatif.js";

/** What can be shown, the words in the bar of views, and how many inputs it needs. */
const VIEWS = {
  answer: { draw: answerView, words: "Answer", needs: 2 },
  clusters: { draw: clustersView, words: "Clusters", needs: 2 },
  cluster: { draw: clusterView, within: "clusters", needs: 2 },
  nodes: { draw: nodesView, words: "Nodes", needs: 2 },
  node: { draw: nodeView, within: "nodes", needs: 2 },
  changes: { draw: changesView, words: "Old and new", needs: 2 },
  follow: { draw: followView, within: "changes", needs: 1 },
  whatif: { draw: whatIfView, words: "What if", needs: 2 },
  stores: { draw: storesView, words: "Benchmarks", needs: 0 },
};

const main = document.getElementById("content");
let hasStores = false;

function draw({ navigated = false } = {}) {
  const named = VIEWS[state.view] ?? VIEWS.answer;
  const isReady = state.inputs.length >= named.needs;
  drawViews(named);
  startDrawing(main);
  const content = isReady ? named.draw() : welcome();
  keepFocus(() => main.replaceChildren(...[content].flat(Infinity).filter(Boolean)));
  document.title = title(named, isReady);
  document.getElementById("add").hidden = state.inputs.length === 0;
  if (!navigated) return;
  document.querySelector("#views [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  scrollTo({ top: 0, behavior: "instant" });
  main.focus({ preventScroll: true });
  announce(document.title);
}

function title(named, isReady) {
  if (!isReady) return "accord";
  const detail = state.view === "cluster" ? (state.cluster === null ? "Cluster" : `Cluster ${state.cluster}`) : state.view === "node" ? `Node ${state.node}` : null;
  return `${detail ?? named.words ?? "Follow a cluster"} – accord`;
}

function drawViews(named) {
  const shown = Object.entries(VIEWS).filter(
    ([view, { words, needs }]) => words && (view === "stores" ? hasStores || state.view === "stores" : state.inputs.length >= needs),
  );
  const bar = document.getElementById("views");
  bar.hidden = shown.length === 0;
  const items = shown.map(([view, { words }]) => {
    const isCurrent = view === state.view || view === named.within;
    return h("li", h("a", { href: link({ view }), id: `view-${view}`, "aria-current": isCurrent ? "page" : undefined }, words));
  });
  keepFocus(() => all("ul", bar)[0].replaceChildren(...items));
}

async function setUp() {
  setUpTheme();
  setUpTips();
  setUpDropping(addFiles);
  setUpKeys();
  document.getElementById("add").addEventListener("click", openAdding);
  document.getElementById("skip").addEventListener("click", (event) => {
    // The address holds the state, so a link to a place on the page must not change it.
    event.preventDefault();
    main.focus();
  });
  onChange(draw);
  draw();
  const about = await get("").catch(() => null);
  if (!about) return;
  document.getElementById("about").textContent = `accord ${about.version ?? ""} on this server. What you drop is stored there and read by a separate process.`;
  const stores = about.stores;
  hasStores = Array.isArray(stores) ? stores.length > 0 : Boolean(stores);
  if (hasStores) drawViews(VIEWS[state.view] ?? VIEWS.answer);
}

setUp();
