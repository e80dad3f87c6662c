"""The fate of each cluster, as defined in docs/explain.md."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any

from oracles.matching import SIMILARITY, best_match
from oracles.sides import Clustering, Comparison, Node, Worths, compare, nodes_of, shares_of

CLOSE = Fraction(9, 10)


@dataclass(frozen=True)
class Fate:
    """The fate of a cluster; partners are indices in the input."""

    size: Fraction
    words: str
    parts: int
    partner: int | None
    overlap: Fraction
    f1: Fraction
    precision: Fraction
    recall: Fraction
    uncovered: Fraction

    @property
    def verdict(self) -> str:
        first = self.words.split()[0]
        return {"one": "split", "merges": "merged"}.get(first, first)


@dataclass(frozen=True)
class Explained:
    """For each cluster of the input its fate, None for those left out; for each node its agreement
    and its clusters.
    """

    truth: list[Fate | None]
    found: list[Fate | None]
    nodes: dict[Node, tuple[Fraction, int]]


def explained(
    truth: Clustering,
    found: Clustering,
    *,
    in_no_truth_cluster: Iterable[Node] = (),
    **base: Any,
) -> Explained:
    """Both sides, on the node base and with the weights in `base`.

    `in_no_truth_cluster` are nodes that the truth knows, but has in no cluster.
    """
    both = compare(truth, found, "shares", **base)
    left = both.weight.keys()
    in_input = [
        [i for i, x in enumerate(side) if left & shares_of(x).keys()] for side in (truth, found)
    ]
    known = nodes_of(truth) | set(in_no_truth_cluster)
    fates: list[list[Fate | None]] = []
    for number, clustering in enumerate((truth, found)):
        side = Side(both, ("truth", "found")[number], known)
        of_side: list[Fate | None] = [None] * len(clustering)
        for index, place in enumerate(in_input[number]):
            of_side[place] = side.fate(index, in_input[1 - number])
        fates.append(of_side)
    of_nodes = {v: agreement(both, v) for v in nodes_of(both.truth, both.found)}
    return Explained(fates[0], fates[1], of_nodes)


def f1(both: Comparison, x: Worths, y: Worths) -> Fraction:
    return SIMILARITY["f1"](both.common(x, y), both.size(x), both.size(y))


def holds(both: Comparison, x: Worths, y: Worths) -> bool:
    """Whether x has more than half of y."""
    return 2 * both.common(x, y) > both.size(y)


def amount(both: Comparison, x: Worths, nodes: set[Node]) -> Fraction:
    """How much of x these nodes are."""
    return both.size({v: worth for v, worth in x.items() if v in nodes})


@dataclass(eq=False)
class Side:
    """One side of a comparison; clusters are indices on the node base."""

    both: Comparison
    name: str
    known_to_truth: set[Node]

    @property
    def same(self) -> list[Worths]:
        return self.both.truth if self.name == "truth" else self.both.found

    @property
    def other(self) -> list[Worths]:
        return self.both.found if self.name == "truth" else self.both.truth

    @cached_property
    def opposite(self) -> "Side":
        return replace(self, name="found" if self.name == "truth" else "truth")

    @cached_property
    def best(self) -> list[tuple[Fraction, int | None]]:
        """The F1 with the best partner of each cluster, and that partner."""
        return [best_match(self.both, x, self.other, "f1") for x in self.same]

    def partner(self, index: int) -> int | None:
        return self.best[index][1]

    def f1(self, index: int) -> Fraction:
        return self.best[index][0]

    def is_mutual(self, index: int) -> bool:
        partner = self.partner(index)
        return partner is not None and all(
            holds(self.both, *pair)
            for pair in permutations((self.same[index], self.other[partner]))
        )

    def parts(self, index: int) -> list[int]:
        """The parts of a cluster, without duplicates of them."""
        x, partner = self.same[index], self.partner(index)
        first = [partner] if partner is not None and self.is_mutual(index) else []
        candidates = [
            number
            for number, y in enumerate(self.other)
            if holds(self.both, x, y)
            and f1(self.both, x, y) == self.opposite.f1(number)
            and number not in first
        ]
        candidates.sort(key=lambda number: -self.both.common(x, self.other[number]))
        chosen: list[int] = []
        open_nodes = dict(x)
        for number in (*first, *candidates):
            y = self.other[number]
            if 2 * self.both.common(open_nodes, y) > self.both.common(x, y):
                chosen.append(number)
                open_nodes = {v: worth for v, worth in open_nodes.items() if v not in y}
        return chosen

    def divided_into(self, index: int) -> list[int]:
        """The parts of a cluster if it is divided into them, else none."""
        return self.divisions[index]

    @cached_property
    def divisions(self) -> list[list[int]]:
        return [self._divide(index) for index in range(len(self.same))]

    def _divide(self, index: int) -> list[int]:
        x, parts = self.same[index], self.parts(index)
        in_parts, left, open_nodes = Fraction(0), self.both.size(x), dict(x)
        for number in parts:
            in_parts += self.both.common(open_nodes, self.other[number])
            open_nodes = {v: w for v, w in open_nodes.items() if v not in self.other[number]}
        left -= amount(self.both, x, x.keys() - nodes_of(self.other))
        if self.is_mutual(index):
            of_partner = self.both.common(x, self.other[self.partner(index)])
            in_parts, left = in_parts - of_partner, left - of_partner
        return parts if len(parts) > 1 and 2 * in_parts > left else []

    def siblings(self, index: int) -> list[int]:
        """The parts of the best partner of a cluster that is, or equals, one of them."""
        partner = self.partner(index)
        parts = [] if partner is None else self.opposite.divided_into(partner)
        return parts if any(self.same[index] == self.same[part] for part in parts) else []

    def has_counterpart(self, index: int) -> bool:
        partner = self.partner(index)
        if partner is None:
            return False
        x, y = self.same[index], self.other[partner]
        is_reciprocal = self.opposite.f1(partner) == self.f1(index)
        contains = holds(self.both, x, y), holds(self.both, y, x)
        return all(contains) or (is_reciprocal and any(contains))

    def is_nested(self, index: int) -> bool:
        x = self.same[index]
        held = [y for y in self.other if holds(self.both, x, y)]
        return any(holds(self.both, y, x) for y in self.other) or 2 * amount(
            self.both, x, nodes_of(held)
        ) > self.both.size(x)

    def precision_and_recall(self, index: int) -> tuple[Fraction, Fraction]:
        x, partner = self.same[index], self.partner(index)
        if partner is None:
            return Fraction(0), Fraction(0)
        shared = self.both.common(x, self.other[partner])
        shares = shared / self.both.size(x), shared / self.both.size(self.other[partner])
        return shares[::-1] if self.name == "truth" else shares

    def judged(self, index: int) -> tuple[str, int]:
        """The verdict in words, and how many clusters it speaks of."""
        x = self.same[index]
        if x in self.other:
            return "exact", 0
        if self.f1(index) >= CLOSE:
            return "close", 0
        nowhere = amount(self.both, x, x.keys() - nodes_of(self.other))
        unknown = amount(self.both, x, x.keys() - self.known_to_truth)
        if self.name == "found" and 2 * unknown > self.both.size(x):
            return "outside", 0
        if 2 * nowhere > self.both.size(x):
            return "missed" if self.name == "truth" else "noise", 0
        parts, siblings = len(self.divided_into(index)), len(self.siblings(index))
        if siblings and not (parts and self.is_mutual(index)):
            others = "1 other" if siblings == 2 else f"{siblings - 1} others"
            part = f"merged with {others}" if self.name == "truth" else f"one of {siblings} parts"
            return part, siblings
        if parts and not siblings:
            return f"split into {parts}" if self.name == "truth" else f"merges {parts}", parts
        if self.has_counterpart(index):
            precision, recall = self.precision_and_recall(index)
            if 1 - recall >= 2 * (1 - precision):
                return "shrunk", 0
            return "grown" if 1 - precision >= 2 * (1 - recall) else "shifted", 0
        return "nested" if self.is_nested(index) else "mixed", 0

    def fate(self, index: int, other_in_input: list[int]) -> Fate:
        x, partner = self.same[index], self.partner(index)
        words, parts = self.judged(index)
        return Fate(
            self.both.size(x),
            words,
            parts,
            None if partner is None else other_in_input[partner],
            Fraction(0) if partner is None else self.both.common(x, self.other[partner]),
            self.f1(index),
            *self.precision_and_recall(index),
            amount(self.both, x, x.keys() - nodes_of(self.other)),
        )


def agreement(both: Comparison, v: Node) -> tuple[Fraction, int]:
    """How well a node agrees, and in how many clusters it is."""
    truth, found = ([x for x in side if v in x] for side in (both.truth, both.found))
    matches = [
        max((f1(both, x, y) for y in other_side), default=Fraction(0))
        for same_side, other_side in ((truth, found), (found, truth))
        for x in same_side
    ]
    return sum(matches, Fraction(0)) / len(matches), len(matches)
