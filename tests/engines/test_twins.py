"""Pairs on which kernels look for twins: clusters with the same nodes on the other side."""

import random
from typing import Any

import numpy as np
import pytest
from oracles.matching import best_match_partners

from accord import Clustering
from accord._engines.native.engine import NativeEngine
from accord._foundation.clustering_parts import Parts
from accord._foundation.node_index import pair_up
from accord._summaries.clustering_pair import (
    BestMatches,
    BestOverlaps,
    ConditionalEntropies,
    Containment,
)

Cover = list[set[int]]
SCORERS = {"f1": "by_f1", "pprob": "by_pprob", "count": "by_amount"}


def versions(rng: random.Random) -> tuple[Cover, Cover]:
    """Two covers of few nodes by many clusters, most of which both have, and some have twice."""
    nodes = range(rng.randint(6, 12))

    def make(clusters: int) -> Cover:
        return [set(rng.sample(nodes, rng.randint(1, len(nodes) - 1))) for _ in range(clusters)]

    both = [set(nodes), *make(rng.randint(50, 90))]
    truth, found = ([*both, *make(rng.randint(1, 12))] for _ in range(2))
    for cover in (truth, found):
        cover += [set(rng.choice(cover)) for _ in range(rng.randint(0, 8))]
        for _ in range(rng.randint(0, 3)):
            cover.remove(rng.choice(cover))
        rng.shuffle(cover)
    return truth, found


def steps_per_membership(truth: Cover, found: Cover) -> float:
    def degrees(cover: Cover) -> Any:
        return np.bincount([node for cluster in cover for node in cluster], minlength=12)

    of_truth, of_found = degrees(truth), degrees(found)
    return float(of_truth @ of_found / (of_truth.sum() + of_found.sum()))


def engine_for(truth: Cover, found: Cover, worth: Any, threads: int = 2) -> NativeEngine:
    sides = [Clustering.from_clusters(side, nodes=range(12)) for side in (truth, found)]
    weighted = [Clustering(Parts(side.node_labels, side.rows, weights=worth)) for side in sides]
    return NativeEngine(pair_up(sides if worth is None else weighted, None, threads))


def numbers(engine: NativeEngine) -> dict[str, list[float]]:
    """All that the kernels return, as lists."""
    matches, entropies = (
        engine.get(BestMatches, sharing="full"),
        engine.get(ConditionalEntropies),
    )
    given: dict[str, Any] = {"total": np.array([matches.total_match])}
    for name in ("truth", "found"):
        best = getattr(matches, name)
        for by in SCORERS.values():
            given |= {f"{name} {by} {k}": v for k, v in vars(getattr(best, by)).items()}
        given[f"{name} left"] = getattr(entropies, name).remaining_bits
        contained = engine.get(Containment, side=name)
        given |= {f"{name} {k}": v for k, v in vars(contained).items()}
        for by in ("f1", "pprob"):
            table = engine.get(BestOverlaps, side=name, by=by)
            given[f"{name} best {by}"] = np.stack((table.truth, table.found, table.amounts))
    return {name: values.tolist() for name, values in given.items()}


@pytest.mark.parametrize("seed", range(24))
def test_numbers_are_those_of_walks_from_every_cluster(seed: int) -> None:
    rng = random.Random(seed)
    truth, found = versions(rng)
    assert steps_per_membership(truth, found) > 10  # so many that twins are looked for
    assert sum(cluster in truth for cluster in found) > 0.7 * len(found)
    weights = np.array([rng.randint(1, 9) for _ in range(12)]) if seed % 2 else None
    # Sums of floats are inexact in general, so that twins are no help; these are exact.
    floats = np.ones(12) if weights is None else weights.astype(float)
    assert numbers(engine_for(truth, found, weights)) == numbers(engine_for(truth, found, floats))


@pytest.mark.parametrize("by", SCORERS)
def test_partners_are_exact_with_ties_to_the_smaller_index(by: str) -> None:
    truth, found = versions(random.Random(100))
    matches = engine_for(truth, found, None).get(BestMatches, sharing="full")
    wanted = best_match_partners(truth, found, by=by, sharing="full")
    for side, partners in zip((matches.truth, matches.found), wanted, strict=True):
        assert getattr(side, SCORERS[by]).partner.tolist() == partners


def test_clusters_of_a_weight_that_rounds_are_walked_from() -> None:
    # As doubles, a cluster with one node more of so many matches as well as the twin.
    truth, found = versions(random.Random(5))
    heavy = np.full(12, 2**56)
    heavy[0] = 1
    truth.append({0, 1, 2})
    found = [{1, 2}, *found, {0, 1, 2}]
    matches = engine_for(truth, found, heavy).get(BestMatches, sharing="full")
    assert matches.truth.by_f1.partner[-1] == 0
    assert matches.truth.by_f1.match[-1] == 2**57


def test_the_same_bits_from_any_number_of_threads() -> None:
    rng = np.random.default_rng(1)
    truth = [set(rng.integers(200, size=n).tolist()) for n in 2 + rng.integers(20, size=6_000)]
    found = [cluster ^ {7} if i % 20 == 0 else cluster for i, cluster in enumerate(truth)]
    sides = [
        Clustering.from_clusters([cluster for cluster in cover if cluster])
        for cover in (truth, found + found[::3])
    ]
    one, *others = (numbers(NativeEngine(pair_up(sides, None, threads))) for threads in (1, 2, 7))
    for other in others:
        assert other == one
