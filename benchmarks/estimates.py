"""How often the intervals of accord.estimate hold the true value, and how far the naive one is off.

A population has 20,000 truth clusters. In found, 15 % of the nodes are moved to random clusters,
and a tenth of the clusters is joined with another one. Clusters are drawn from it, uniformly or by
their size, 2,000 times, and each time it is looked up whether the 95 % intervals hold the values
against all clusters. The naive value is that of the sampled clusters as they are, each once, on
their own nodes.

    python benchmarks/estimates.py
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import accord
from accord import Clustering
from accord._certainty.sampled_truth import Ratios, estimate_ratios, sum_by_cluster

CLUSTERS, DRAWS = 20_000, 2_000
SAMPLES = (50, 100, 200, 500, 1000)
MEASURES = ("precision", "recall", "F1")


def draw_sizes(kind: str, rng: np.random.Generator) -> NDArray[np.int64]:
    """Sizes that are much alike, with an exponential tail, or with a heavy tail up to 50."""
    if kind == "even":
        return 1 + rng.poisson(3, CLUSTERS)
    if kind == "geometric":
        return rng.geometric(0.4, CLUSTERS)
    return np.minimum(rng.zipf(2.5, CLUSTERS), 50)


def draw_population(kind: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The labels of truth and of found."""
    rng = np.random.default_rng(1)
    truth = np.repeat(np.arange(CLUSTERS), draw_sizes(kind, rng))
    found = truth.copy()
    moved = rng.random(len(truth)) < 0.15
    found[moved] = rng.integers(0, 2 * CLUSTERS, moved.sum())
    joined = rng.random(CLUSTERS) < 0.1
    label = np.arange(2 * CLUSTERS)
    label[:CLUSTERS][joined] = (np.flatnonzero(joined) + 1) % CLUSTERS
    return truth, label[found]


def values(sums: Ratios) -> tuple[float, float, float]:
    """Precision, recall and F1 of sums over all clusters."""
    precision = float(sums.precise.sum() / sums.of_found.sum())
    recall = float(sums.recalled.sum() / sums.of_truth.sum())
    return precision, recall, 2 * precision * recall / (precision + recall)


def main() -> None:
    print("| sizes | drawn | clusters | pairs | BCubed | exact |")
    print("| --- | --- | ---: | --- | --- | --- |")
    for kind in ("even", "geometric", "heavy"):
        truth, found = draw_population(kind)
        sizes = np.bincount(truth)
        overlaps = accord.overlaps(Clustering.from_labels(truth), Clustering.from_labels(found))
        sums = sum_by_cluster(overlaps)
        for design in ("uniform", "size"):
            for n_clusters in SAMPLES:
                rng = np.random.default_rng(2)
                held = {name: np.zeros(3) for name in sums}
                for _ in range(DRAWS):
                    if design == "uniform":
                        drawn = rng.integers(0, CLUSTERS, n_clusters)
                    else:
                        drawn = truth[rng.integers(0, len(truth), n_clusters)]
                    weights = 1 / sizes[drawn] if design == "size" else np.ones(n_clusters)
                    for name, ratios in sums.items():
                        sample = Ratios(*(column[drawn] for column in ratios))
                        estimates = estimate_ratios(sample, weights, 0.95)
                        held[name] += [
                            each.low <= value <= each.high
                            for each, value in zip(estimates, values(ratios), strict=True)
                        ]
                cells = [
                    ", ".join(f"{100 * share / DRAWS:.1f}" for share in held[name]) for name in held
                ]
                print(f"| {kind} | {design} | {n_clusters} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
