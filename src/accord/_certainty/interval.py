"""Intervals: how far a value may be off because of which nodes were compared.

The delete-a-group jackknife: random groups of nodes are left out, one at a time.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._certainty.checks import check_confidence, check_repeats, check_seed
from accord._certainty.defaults import CONFIDENCE, GROUPS
from accord._certainty.repeats import compute_values
from accord._certainty.student_t import student_quantile
from accord._display.tables import facts_to_html
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._engines.native.shuffle import shuffle
from accord._foundation.checks import need_every_node
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.node_index import NodeIndex, pair_up
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord.errors import InputError
from accord.metrics._requests import Request, Requests, one_metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.clustering import Clustering
    from accord._foundation.types import ClusteringLike

#: Least and greatest value; None for no bound.
_Bounds = tuple[float | None, float | None]


@dataclass(frozen=True)
class Interval:
    """A value, and an interval for the value on all the nodes that the compared ones represent."""

    value: float
    low: float
    high: float
    confidence: float
    standard_error: float
    #: Estimate of how much too high the value is because there are few nodes.
    bias: float
    #: Number of groups of nodes that were left out, one at a time.
    groups: int

    def to_dict(self) -> dict[str, Any]:
        """All numbers but the value, by name."""
        names = ("low", "high", "confidence", "standard_error", "bias", "groups")
        return {name: getattr(self, name) for name in names}

    def _repr_html_(self) -> str:
        return facts_to_html(type(self).__name__, {"value": self.value, **self.to_dict()})


@dataclass(frozen=True)
class Difference(Interval):
    """The value of the first result minus that of the second, with its interval."""

    first: float
    second: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes 0: on other nodes the order would likely be the same."""
        return not self.low <= 0 <= self.high

    def to_dict(self) -> dict[str, Any]:
        """All numbers, by name."""
        values = {"first": self.first, "second": self.second, "value": self.value}
        return {**values, **super().to_dict(), "is_clear": self.is_clear}


