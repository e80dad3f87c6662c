"""How often intervals contain the true value: those of accord, and alternatives.

A population is a law of which clusters a node is in, on both sides; the true value of a metric is
that of the law itself. Nodes are drawn from it many times over, and each time it is looked up
whether the interval holds the true value, and whether it holds the mean value of so many nodes.

    python benchmarks/coverage.py            the intervals as they are, from 200 to 5,000 nodes
    python benchmarks/coverage.py --others   the other ways too, on 200 nodes
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import accord
from accord import Clustering
from accord._certainty.student_t import student_quantile

METRICS = {
    "crisp": ["adjusted_rand", "nmi", "ami", "f1p", "f1h", "bcubed"],
    "overlapping": ["omega", "onmi", "f1p", "f1h", "bcubed"],
}
METRICS["independent"] = METRICS["crisp"]
CASES = [(200, 5), (200, 20), (200, 50), (1000, 5), (1000, 50), (5000, 10), (5000, 200)]
TYPES = list[tuple[tuple[int, ...], tuple[int, ...]]]


class Population:
    """Kinds of nodes, by their clusters on both sides, and how likely each is."""

    def __init__(self, kind: str, clusters: int, damage: float = 0.3) -> None:
        rng = np.random.default_rng(1)
        sizes = rng.dirichlet(np.full(clusters, 3.0))
        law: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        if kind == "overlapping":

            def draw() -> tuple[int, ...]:
                few = 1 + int(rng.random() < 0.4)
                return tuple(sorted(rng.choice(clusters, few, replace=False, p=sizes).tolist()))

            for _ in range(40 * clusters):
                truth = draw()
                for found, share in ((truth, 1 - damage), (draw(), damage)):
                    law[truth, found] = law.get((truth, found), 0.0) + share
        else:
            others = rng.dirichlet(np.full(clusters, 3.0)) if kind == "independent" else sizes
            right = 0.0 if kind == "independent" else 1 - damage
            for i in range(clusters):
                for j in range(clusters):
                    law[(i,), (j,)] = sizes[i] * (right * (i == j) + (1 - right) * others[j])
        self.types: TYPES = list(law)
        self.chance = np.array(list(law.values())) / sum(law.values())
        self.metrics = METRICS[kind]

    def pair(
        self, which: Sequence[int], weights: dict[int, int] | None = None
    ) -> tuple[Clustering, Clustering]:
        """Clusterings of nodes of these types."""
        sides = []
        for side in (0, 1):
            clusters: dict[int, list[int]] = {}
            for node, kind in enumerate(which):
                for cluster in self.types[kind][side]:
                    clusters.setdefault(cluster, []).append(node)
            sides.append(Clustering.from_clusters(list(clusters.values()), weights=weights))
        return sides[0], sides[1]

    def true_values(self) -> np.ndarray:
        """Of the law itself: a node of each type, weighing as it is likely."""
        weights = np.maximum(1, np.round(self.chance * 2e8)).astype(np.int64)
        return values(
            self.metrics, *self.pair(range(len(self.types)), dict(enumerate(weights.tolist())))
        )

    def draw(self, nodes: int, rng: np.random.Generator) -> np.ndarray:
        return rng.choice(len(self.types), nodes, p=self.chance)


def values(metrics: list[str], truth: Clustering, found: Clustering, **options: Any) -> np.ndarray:
    return np.array(
        [float(score) for score in accord.compare(truth, found, metrics, **options).values()]
    )


# ---- other ways ----------------------------------------------------------------------------------

Bounds = tuple[np.ndarray, np.ndarray]


def half_samples(
    population: Population, which: np.ndarray, value: np.ndarray, rng: np.random.Generator
) -> Bounds:
    """Half of the nodes, drawn without replacement: they vary about as much as all nodes do."""
    truth, found = population.pair(which)
    halves = [rng.permutation(len(which))[: len(which) // 2].tolist() for _ in range(50)]
    spread = np.std(
        [values(population.metrics, truth, found, nodes=half) for half in halves], axis=0, ddof=1
    )
    return value - student_quantile(0.95, 49) * spread, value + student_quantile(0.95, 49) * spread


def bootstrap(
    population: Population, which: np.ndarray, value: np.ndarray, rng: np.random.Generator
) -> Bounds:
    """As many nodes, drawn with replacement: the middle 95 % of the values."""
    drawn = [
        values(population.metrics, *population.pair(rng.choice(which, len(which))))
        for _ in range(100)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return low, high


OTHERS: dict[str, Callable[[Population, np.ndarray, np.ndarray, np.random.Generator], Bounds]] = {
    "half samples": half_samples,
    "bootstrap": bootstrap,
}


# ---- tables --------------------------------------------------------------------------------------


def coverage(kind: str, nodes: int, clusters: int, draws: int, others: bool) -> None:
    population = Population(kind, clusters)
    rng = np.random.default_rng(2)
    ways: dict[str, list[Bounds]] = {}
    seen = []
    for seed in range(draws):
        which = population.draw(nodes, rng)
        comparison = accord.compare(
            *population.pair(which), population.metrics, interval=True, seed=seed
        )
        value, low, high, error, bias = (
            np.array([getattr(interval, name) for interval in comparison.intervals.values()])
            for name in ("value", "low", "high", "standard_error", "bias")
        )
        reach = student_quantile(0.95, 99) * error
        made = {"accord": (low, high)}
        if others:
            made["jackknife around the value"] = value - reach, value + reach
            made["jackknife less its bias"] = value - bias - reach, value - bias + reach
            made |= {name: way(population, which, value, rng) for name, way in OTHERS.items()}
        for name, bounds in made.items():
            ways.setdefault(name, []).append(bounds)
        seen.append(value)
    targets = {"true value": population.true_values(), "mean value": np.mean(seen, axis=0)}
    rows = {"": population.metrics} | {
        name: [f"{value:.3f}" for value in target] for name, target in targets.items()
    }
    for way, bounds in ways.items():
        low, high = np.array(bounds).swapaxes(0, 1)
        rows[f"{way}: width"] = [f"{width:.3f}" for width in np.mean(high - low, axis=0)]
        for name, target in targets.items():
            held = (low <= target + 1e-9) & (target - 1e-9 <= high)
            rows[f"{way}: {name}"] = [f"{share:.0%}" for share in np.mean(held, axis=0)]
    print(f"\n{kind}, {nodes:,} nodes, {clusters} clusters, {draws} draws")
    for name, row in rows.items():
        print(f"{name:40}" + "".join(f"{cell:>15}" for cell in row), flush=True)


if __name__ == "__main__":
    others = "--others" in sys.argv
    for nodes, clusters in CASES[:2] if others else CASES:
        for kind in METRICS:
            coverage(kind, nodes, clusters, 200 if nodes < 5000 else 50, others)
