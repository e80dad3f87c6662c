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
        # The one found as it is has a counterpart of its own, and is no part of everything.
        ["merged with 1 other", "exact", "merged with 1 other"],
        ["merges 2", "exact"],
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
    "outside": ([[1, 2, 3]], [[4, 5], [1, 2, 3]], ["exact"], ["outside", "exact"]),
    "nothing in common": ([[1], [2, 3]], [[4]], ["missed", "missed"], ["outside"]),
    "mostly missed, mostly outside": ([[1, 2, 3, 4]], [[1, 5, 6, 7]], ["missed"], ["outside"]),
    "nested truth": (
        [nodes(1, 8), nodes(1, 4), nodes(5, 8)],
        [nodes(1, 8)],
        ["exact", "nested", "nested"],
        ["exact"],
    ),
    "nested found": (
        [nodes(1, 8)],
        [nodes(1, 8), nodes(1, 4), nodes(5, 8)],
        ["exact"],
        ["exact", "nested", "nested"],
    ),
    "duplicates found": ([[1, 2, 3, 4]], [[1, 2, 3, 4]] * 2, ["exact"], ["exact", "exact"]),
    # Duplicates are one part, not two.
    "duplicates in a larger one": (
        [[1, 2, 3, 4]] * 2,
        [nodes(1, 7)],
        ["grown", "grown"],
        ["grown"],
    ),
    "duplicates that are half of a larger one": (
        [[1, 2, 3, 4]] * 2,
        [nodes(1, 8)],
        ["grown", "grown"],
        ["grown"],
    ),
    "duplicates merged with another one": (
        [nodes(1, 3), nodes(1, 3), nodes(4, 6)],
        [nodes(1, 6)],
        ["merged with 1 other"] * 3,
        ["merges 2"],
    ),
    "split and merged at once": (
        # The first found cluster merges both truth clusters. The first truth cluster is its best
        # partner, and it is not split, because the other found clusters are nested in the first.
        [nodes(1, 6), nodes(7, 9)],
        [nodes(1, 9), nodes(1, 3), nodes(4, 6)],
        ["merged with 1 other", "merged with 1 other"],
        ["merges 2", "nested", "nested"],
    ),
    "one part left and another one came": (
        # The first pair contain each other: 6 of 10 nodes stay, 4 leave, and 4 come.
        [nodes(1, 10), nodes(11, 14)],
        [[*nodes(1, 6), *nodes(11, 14)], nodes(7, 10)],
        ["shifted", "merged with 1 other"],
        ["shifted", "one of 2 parts"],
    ),
    # ---- grown, shrunk and shifted ----
    "shrunk": ([nodes(1, 9)], [nodes(1, 6)], ["shrunk"], ["shrunk"]),
    "grown": ([nodes(1, 6)], [nodes(1, 9)], ["grown"], ["grown"]),
    # 2 of 10 are lost, and 1 of 10 is new: the share lost is twice the share that is new.
    "twice as much lost as new": (
        [nodes(1, 90)],
        [[*nodes(1, 72), *nodes(91, 98)]],
        ["shrunk"],
        ["shrunk"],
    ),
    "less than twice as much lost as new": (
        [nodes(1, 90)],
        [[*nodes(1, 72), *nodes(91, 99)]],
        ["shifted"],
        ["shifted"],
    ),
    "twice as much new as lost": (
        [[*nodes(1, 72), *nodes(91, 98)]],
        [nodes(1, 90)],
        ["grown"],
        ["grown"],
    ),
    "a core is all that was found": (
        # The rest is in clusters that have counterparts of their own.
        [nodes(1, 10), nodes(7, 20)],
        [nodes(1, 4), nodes(6, 20)],
        ["shrunk", "close"],
        ["shrunk", "close"],
    ),
    "a node and a large rest": (
        # Most of what the best partner leaves of the ten nodes is in no part of its own.
        [nodes(1, 10), nodes(11, 30)],
        [nodes(1, 6), [7], nodes(8, 30)],
        ["shrunk", "close"],
        ["shrunk", "nested", "close"],
    ),
    "an uneven split": (
        [nodes(1, 10)],
        [nodes(1, 6), nodes(7, 10)],
        ["split into 2"],
        ["one of 2 parts", "one of 2 parts"],
    ),
    "an uneven merger": (
        [nodes(1, 6), nodes(7, 10)],
        [nodes(1, 10)],
        ["merged with 1 other", "merged with 1 other"],
        ["merges 2"],
    ),
    # ---- nested sides ----
    "both sides nested, the whole shrunk": (
        # The clusters nested in the first one have counterparts and do not split it.
        [nodes(1, 12), nodes(1, 4), nodes(5, 8)],
        [nodes(1, 8), nodes(1, 4), nodes(5, 8)],
        ["shrunk", "exact", "exact"],
        ["shrunk", "exact", "exact"],
    ),
    "both sides nested, a part grown": (
        # The first one contains it on both sides, and does not merge it.
        [nodes(1, 20), nodes(1, 6), nodes(11, 20)],
        [nodes(1, 20), nodes(1, 9), nodes(11, 20)],
        ["exact", "grown", "exact"],
        ["exact", "grown", "exact"],
    ),
    "the whole was not found": (
        [nodes(1, 8), nodes(1, 4), nodes(5, 8)],
        [nodes(1, 4), nodes(5, 8)],
        ["nested", "exact", "exact"],
        ["exact", "exact"],
    ),
    "the whole was not there": (
        [nodes(1, 4), nodes(5, 8)],
        [nodes(1, 8), nodes(1, 4), nodes(5, 8)],
        ["exact", "exact"],
        ["nested", "exact", "exact"],
    ),
    "a chain of three": (
        [nodes(1, 30), nodes(1, 10), nodes(1, 3)],
        [nodes(1, 30), nodes(1, 3)],
        ["exact", "nested", "exact"],
        ["exact", "exact"],
    ),
    "split into parts that are nested themselves": (
        [nodes(1, 12)],
        [nodes(1, 6), nodes(7, 12), nodes(1, 3), nodes(7, 9)],
        ["split into 2"],
        ["one of 2 parts", "one of 2 parts", "nested", "nested"],
    ),
    # ---- on the edge ----
    "half is not held": ([[1, 2, 3, 4]], [[1, 2, 5, 6]], ["mixed"], ["mixed"]),
    # Half of it is in no found cluster, which is not yet missed.
    "parts with half between them": (
        [[1, 2, 3, 4]],
        [[1], [2]],
        ["split into 2"],
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
    "F1 below 0.9": ([nodes(1, 8)], [nodes(1, 10)], ["grown"], ["grown"]),
    "one node of nine exchanged": (
        [nodes(1, 9), nodes(10, 18)],
        [[*nodes(1, 8), 18], nodes(9, 17)],
        ["shifted", "shifted"],
        ["shifted", "shifted"],
    ),
    "held by several: the better one counts": (
        [[1, 2, 3], [4, 5], [6, 7, 8], [9, 10, 11]],
        [[*nodes(1, 3), *nodes(6, 11)], nodes(1, 5)],
        ["merged with 1 other"] * 4,
        ["merges 2", "merges 2"],
    ),
    "held by two alike: the first counts": (
        [[1, 2], [3, 4]],
        [[1, 2, 3, 4], [1, 2, 5, 6]],
        ["merged with 1 other", "merged with 1 other"],
        ["merges 2", "grown"],
    ),
    "the same the other way round": (
        [[1, 2], [3, 4]],
        [[1, 2, 5, 6], [1, 2, 3, 4]],
        ["grown", "merged with 1 other"],
        ["grown", "merges 2"],
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
        ["shrunk"],
    )  # 2 of 5
    assert words(accord.explain(*weigh(dict.fromkeys(heavy, 1), [[1, 2, 3]], [[2, 3]]))) == (
        ["shrunk"],
        ["shrunk"],
    )


@pytest.mark.parametrize("weight", [0.1, 0.2, 0.7, 1 / 3])
@pytest.mark.parametrize("case", CASES)
def test_half_up_to_rounding_is_not_more_than_half(case: str, weight: float) -> None:
    truth, found, of_truth, of_found = CASES[case]
    weights = dict.fromkeys(range(1, 100), weight)
    assert words(accord.explain(*weigh(weights, truth, found))) == (of_truth, of_found)


def test_noise_is_known_to_the_truth_and_outside_is_not() -> None:
    truth = Clustering.from_clusters([[1, 2, 3]], nodes=[4, 5, 6])
    found = [[1, 2, 3], [4, 5], [5, 6, 7], [6, 7, 8]]
    assert words(accord.explain(truth, found)) == (
        ["exact"],
        ["exact", "noise", "noise", "outside"],
    )


def test_clusters_of_noise_labels_are_noise() -> None:
    labels = Clustering.from_labels([0, 0, 0, -1, -1], noise=-1)
    assert words(accord.explain(labels, [[0, 1, 2], [3, 4]]))[1] == ["exact", "noise"]


def test_a_tag_with_precision_99_and_recall_66_is_shrunk() -> None:
    # Clusters nested in it, on both sides, and one that contains it make no difference.
    tag, found = nodes(1, 300), [*nodes(1, 198), 999, 998]
    nested = [nodes(1, 50), nodes(51, 100), nodes(101, 150)]
    why = accord.explain([tag, *nested, nodes(1, 900)], [found, *nested, nodes(1, 880)])
    assert why.truth.describe(0) == why.found.describe(0) == "shrunk"
    assert (why.truth.precision[0], why.truth.recall[0]) == (0.99, 0.66)


def test_nodes_count_by_their_shares() -> None:
    plain, halved = [{1: 1.0, 2: 1.0}], [{1: 0.5, 2: 1.0}]  # 1.5 in common: F1 3/3.5
    why = accord.explain(plain, halved)
    assert words(why) == (["shrunk"], ["shrunk"])
    assert (why.truth.overlap[0], why.truth.f1[0], why.truth.recall[0]) == (1.5, 3 / 3.5, 0.75)
    assert words(accord.explain(halved, halved)) == (["exact"], ["exact"])
    assert words(accord.explain([[1, 2]], halved)) == (["shrunk"], ["shrunk"])
    assert words(accord.explain([{1: 0.9, 2: 0.1}], [{2: 0.1}])) == (["missed"], ["shrunk"])


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
    # Truth lacks 7 and 8; 8 is in more clusters than 7.
    assert [node for node, _ in why.worst_nodes()] == [3, 4, 5, 6, 8, 7]
    assert "nodes whose clusters agree worst, those on both sides first" in str(why)
    assert "those on both sides first" not in str(accord.explain(truth, found[:2]))
    assert "those on both sides first" in why.to_html()
