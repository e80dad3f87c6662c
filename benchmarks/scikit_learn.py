"""Speed of accord.sklearn, next to the same scores of scikit-learn.

Both are called in one process on the same arrays, one after the other; the best time of each is
shown, and how far the values are apart.
"""

from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import sklearn.metrics.cluster as theirs
from results import TOLERANCE, Results, add_save_option

import accord.sklearn as ours

SCORES = [
    "adjusted_rand_score",
    "rand_score",
    "fowlkes_mallows_score",
    "pair_confusion_matrix",
    "normalized_mutual_info_score",
    "adjusted_mutual_info_score",
    "mutual_info_score",
    "homogeneity_completeness_v_measure",
    "contingency_matrix",
]
#: Labels of each kind: samples, clusters on each side, and whether labels are texts.
KINDS = {
    "1,000 samples, 10 labels": (1_000, 10, False),
    "1,000,000 samples, 10 labels": (1_000_000, 10, False),
    "1,000,000 samples, 1,000 labels": (1_000_000, 1_000, False),
    "1,000,000 samples, 100,000 labels": (1_000_000, 100_000, False),
    "1,000,000 samples, 1,000 texts": (1_000_000, 1_000, True),
}
#: Their AMI would take minutes again, or hours; and a dense matrix more memory than there is.
LEFT_OUT = {
    ("1,000,000 samples, 1,000 texts", "adjusted_mutual_info_score"),
    ("1,000,000 samples, 100,000 labels", "adjusted_mutual_info_score"),
    ("1,000,000 samples, 100,000 labels", "contingency_matrix"),
}


def make(samples: int, clusters: int, texts: bool) -> tuple[Any, Any]:
    """Truth, and a prediction that is right for seven of ten samples."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, clusters, samples)
    found = np.where(rng.random(samples) < 0.7, truth, rng.integers(0, clusters, samples))
    return (truth.astype(str), found.astype(str)) if texts else (truth, found)


def best(call: Callable[[], Any], repeat: int) -> tuple[float, Any]:
    """The best time of several, of one where that took seconds, and the result."""
    least = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        result = call()
        least = min(least, time.perf_counter() - start)
        if least > 2:
            break
    return least, result


def measure(results: Results, kind: str, repeat: int) -> None:
    truth, found = make(*KINDS[kind])
    times = repeat if len(truth) > 100_000 else 20 * repeat
    for name in SCORES:
        if (kind, name) not in LEFT_OUT:
            mine, value = best(functools.partial(getattr(ours, name), truth, found), times)
            other, wanted = best(functools.partial(getattr(theirs, name), truth, found), times)
            apart = np.abs(np.subtract(value, wanted))
            same = bool(np.all(apart <= TOLERANCE * np.maximum(1, np.abs(wanted))))
            results.add(kind, "accord.sklearn", score=name, seconds=mine)
            results.add(
                kind,
                "scikit-learn",
                score=name,
                seconds=other,
                agrees=same,
                largest_difference=float(apart.max()),
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5, help="times that each is called")
    parser.add_argument(
        "--kinds",
        nargs="*",
        default=list(KINDS),
        choices=list(KINDS),
        metavar="KIND",
        help="of labels",
    )
    add_save_option(parser)
    arguments = parser.parse_args()
    results = Results.begin("Scores of scikit-learn", ["scikit-learn"])
    for kind in arguments.kinds:
        measure(results, kind, arguments.repeat)
        results.show(kind)
    results.save(arguments.save)


if __name__ == "__main__":
    main()
