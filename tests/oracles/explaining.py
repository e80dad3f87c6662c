"""The fate of each cluster, as defined in docs/explain.md."""

from dataclasses import dataclass
from fractions import Fraction
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


def explained(truth: Clustering, found: Clustering, **base: Any) -> Explained:
    """Both sides, on the node base and with the weights in `base`."""
    both = compare(truth, found, "shares", **base)
    left = both.weight.keys()
    places = [
        [i for i, x in enumerate(side) if left & shares_of(x).keys()] for side in (truth, found)
    ]
    fates: list[list[Fate | None]] = []
    for side, clustering in enumerate((truth, found)):
        in_input: list[Fate | None] = [None] * len(clustering)
        same_side, other_side = (both.truth, both.found)[:: -1 if side else 1]
        for place, x in zip(places[side], same_side, strict=True):
            in_input[place] = fate(
                both, ("truth", "found")[side], x, same_side, other_side, places[1 - side]
            )
        fates.append(in_input)
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


def fate(
    both: Comparison,
    side: str,
    x: Worths,
    same_side: list[Worths],
    other_side: list[Worths],
    places: list[int],
) -> Fate:
    _, best = best_match(both, x, other_side, "f1")
    size, shared, ratios = both.size(x), Fraction(0), (Fraction(0), Fraction(0), Fraction(0))
    if best is not None:
        partner = other_side[best]
        shared = both.common(x, partner)
        of_x, of_partner = shared / size, shared / both.size(partner)
        ratios = (
            f1(both, x, partner),
            *((of_partner, of_x) if side == "truth" else (of_x, of_partner)),
        )
    words, parts = judged(
        both, side, x, same_side, other_side, None if best is None else other_side[best]
    )
    return Fate(
        size,
        words,
        parts,
        None if best is None else places[best],
        shared,
        *ratios,
        amount(both, x, x.keys() - nodes_of(other_side)),
    )


def judged(
    both: Comparison,
    side: str,
    x: Worths,
    same_side: list[Worths],
    other_side: list[Worths],
    partner: Worths | None,
) -> tuple[str, int]:
    """The verdict in words, and how many clusters it speaks of."""
    if x in other_side:
        return "exact", 0
    if partner is not None and f1(both, x, partner) >= CLOSE:
        return "close", 0
    held = [y for y in other_side if holds(both, x, y)]
    is_whole = len(held) >= 2 and 2 * amount(both, x, nodes_of(held)) > both.size(x)
    holders = [y for y in other_side if holds(both, y, x)]
    holder = max(holders, key=lambda y: f1(both, x, y), default={})
    fellows = sum(holds(both, holder, z) for z in same_side)
    is_part = fellows >= 2
    if is_whole and is_part:
        return "mixed", 0
    if is_whole:
        return f"split into {len(held)}" if side == "truth" else f"merges {len(held)}", len(held)
    if is_part:
        others_there = "1 other" if fellows == 2 else f"{fellows - 1} others"
        return (
            f"merged with {others_there}" if side == "truth" else f"one of {fellows} parts",
            fellows,
        )
    if partner is not None and holds(both, x, partner) and holds(both, partner, x):
        return "partial", 0
    if 2 * amount(both, x, x.keys() - nodes_of(other_side)) > both.size(x):
        return "missed" if side == "truth" else "noise", 0
    return "mixed", 0


def agreement(both: Comparison, v: Node) -> tuple[Fraction, int]:
    """How well a node agrees, and in how many clusters it is."""
    truth, found = ([x for x in side if v in x] for side in (both.truth, both.found))
    matches = [
        max((f1(both, x, y) for y in other_side), default=Fraction(0))
        for same_side, other_side in ((truth, found), (found, truth))
        for x in same_side
    ]
    return sum(matches, Fraction(0)) / len(matches), len(matches)
