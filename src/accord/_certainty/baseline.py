"""Baselines: the values that a metric has by chance, with the nodes of one side relabelled."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._certainty.checks import check_repeats, check_seed
from accord._certainty.defaults import REPEATS
from accord._certainty.repeats import compute_values
from accord._display.tables import facts_to_html
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._engines.native.shuffle import shuffle
from accord._foundation.checks import need_every_node
from accord._foundation.node_base import NodeBase
from accord._foundation.node_index import pair_up
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.reading import Orientation, Reading
from accord._foundation.rounding import ROUNDING
from accord._foundation.threads import thread_count
from accord.metrics import Metric
from accord.metrics._requests import Requests, one_metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.types import ClusteringLike


@dataclass(frozen=True)
class Baseline:
    """A value, and what chance alone gives: the metric with the nodes of one side relabelled."""

    value: float
    #: Mean of the values by chance, their standard deviation, and the standard error of the mean.
    expected: float
    spread: float
    error: float
    #: The value on a scale from 0 (chance) to 1 (best); None if chance alone gives the best.
    adjusted: float | None
    #: Probability that chance does at least as well.
    p_value: float
    repeats: int
    #: The value of each repeat.
    values: NDArray[np.float64] = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """All numbers but the value, by name."""
        names = ("expected", "spread", "error", "adjusted", "p_value", "repeats")
        return {name: getattr(self, name) for name in names}

    def _repr_html_(self) -> str:
        return facts_to_html("Baseline", {"value": self.value, **self.to_dict()})


def baseline(
    metric: str,
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    repeats: int = REPEATS,
    seed: int = 0,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Baseline:
    """Compute what chance alone gives: clusters with the same sizes and overlaps, but random nodes.

    All nodes of the node base are relabelled on one side by a random permutation, `repeats` times.
    `expected` is the mean of the values, `spread` their standard deviation, `error` the standard
    error of the mean. `adjusted` puts the value on a scale from 0 (chance) to 1 (best):
    (x − e)/(1 − e), or (e − x)/e for a distance. `p_value` is
    (1 + repeats that are at least as good)/(1 + repeats). Weights stay with their nodes.

    The metric is named as in `compare`, such as `f1p[weighting=macro]`. Equal seeds give equal
    values for any number of threads.

    >>> from accord import baseline
    >>> chance = baseline("nmi", [[1, 2, 3], [4, 5, 6]], [[1, 2], [3, 4], [5, 6]], repeats=1000)
    >>> round(chance.value, 3), round(chance.expected, 2), round(chance.adjusted, 2)
    (0.516, 0.3, 0.31)
    """
    name, (chosen, options) = one_metric(metric)
    repeats, seed = check_repeats(repeats), check_seed(seed)
    count = thread_count(threads)
    reading = Reading(orientation, noise, columns, nodes)
    sides = as_clusterings([("truth", truth), ("found", found)], reading, threads=count)
    pair = pair_up(sides, nodes, count)
    value = float(chosen.score(NativeEngine(pair, progress), **options))
    requests = {name: (chosen, options)}
    return compute_baselines(pair, requests, {name: value}, repeats, seed, progress)[name]


def compute_baselines(
    pair: Pair,
    requests: Requests,
    scores: Mapping[str, float],
    repeats: int,
    seed: int,
    progress: ProgressCallback | None,
) -> dict[str, Baseline]:
    """The baselines of several scores; each relabelled pair is made once for all metrics."""
    need_every_node(pair.multiplicity, "a baseline")
    # Shuffled pairs share these indexes: compute them once here, not in every thread.
    _ = pair.truth.clusters_of_node, pair.found.clusters_of_node

    def relabelled(repeat: int) -> list[Pair]:
        return [pair.shuffled(shuffle(pair.n_nodes, seed, repeat))]

    begin_step(progress, "relabelling nodes at random")
    values = compute_values(requests, relabelled, repeats, pair.threads, progress)[:, :, 0]
    return {
        name: _baseline(metric, scores[name], of_metric)
        for (name, (metric, _)), of_metric in zip(requests.items(), values, strict=True)
    }


def _baseline(metric: Metric, value: float, values: NDArray[np.float64]) -> Baseline:
    repeats = len(values)
    expected = math.fsum(values) / repeats
    spread = math.sqrt(math.fsum((values - expected) ** 2) / (repeats - 1))
    gain, most = (
        (expected - value, expected) if metric.distance else (value - expected, 1 - expected)
    )
    rounding = ROUNDING * max(1.0, abs(value))
    as_good = values <= value + rounding if metric.distance else values >= value - rounding
    values.flags.writeable = False
    return Baseline(
        value,
        expected,
        spread,
        spread / math.sqrt(repeats),
        gain / most if most > rounding else None,
        (1 + int(np.count_nonzero(as_good))) / (1 + repeats),
        repeats,
        values,
    )