def interval(
    metric: str,
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    confidence: float = CONFIDENCE,
    repeats: int = GROUPS,
    seed: int = 0,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Interval:
    """Compute how far the value may be off because of which nodes were compared.

    The compared nodes are taken as a sample; at this confidence, the interval contains the value on
    all the nodes they were drawn from. They are divided at random into `repeats` groups (at most as
    many as there are nodes), and each group is left out once: the delete-a-group jackknife. The
    interval extends t standard errors from the value and from the value corrected for bias, within
    the bounds of the metric.

    The metric is named as in `compare`. Equal seeds give equal intervals for any number of threads.

    >>> from accord import generate_cover, interval, perturb
    >>> truth = generate_cover(1000, 20, seed=1)
    >>> known = interval("f1p", truth, perturb(truth, move=0.2, seed=2))
    >>> known.low < known.value < known.high
    True
    """
    name, (chosen, options) = one_metric(metric)
    confidence, seed = check_confidence(confidence), check_seed(seed)
    groups = check_repeats(repeats)
    count = thread_count(threads)
    reading = Reading(orientation, noise, columns, nodes)
    sides = as_clusterings([("truth", truth), ("found", found)], reading, threads=count)
    pair = pair_up(sides, nodes, count)
    value = float(chosen.score(NativeEngine(pair, progress), **options))
    requests = {name: (chosen, options)}
    return compute_intervals(pair, requests, {name: value}, confidence, groups, seed, progress)[
        name
    ]


def compute_intervals(
    pair: Pair,
    requests: Requests,
    scores: Mapping[str, float],
    confidence: float,
    groups: int,
    seed: int,
    progress: ProgressCallback | None,
) -> dict[str, Interval]:
    """The intervals of several scores; each group is left out once for all metrics."""
    values = _without_each_group(
        [pair], [np.arange(pair.n_nodes)], requests, groups, seed, progress
    )[:, :, 0]
    return {
        name: Interval(
            scores[name], *_jackknife(scores[name], of_metric, confidence, metric.bounds)
        )
        for (name, (metric, _)), of_metric in zip(requests.items(), values, strict=True)
    }


def difference(
    metric: str,
    truth: ClusteringLike,
    first: ClusteringLike,
    second: ClusteringLike,
    *,
    confidence: float = CONFIDENCE,
    repeats: int = GROUPS,
    seed: int = 0,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Difference:
    """Compute the value of the first result minus that of the second, with its interval.

    The same groups of nodes are left out for both, so what raises or lowers both values cancels
    out: the interval is narrower than the intervals of the two values suggest. The arguments are
    those of `interval`.

    >>> from accord import difference, generate_cover, perturb
    >>> truth = generate_cover(1000, 20, seed=1)
    >>> good, better = perturb(truth, move=0.2, seed=2), perturb(truth, move=0.1, seed=2)
    >>> difference("f1p", truth, better, good).is_clear
    True
    """
    request = one_metric(metric)
    confidence, seed = check_confidence(confidence), check_seed(seed)
    groups = check_repeats(repeats)
    count = thread_count(threads)
    reading = Reading(orientation, noise, columns, nodes)
    inputs = [("truth", truth), ("first", first), ("second", second)]
    true_side, *results = as_clusterings(inputs, reading, threads=count)
    (of_both,) = compute_differences(
        request,
        true_side,
        results,
        nodes=fixed_base(nodes),
        confidence=confidence,
        groups=groups,
        seed=seed,
        threads=count,
        progress=progress,
    )
    return of_both


def compute_differences(
    request: tuple[str, Request],
    truth: Clustering,
    results: Sequence[Clustering],
    *,
    nodes: NodeBase,
    confidence: float,
    groups: int,
    seed: int,
    threads: int,
    progress: ProgressCallback | None,
) -> list[Difference]:
    """The value of the first result minus that of each other one, on the same groups of nodes."""
    name, (metric, options) = request
    index = NodeIndex([truth, *results], threads)
    pairs = [index.pair(0, result, nodes) for result in range(1, len(results) + 1)]
    indices = [
        _node_indices(index, result, nodes, pair.n_nodes) for result, pair in enumerate(pairs, 1)
    ]
    first, *others = (
        float(metric.score(NativeEngine(pair, progress), **options)) for pair in pairs
    )
    requests = {name: (metric, options)}
    (values,) = _without_each_group(pairs, indices, requests, groups, seed, progress)
    least, most = metric.bounds
    reach = None if least is None or most is None else most - least
    bounds = None if reach is None else -reach, reach
    return [
        Difference(
            first - value,
            *_jackknife(first - value, values[:, 0] - values[:, result], confidence, bounds),
            first,
            value,
        )
        for result, value in enumerate(others, 1)
    ]


def _node_indices(
    index: NodeIndex, result: int, nodes: NodeBase, n_nodes: int
) -> NDArray[np.int64]:
    """The indices of the nodes of a pair among all nodes; nodes unknown to both sides come last."""
    known = index.positions(0, result, nodes)
    return np.concatenate((known, len(index.labels) + np.arange(n_nodes - len(known))))


def _without_each_group(
    pairs: Sequence[Pair],
    indices: Sequence[NDArray[np.int64]],
    requests: Requests,
    groups: int,
    seed: int,
    progress: ProgressCallback | None,
) -> NDArray[np.float64]:
    """The metrics of pairs without each group of nodes: an array by metric, group and pair.

    `indices` has the index of each node of each pair among all nodes, so that a node is in the
    same group in all pairs.
    """
    for pair in pairs:
        need_every_node(pair.multiplicity, "an interval")
    all_nodes, position = np.unique(np.concatenate(indices), return_inverse=True)
    groups = min(groups, len(all_nodes))
    group_of_node = shuffle(len(all_nodes), seed, 0)[position] % np.uint32(groups)
    ends = np.cumsum([len(nodes_of_pair) for nodes_of_pair in indices])
    groups_of_pairs = np.split(group_of_node, ends[:-1])
    if min(pair.n_nodes for pair in pairs) <= -(-len(all_nodes) // groups):
        raise InputError(
            "there are too few nodes for an interval: some must remain when a group is left out"
        )

    def without(group: int) -> list[Pair]:
        return [
            pair.only(group_of != group)
            for pair, group_of in zip(pairs, groups_of_pairs, strict=True)
        ]

    begin_step(progress, "leaving out groups of nodes")
    return compute_values(
        requests, without, groups, pairs[0].threads, progress, [pair.total_weight for pair in pairs]
    )


def _jackknife(
    value: float, values: NDArray[np.float64], confidence: float, bounds: _Bounds
) -> tuple[float, float, float, float, float, int]:
    """The fields of an Interval after its value, from the values without each group."""
    groups = len(values)
    mean = math.fsum(values) / groups
    standard_error = math.sqrt((groups - 1) / groups * math.fsum((values - mean) ** 2))
    bias = (groups - 1) * (mean - value)
    reach = student_quantile(confidence, groups - 1) * standard_error
    low, high = min(value, value - bias) - reach, max(value, value - bias) + reach
    least, most = bounds
    low = low if least is None else max(low, least)
    high = high if most is None else min(high, most)
    return low, high, confidence, standard_error, bias, groups
