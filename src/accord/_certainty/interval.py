"""How far a value may be off because of which nodes were compared: the jackknife that leaves out groups of nodes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._certainty.repeats import check_confidence, check_repeats, check_seed, values_of
from accord._certainty.student_t import student_quantile
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._engines.native.shuffle import shuffle
from accord._foundation.checks import need_nodes
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.node_index import NodeIndex, pair_up
from accord._foundation.pair import Pair
from accord._foundation.threads import ProgressCallback, thread_count
from accord.errors import InputError
from accord.metrics._requests import Requests, one_metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Groups of nodes where nobody says how many.
GROUPS = 100

_Range = tuple[float | None, float | None]


@dataclass(frozen=True)
class Interval:
    """A value with the interval that holds, at this confidence, the value on all the nodes these were drawn from."""

    value: float
    low: float
    high: float
    confidence: float
    standard_error: float
    #: By how much the value is too high because there are so few nodes, as far as can be told.
    bias: float
    #: How many groups of nodes were left out, one at a time.
    repeats: int

    def to_dict(self) -> dict[str, Any]:
        names = ("low", "high", "confidence", "standard_error", "bias", "repeats")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Difference(Interval):
    """The value of the first result less that of the second, with its interval, on the same nodes."""

    first: float
    second: float

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside of the interval: other nodes would not have turned the two around."""
        return not self.low <= 0 <= self.high

    def to_dict(self) -> dict[str, Any]:
        values = {"first": self.first, "second": self.second, "value": self.value}
        return {**values, **super().to_dict(), "is_clear": self.is_clear}


def interval(
    metric: str,
    truth: Any,
    found: Any,
    *,
    confidence: float = 0.95,
    repeats: int = GROUPS,
    seed: int = 0,
    nodes: NodeBase = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Interval:
    """How far the value may be off because of which nodes were compared.

    The nodes compared are taken for a sample; the interval is to hold, at this confidence, the
    value on all the nodes they were drawn from. They are dealt into `repeats` groups at random (at
    most as many as there are nodes), and each is left out once: the delete-a-group jackknife. The
    interval reaches as far as t standard errors from the value, and as far from the value with its
    bias taken off, within the bounds of the metric. The metric is named as in `compare`; the same
    seed gives the same interval, from any number of threads.

    >>> from accord import generate_cover, interval, perturb
    >>> truth = generate_cover(1000, 20, seed=1)
    >>> known = interval("f1p", truth, perturb(truth, move=0.2, seed=2))
    >>> known.low < known.value < known.high
    True
    """
    requests = dict([one_metric(metric)])
    sure, groups, start = check_confidence(confidence), check_repeats(repeats), check_seed(seed)
    count = thread_count(threads)
    pair = pair_up(
        as_clusterings([("truth", truth), ("found", found)], threads=count), nodes, count
    )
    engine = NativeEngine(pair, progress)
    scores = {
        name: float(chosen.score(engine, **options)) for name, (chosen, options) in requests.items()
    }
    (result,) = intervals_of(pair, requests, scores, sure, groups, start, progress).values()
    return result


def intervals_of(
    pair: Pair,
    requests: Requests,
    scores: Mapping[str, float],
    confidence: float,
    repeats: int,
    seed: int,
    progress: ProgressCallback | None,
) -> dict[str, Interval]:
    """The same for several metrics with their scores at once: each group is left out once for all of them."""
    values = _without_each_group(
        [pair], [np.arange(pair.n_nodes)], requests, repeats, seed, progress
    )[:, :, 0]
    return {
        name: Interval(
            scores[name], *_jackknife(scores[name], of_metric, confidence, metric.bounds)
        )
        for (name, (metric, _)), of_metric in zip(requests.items(), values, strict=True)
    }


def difference(
    metric: str,
    truth: Any,
    first: Any,
    second: Any,
    *,
    confidence: float = 0.95,
    repeats: int = GROUPS,
    seed: int = 0,
    nodes: NodeBase = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Difference:
    """The value of the first result less that of the second, and how far that may be off; see `interval`.

    The same groups of nodes are left out for both: what makes both values higher or lower alike
    cancels out, and the interval is narrower than those of the two values suggest.

    >>> from accord import difference, generate_cover, perturb
    >>> truth = generate_cover(1000, 20, seed=1)
    >>> good, better = perturb(truth, move=0.2, seed=2), perturb(truth, move=0.1, seed=2)
    >>> difference("f1p", truth, better, good).is_clear
    True
    """
    requests = dict([one_metric(metric)])
    ((chosen, options),) = requests.values()
    sure, groups, start = check_confidence(confidence), check_repeats(repeats), check_seed(seed)
    count = thread_count(threads)
    index = NodeIndex(
        as_clusterings([("truth", truth), ("first", first), ("second", second)], threads=count),
        count,
    )
    nodes = fixed_base(nodes)
    pairs = [index.pair(0, result, nodes) for result in (1, 2)]
    places = [
        _places(index, result, nodes, pair.n_nodes)
        for result, pair in zip((1, 2), pairs, strict=True)
    ]
    one, other = (float(chosen.score(NativeEngine(pair, progress), **options)) for pair in pairs)
    (values,) = _without_each_group(pairs, places, requests, groups, start, progress)
    least, most = chosen.bounds
    reach = None if least is None or most is None else most - least
    bounds = None if reach is None else -reach, reach
    parts = _jackknife(one - other, values[:, 0] - values[:, 1], sure, bounds)
    return Difference(one - other, *parts, one, other)


def _places(index: NodeIndex, result: int, nodes: NodeBase, n_nodes: int) -> NDArray[np.int64]:
    """Where the nodes of a pair are among all; those that nobody knows are behind them."""
    known = index.positions(0, result, nodes)
    return np.concatenate((known, len(index.labels) + np.arange(n_nodes - len(known))))


def _without_each_group(
    pairs: Sequence[Pair],
    places: Sequence[NDArray[np.int64]],
    requests: Requests,
    repeats: int,
    seed: int,
    progress: ProgressCallback | None,
) -> NDArray[np.float64]:
    """The metrics of pairs without each group of nodes: an array by metric, group and pair.

    `places` says where the nodes of each pair are among all nodes: the same node is in the same
    group for all pairs.
    """
    for pair in pairs:
        need_nodes(pair.multiplicity, "how far a value may be off")
    everyone, place = np.unique(np.concatenate(places), return_inverse=True)
    groups = min(repeats, len(everyone))
    group_of = np.split(
        shuffle(len(everyone), seed, 0)[place] % np.uint32(groups), [len(places[0])]
    )
    if min(pair.n_nodes for pair in pairs) <= -(-len(everyone) // groups):
        raise InputError(
            "there are too few nodes to tell how sure a value is: some must be left when others are left out"
        )

    def without(group: int) -> list[Pair]:
        return [pair.only(of_pair != group) for pair, of_pair in zip(pairs, group_of, strict=False)]

    return values_of(
        requests, without, groups, pairs[0].threads, progress, [pair.total_weight for pair in pairs]
    )


def _jackknife(
    value: float, values: NDArray[np.float64], confidence: float, bounds: _Range
) -> tuple[float, float, float, float, float, int]:
    """What follows the value in an Interval, from the values without each group."""
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
