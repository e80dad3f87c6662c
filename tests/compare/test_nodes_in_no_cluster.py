"""Nodes in no cluster: which metrics count them as clusters of one node, and the note on that."""

import random

import pytest

import accord
from accord.metrics._metric import METRICS

#: Metrics on links inside clusters, or on pairs that are together: clusters of one node have none.
INDIFFERENT = {
    "muc",
    "pair_f1",
    "pair_precision",
    "pair_recall",
    "pair_jaccard",
    "pair_fbeta",
    "overlap_f1",
    "fowlkes_mallows",
    "mirkin",
    "soft_omega",
}


def with_noise(seed: int) -> list[int]:
    chance = random.Random(seed)
    return [chance.choice((0, 1, 2, -1)) for _ in range(30)]


def with_singletons(labels: list[int]) -> list[int]:
    return [100 + node if label == -1 else label for node, label in enumerate(labels)]


@pytest.mark.parametrize("name", METRICS)
def test_metrics_say_whether_they_count_clusters_of_one_node(name: str) -> None:
    truth, found = with_noise(1), with_noise(2)
    function = METRICS[name].function
    as_noise = function(truth, found, noise=-1)
    alone = function(with_singletons(truth), with_singletons(found))
    same = as_noise == pytest.approx(alone, abs=1e-12)
    assert same == (METRICS[name].singletons or name in INDIFFERENT)


def notes(result: accord.Comparison | accord.Ranking) -> list[str]:
    return [note.text for note in result.notes() if note.kind == "singletons"]


def test_a_comparison_names_the_metrics_that_count_clusters_of_one_node() -> None:
    noisy, whole = [0, 0, 1, 1, -1], [0, 0, 1, 1, 1]
    line = "nodes in no cluster count as clusters of one node in adjusted_rand, ami, nmi, v_measure"
    for sides in ((noisy, whole), (whole, noisy)):
        comparison = accord.compare(*sides, noise=-1)
        assert notes(comparison) == [line]
        assert line in str(comparison)
    ranking = accord.rank(whole, {"noisy": noisy, "same": whole}, "f1h,nmi", noise=-1)
    assert notes(ranking) == ["nodes in no cluster count as clusters of one node in nmi"]


def test_without_such_nodes_or_metrics_there_is_no_note() -> None:
    noisy, whole = [0, 0, 1, 1, -1], [0, 0, 1, 1, 1]
    assert notes(accord.compare(noisy, whole, noise=False)) == []
    assert notes(accord.compare(noisy, whole, ["f1h", "purity"], noise=-1)) == []
    assert notes(accord.compare(noisy, whole, noise=-1, nodes=[0, 1, 2, 3])) == []
