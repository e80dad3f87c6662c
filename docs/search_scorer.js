// How well a page answers a search: pages that mention everything come after those about it.

const MENTIONS = new Set(["architecture", "benchmarks", "changelog", "contributing", "kernels"]);

var Scorer = {
  score: ([page, , , , score]) => (MENTIONS.has(page) ? score / 100 : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
