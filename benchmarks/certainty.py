"""Speed of accord.baseline, next to the loop one would write instead.

All run in one process, one after the other. The loops are timed on fewer permutations; times are
for one permutation.
"""

from __future__ import annotations

import argparse
import functools
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from results import Results, add_save_option
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

import accord

LOOPS = 20


def per_permutation(call: Callable[[int], Any], times: int) -> tuple[float, float]:
    """Seconds on the clock and of all processors for each permutation."""
    start, cpu = time.perf_counter(), time.process_time()
    call(times)
    return (time.perf_counter() - start) / times, (time.process_time() - cpu) / times


def chance(metric: str, truth: Any, found: Any, times: int, **options: Any) -> None:
    accord.baseline(metric, truth, found, repeats=times, **options)


def loop_of_clusters(
    clusters: list[np.ndarray], found: accord.Clustering, nodes: np.ndarray, times: int
) -> None:
    rng = np.random.default_rng(0)
    for _ in range(times):
        relabelled = rng.permutation(nodes)
        accord.f1p([relabelled[cluster] for cluster in clusters], found)


def loop_of_labels(
    score: Callable[[Any, Any], float], truth: np.ndarray, found: np.ndarray, times: int
) -> None:
    rng = np.random.default_rng(0)
    for _ in range(times):
        score(truth, rng.permutation(found))


def report(
    results: Results,
    title: str,
    ours: dict[str, Callable[[int], Any]],
    loops: dict[str, Callable[[int], Any]],
    repeats: int,
) -> None:
    for calls, times in ((ours, repeats), (loops, LOOPS)):
        for name, call in calls.items():
            wall, cpu = per_permutation(call, times)
            results.add(title, name, seconds=wall, processor_seconds=cpu)
    results.show(title)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=1000, help="permutations of accord.baseline")
    parser.add_argument(
        "--pair", nargs=2, metavar=("TRUTH", "FOUND"), help="files, instead of what is synthetic"
    )
    add_save_option(parser)
    arguments = parser.parse_args()
    results = Results.begin("Chance", ["scikit-learn"])
    sides = {
        "synthetic": (
            accord.generate_cover(100_000, 5_000, 1.2, seed=1),
            accord.generate_cover(300_000, 60_000, seed=2),
        )
    }
    if arguments.pair:
        title = " and ".join(map(os.path.basename, arguments.pair))
        sides = {title: tuple(map(accord.read, arguments.pair))}
    for name, (truth, found) in sides.items():
        nodes = np.union1d(truth.nodes(), found.nodes())
        clusters = [np.searchsorted(nodes, cluster) for cluster in truth.clusters()]
        report(
            results,
            f"F1p: {name}",
            {
                "accord.baseline": functools.partial(chance, "f1p", truth, found),
                "accord.baseline, 1 thread": functools.partial(
                    chance, "f1p", truth, found, threads=1
                ),
            },
            {
                "loop: NumPy permutation, accord.f1p": functools.partial(
                    loop_of_clusters, clusters, found, nodes
                )
            },
            arguments.repeats,
        )
    if not arguments.pair:
        of_labels(results, arguments.repeats)
    results.save(arguments.save)


def of_labels(results: Results, repeats: int) -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(100, size=100_000)
    found = np.where(rng.random(100_000) < 0.7, truth, rng.integers(100, size=100_000))
    for metric, theirs in (
        ("adjusted_rand", adjusted_rand_score),
        ("nmi", normalized_mutual_info_score),
    ):
        report(
            results,
            f"{metric}: 100,000 nodes, 100 labels",
            {"accord.baseline": functools.partial(chance, metric, truth, found)},
            {
                f"loop: NumPy permutation, accord.{metric}": functools.partial(
                    loop_of_labels, getattr(accord, metric), truth, found
                ),
                "loop: NumPy permutation, scikit-learn": functools.partial(
                    loop_of_labels, theirs, truth, found
                ),
            },
            repeats,
        )


if __name__ == "__main__":
    main()
