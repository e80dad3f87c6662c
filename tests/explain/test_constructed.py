"""Verdicts by hand: one kind of damage at a time, overlaps, and borderline cases."""

from typing import Any

import pytest

import accord
from accord import Clustering
from accord._explain.explanation import Explanation


def nodes(first: int, last: int) -> list[int]:
    return list(range(first, last + 1))


def words(why: Explanation) -> tuple[list[str], list[str]]:
    of_truth, of_found = (
        [side.describe(place) for place in range(len(side))] for side in why.sides
    )
    return of_truth, of_found


#: name: truth, found, what is said of every truth cluster, and of every found one.
CASES: dict[str, tuple[list[Any], list[Any], list[str], list[str]]] = {
    "all found": ([[1, 2], [3]], [[3], [1, 2]], ["exact", "exact"], ["exact", "exact"]),
    "split": (
        [nodes(1, 6), [7]],
        [nodes(1, 3), nodes(4, 6), [7]],
        ["split into 2", "exact"],
        ["one of 2 parts"] * 2 + ["exact"],
    ),
    "split, with strays": (
        [nodes(1, 10)],
        [[*nodes(1, 5), 11], [*nodes(6, 10), 12]],
        ["split into 2"],
        ["one of 2 parts", "one of 2 parts"],
    ),
    "a node cut off": ([nodes(1, 10)], [nodes(1, 9), [10]], ["close"], ["close", "one of 2 parts"]),
    "three nodes split in two": (
        [[1, 2, 3]],
        [[1, 2], [3]],
        ["split into 2"],
        ["one of 2 parts", "one of 2 parts"],
    ),
    "split into singletons": (
        [[1, 2, 3, 4]],
        [[1], [2], [3], [4]],
        ["split into 4"],
        ["one of 4 parts"] * 4,
    ),
    "merged": (
        [nodes(1, 3), nodes(4, 6), [7]],
        [nodes(1, 6), [7]],
        ["merged with 1 other", "merged with 1 other", "exact"],
        ["merges 2", "exact"],
    ),
    "singletons merged": ([[1], [2], [3]], [[1, 2, 3]], ["merged with 2 others"] * 3, ["merges 3"]),
    "a found cluster of everything": (
        [nodes(1, 3), nodes(4, 6), nodes(7, 9)],
        [nodes(1, 9)],
        ["merged with 2 others"] * 3,
        ["merges 3"],
    ),
    "everything, and one found as it is": (
        [nodes(1, 3), nodes(4, 6), nodes(7, 9)],
        [nodes(1, 9), nodes(4, 6)],
        ["merged with 2 others", "exact", "merged with 2 others"],
        ["merges 3", "exact"],
    ),
    "one node of many exchanged": (
        [nodes(1, 20), nodes(21, 40)],
        [[*nodes(1, 19), 40], [20, *nodes(21, 39)]],
        ["close", "close"],
        ["close", "close"],
    ),
    "half exchanged": (
        [[1, 2, 3, 4], [5, 6, 7, 8]],
        [[1, 2, 5, 6], [3, 4, 7, 8]],
        ["mixed", "mixed"],
        ["mixed", "mixed"],
    ),
    "missed": ([[1, 2, 3], [4, 5]], [[1, 2, 3]], ["exact", "missed"], ["exact"]),
    "noise": ([[1, 2, 3]], [[4, 5], [1, 2, 3]], ["exact"], ["noise", "exact"]),
    "nothing in common": ([[1], [2, 3]], [[4]], ["missed", "missed"], ["noise"]),
    "mostly missed, mostly noise": ([[1, 2, 3, 4]], [[1, 5, 6, 7]], ["missed"], ["noise"]),
    "nested truth": (
        [nodes(1, 8), nodes(1, 4), nodes(5, 8)],
        [nodes(1, 8)],
        ["exact", "merged with 2 others", "merged with 2 others"],
        ["exact"],
    ),
    "nested found": (
        [nodes(1, 8)],
        [nodes(1, 8), nodes(1, 4), nodes(5, 8)],
        ["exact"],
        ["exact", "one of 3 parts", "one of 3 parts"],
    ),
    "duplicates found": ([[1, 2, 3, 4]], [[1, 2, 3, 4]] * 2, ["exact"], ["exact", "exact"]),
    "duplicates in a larger one": (
        [[1, 2, 3, 4]] * 2,
        [nodes(1, 7)],
        ["merged with 1 other", "merged with 1 other"],
        ["merges 2"],
    ),
    # Together they have four of its nodes, not more than half.
    "duplicates that are half of a larger one": (
        [[1, 2, 3, 4]] * 2,
        [nodes(1, 8)],
        ["merged with 1 other", "merged with 1 other"],
        ["mixed"],
    ),
    "split and merged at once": (
        # The first truth cluster holds all found ones, and the first found one, which holds it,
        # holds the second as well.
        [nodes(1, 6), nodes(7, 9)],
        [nodes(1, 9), nodes(1, 3), nodes(4, 6)],
        ["mixed", "merged with 1 other"],
        ["mixed", "one of 3 parts", "one of 3 parts"],
    ),
    # ---- on the edge ----
    "half is not held": ([[1, 2, 3, 4]], [[1, 2, 5, 6]], ["mixed"], ["mixed"]),
    "parts with half between them": (
        [[1, 2, 3, 4]],
        [[1], [2]],
        ["mixed"],
        ["one of 2 parts", "one of 2 parts"],
    ),
    "parts with more": ([nodes(1, 5)], [[1], [2], [3]], ["split into 3"], ["one of 3 parts"] * 3),
    "parts with less": (
        [nodes(1, 5)],
        [[1], [2]],
        ["missed"],
        ["one of 2 parts", "one of 2 parts"],
    ),
    "F1 of 0.9": ([nodes(1, 9)], [nodes(1, 11)], ["close"], ["close"]),
    "F1 of 0.9, and two nodes cut off": (
        [nodes(1, 11)],
        [nodes(1, 9), [10], [11]],
        ["close"],
        ["close"] + ["one of 3 parts"] * 2,
    ),
    "F1 below 0.9": ([nodes(1, 8)], [nodes(1, 10)], ["partial"], ["partial"]),
    "one node of nine exchanged": (
        [nodes(1, 9), nodes(10, 18)],
        [[*nodes(1, 8), 18], nodes(9, 17)],
        ["partial", "partial"],
        ["partial", "partial"],
    ),
    "held by several: the better one counts": (
        [[1, 2, 3], [4, 5], [6, 7, 8], [9, 10, 11]],
        [[*nodes(1, 3), *nodes(6, 11)], nodes(1, 5)],
        [
            "merged with 1 other",
            "merged with 1 other",
            "merged with 2 others",
            "merged with 2 others",
        ],
        ["merges 3", "merges 2"],
    ),
    "held by two alike: the first counts": (
        [[1, 2], [3, 4]],
        [[1, 2, 3, 4], [1, 2, 5, 6]],
        ["merged with 1 other", "merged with 1 other"],
        ["merges 2", "mixed"],
    ),
    "the same the other way round": (
        [[1, 2], [3, 4]],
        [[1, 2, 5, 6], [1, 2, 3, 4]],
        ["mixed", "merged with 1 other"],
        ["mixed", "merges 2"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_verdicts(case: str) -> None:
    truth, found, of_truth, of_found = CASES[case]
    assert words(accord.explain(truth, found)) == (of_truth, of_found)


@pytest.mark.parametrize("case", CASES)
def test_totals_add_up(case: str) -> None:
    truth, found, of_truth, of_found = CASES[case]
    totals = accord.explain(truth, found).totals()
    for side, clusters, told in (("truth", truth, of_truth), ("found", found, of_found)):
        assert sum(total.clusters for total in totals[side].values()) == len(clusters)
        assert sum(total.size for total in totals[side].values()) == sum(map(len, clusters))
        for verdict, beginnings in {
            "split": ("split", "one of"),
            "merged": "merge",
            "exact": "exact",
        }.items():
            assert totals[side][verdict].clusters == sum(
                word.startswith(beginnings) for word in told
            )


def weigh(weights: dict[int, float], *sides: list[list[int]]) -> list[Clustering]:
    return [
        Clustering.from_clusters(side, weights={v: weights[v] for x in side for v in x})
        for side in sides
    ]


def test_nodes_count_by_their_weights() -> None:
    heavy = {1: 3, 2: 1, 3: 1}
    assert words(accord.explain(*weigh(heavy, [[1, 2, 3]], [[1], [2, 3]]))) == (
        ["split into 2"],
        ["one of 2 parts"] * 2,
    )
    assert words(accord.explain(*weigh(heavy, [[1, 2, 3]], [[2, 3]]))) == (
        ["missed"],
        ["mixed"],
    )  # 2 of 5
    assert words(accord.explain(*weigh(dict.fromkeys(heavy, 1), [[1, 2, 3]], [[2, 3]]))) == (
        ["partial"],
        ["partial"],
    )


@pytest.mark.parametrize("weight", [0.1, 0.2, 0.7, 1 / 3])
@pytest.mark.parametrize("case", CASES)
def test_half_up_to_rounding_is_not_more_than_half(case: str, weight: float) -> None:
    truth, found, of_truth, of_found = CASES[case]
    weights = dict.fromkeys(range(1, 41), weight)
    assert words(accord.explain(*weigh(weights, truth, found))) == (of_truth, of_found)


def test_nodes_count_by_their_shares() -> None:
    plain, halved = [{1: 1.0, 2: 1.0}], [{1: 0.5, 2: 1.0}]  # 1.5 in common: F1 3/3.5
    why = accord.explain(plain, halved)
    assert words(why) == (["partial"], ["partial"])
    assert (why.truth.overlap[0], why.truth.f1[0], why.truth.recall[0]) == (1.5, 3 / 3.5, 0.75)
    assert words(accord.explain(halved, halved)) == (["exact"], ["exact"])
    assert words(accord.explain([[1, 2]], halved)) == (["partial"], ["partial"])
    assert words(accord.explain([{1: 0.9, 2: 0.1}], [{2: 0.1}])) == (["missed"], ["mixed"])


def test_clusters_without_nodes_in_the_node_base_are_left_out() -> None:
    why = accord.explain([[3], [1, 2]], [[1, 5], [9], [2]], nodes=[1, 2])
    assert words(why) == (
        ["left out", "split into 2"],
        ["one of 2 parts", "left out", "one of 2 parts"],
    )
    assert why.truth.partner.tolist() == [-1, 0]
    assert why.found.partner.tolist() == [1, -1, 1]
    assert {total.clusters for total in why.totals()["truth"].values()} == {0, 1}
    assert [row[1] for row in why.rows("found")] == [0, 2]


def test_agreement_of_nodes() -> None:
    # Node 1: 1 and 1. Nodes 3, 4 and 5: F1 2/3 of the pair with [3 4 5 6], twice. Node 8 is in two
    # found clusters only.
    truth, found = [[1, 2], [3, 4], [5, 6]], [[1, 2], [3, 4, 5, 6], [7, 8], [8]]
    why = accord.explain(truth, found)
    assert dict(why.worst_nodes()) == pytest.approx(
        {7: 0, 8: 0, 3: 2 / 3, 4: 2 / 3, 5: 2 / 3, 6: 2 / 3}
    )
    assert [node for node, _ in why.worst_nodes()] == [
        8,
        7,
        3,
        4,
        5,
        6,
    ]  # 8 is in more clusters than 7
