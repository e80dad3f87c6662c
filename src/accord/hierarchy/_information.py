"""How much the clusters of two hierarchies tell about each other, from the root to the leaves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np

from accord._certainty.checks import check_repeats, check_seed
from accord._certainty.defaults import REPEATS
from accord._engines.native.shuffle import shuffle
from accord._foundation.metric_options import Mean
from accord._foundation.normal import deviations
from accord._foundation.rounding import ROUNDING
from accord.errors import InputError, unknown
from accord.hierarchy._inputs import HierarchyLike, as_hierarchy
from accord.hierarchy._nodes import match_nodes
from accord.hierarchy._tree import Hierarchy
from accord.metrics import Score
from accord.metrics._score import Details, Sampling

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.int64]

_MEANS = ("avg", "sqrt", "max", "min")
#: The error of an adjusted value is exceeded with this probability.
_RISK = 0.01


def hierarchical_mutual_information(
    truth: HierarchyLike,
    found: HierarchyLike,
    *,
    norm: Mean | None = "sqrt",
    unit: Literal["bits", "nats"] = "bits",
) -> Score:
    """Share of the information that two hierarchies have in common.

    The hierarchical mutual information of Perotti, Tessone & Caldarelli 2015. Both trees are walked
    from their roots at once; wherever clusters of both meet, the mutual information of their parts
    counts by the share of nodes that are in both. It is divided by the mean (`norm`: "sqrt", "avg",
    "max" or "min") of what each tree has with itself; 1: the same tree. With `norm=None` it is not
    divided, and in bits, or nats by `unit`. For clusterings without levels it is `nmi`. Not
    corrected for chance, and deep trees have much in common by chance: see
    `adjusted_hierarchical_mutual_information`.

    Both trees need the same nodes. Time grows with the nodes times the depth of the flatter tree.

    >>> from accord.hierarchy import hierarchical_mutual_information
    >>> round(hierarchical_mutual_information("((1,2),(3,4));", "((1,3),(2,4));"), 4)
    0.0
    """
    _check_options(norm, unit)
    first, second = as_hierarchy(truth, name="truth"), as_hierarchy(found, name="found")
    leaf = match_nodes(first, second)
    mutual = _mutual(first, second, leaf)
    if norm is None:
        return Score(mutual / math.log(2) if unit == "bits" else mutual)
    most = _mean(_own(first), _own(second), norm)
    return Score(min(mutual / most, 1.0) if most else float(_own(first) == _own(second)))


def adjusted_hierarchical_mutual_information(
    truth: HierarchyLike,
    found: HierarchyLike,
    *,
    norm: Mean = "sqrt",
    repeats: int = REPEATS,
    seed: int = 0,
) -> Score:
    """Information that two hierarchies have in common, corrected for chance.

    `hierarchical_mutual_information` with what trees of these shapes share by chance subtracted
    from numerator and denominator. 1: the same tree; 0: as by chance; negative: worse than chance.
    What is expected is the mean over `repeats` random relabellings of the nodes of found, so the
    score has an error, which it stays within with a probability of 99 %. Equal seeds give equal
    values; `norm` as there.

    >>> from accord.hierarchy import adjusted_hierarchical_mutual_information
    >>> tree = "((1,2,3),((4,5),(6,7,8)));"
    >>> float(adjusted_hierarchical_mutual_information(tree, tree))
    1.0
    """
    if norm is None:
        raise InputError(
            "a value corrected for chance needs a norm: choose from avg, sqrt, max, min"
        )
    _check_options(norm, "bits")
    repeats, seed = check_repeats(repeats), check_seed(seed)
    first, second = as_hierarchy(truth, name="truth"), as_hierarchy(found, name="found")
    leaf = match_nodes(first, second)
    mutual = _mutual(first, second, leaf)
    most = _mean(_own(first), _own(second), norm)
    values = [
        _mutual(first, second, leaf[shuffle(len(leaf), seed, repeat)]) for repeat in range(repeats)
    ]
    expected = math.fsum(values) / repeats
    room = most - expected
    if room <= ROUNDING * most:  # every relabelling has all in common, or none can have any
        return Score(float(_own(first) == _own(second)))
    variance = math.fsum((value - expected) ** 2 for value in values) / (repeats - 1)
    error = deviations(_RISK) * math.sqrt(variance / repeats) * (most - mutual) / room**2
    sampling = Sampling(error, 0.0, repeats, "sampled" if error else "exact")
    return Score(min((mutual - expected) / room, 1.0), Details(sampling=sampling))


def _check_options(norm: str | None, unit: str) -> None:
    if norm is not None and norm not in _MEANS:
        raise unknown("norm", norm, _MEANS)
    if unit not in ("bits", "nats"):
        raise unknown("unit", unit, ("bits", "nats"))


def _mean(x: float, y: float, norm: str) -> float:
    """The mean of what the two trees have with themselves."""
    if norm == "sqrt":
        return math.sqrt(x) * math.sqrt(y) if x != y else x
    return {"avg": (x + y) / 2, "max": max(x, y), "min": min(x, y)}[norm]


def _own(tree: Hierarchy) -> float:
    """What a tree has in common with itself: the entropy of the parts of each cluster, in nats."""
    above = tree.parents[:-1]
    in_divided = tree.divided[above - tree.n_nodes]
    sizes, above = tree.sizes[:-1][in_divided].astype(np.float64), tree.sizes[above[in_divided]]
    return math.fsum((sizes * np.log(above / sizes)).tolist()) / tree.n_nodes


def _mutual(first: Hierarchy, second: Hierarchy, leaf: Indices) -> float:
    """What two trees have in common, in nats; `leaf` is that of the second for each of the first.

    At each depth, nodes are grouped by the two clusters that they are in. The information of the
    parts of all groups is a sum over the groups of nodes that are in the same two parts.
    """
    n_nodes = first.n_nodes
    sides = [(first, np.arange(n_nodes)), (second, leaf)]
    walks = [_Walk(tree, tree.starts[leaves]) for tree, leaves in sides]
    terms: list[float] = []
    cluster = [np.full(n_nodes, len(tree.parents) - 1) for tree, _ in sides]
    going = walks[0].divides(cluster[0]) & walks[1].divides(cluster[1])
    while going.any():
        part = [walk.descend() for walk in walks]
        width = len(second.parents)
        _, first_of, in_both = np.unique(
            part[0] * width + part[1], return_index=True, return_counts=True
        )
        group, in_first, in_second = (
            _counts(of_first * width + of_second)[first_of]
            for of_first, of_second in (
                (cluster[0], cluster[1]),
                (part[0], cluster[1]),
                (cluster[0], part[1]),
            )
        )
        product = in_first.astype(np.float64) * in_second
        terms += (in_both * np.log(in_both.astype(np.float64) * group / product)).tolist()
        going = walks[0].divides(part[0]) & walks[1].divides(part[1])
        for walk in walks:
            walk.keep(going)
        cluster = [parts[going] for parts in part]
    return max(math.fsum(terms) / n_nodes, 0.0)


def _counts(keys: Indices) -> Indices:
    """For each key, how often it occurs."""
    _, index, counts = np.unique(keys, return_inverse=True, return_counts=True)
    times: Indices = counts[index.reshape(-1)]
    return times


class _Walk:
    """From the root of a tree to its leaves, one step for all nodes at a time."""

    def __init__(self, tree: Hierarchy, positions: Indices) -> None:
        self._positions = positions
        self._starts = tree.starts
        self._divided = np.concatenate((np.zeros(tree.n_nodes, bool), tree.divided))
        self._order = np.lexsort((tree.starts, tree.depths))
        self._begins = np.searchsorted(tree.depths[self._order], np.arange(tree.depth + 2))
        self._depth = 0

    def descend(self) -> Indices:
        """The part of its cluster that each node is in, a leaf or a cluster."""
        self._depth += 1
        begin, end = self._begins[self._depth : self._depth + 2]
        places = self._order[begin:end]
        at = np.searchsorted(self._starts[places], self._positions, side="right") - 1
        parts: Indices = places[at]
        return parts

    def divides(self, places: Indices) -> NDArray[np.bool_]:
        """Whether each leaf or cluster has parts to go on to."""
        divided: NDArray[np.bool_] = self._divided[places]
        return divided

    def keep(self, nodes: NDArray[np.bool_]) -> None:
        """Go on with these nodes only."""
        self._positions = self._positions[nodes]
