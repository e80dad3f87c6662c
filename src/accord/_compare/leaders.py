"""Leaders: which results of a ranking may be the best, by differences on the same nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord._certainty.defaults import CONFIDENCE, GROUPS
from accord._certainty.interval import Difference, compute_differences
from accord._compare.comparison import metric_named
from accord._display.names import join_few_names
from accord._engines.choose import as_clusterings
from accord._foundation.clustering import Clustering
from accord._foundation.progress import ProgressCallback
from accord._foundation.rounding import ROUNDING
from accord.metrics._requests import one_metric

if TYPE_CHECKING:
    from accord._compare.ranking import Ranking

#: The first result is compared with at most this many of the next ones.
MAX_RIVALS = 9
#: When results that are not clearly worse could be first. Not called chance in sentences, as that
#: is what random clusters score.
OTHER_NODES = "on another sample of nodes"


@dataclass(frozen=True)
class Leaders:
    """The results that may be the best of a ranking by its first metric.

    The first result is compared with the next ones, with the same nodes left out for all: a result
    is clearly worse if the interval of the difference excludes 0.
    """

    metric: str
    #: The first result, and those that are not clearly worse, in the order of the ranking.
    names: tuple[str, ...]
    #: The value of the first result minus that of each of the next ones.
    differences: Mapping[str, Difference]

    @property
    def is_clear(self) -> bool:
        """Whether the first result is the best on other nodes too, at this confidence."""
        return len(self.names) == 1

    @property
    def are_equal(self) -> bool:
        """Whether the first results are several with the same value."""
        return not self.is_clear and all(
            abs(self.differences[name].value) <= ROUNDING for name in self.names[1:]
        )

    def __str__(self) -> str:
        first, *others = self.names
        if self.are_equal:
            return f"by {self.metric}, {join_few_names(self.names)} share the first place"
        if others:
            rival = next(name for name in others if abs(self.differences[name].value) > ROUNDING)
            return (
                f"no clear winner by {self.metric}: {OTHER_NODES}, {join_few_names(self.names)} "
                f"could change places; {first} is ahead of {rival} by {self.describe_margin(rival)}"
            )
        second = next(iter(self.differences))
        margin = self.describe_margin(second)
        return f"{first} is best by {self.metric}: ahead of {second} by {margin}"

    def to_dict_of(self, name: str) -> dict[str, Any]:
        """Whether a result may be the best, and how far the first one is ahead of it.

        The difference is None for the first result. Empty for one that was not compared with it.
        """
        if name not in (self.names[0], *self.differences):
            return {}
        difference = self.differences.get(name)
        return {
            "leader": name in self.names,
            "difference_to_first": None if difference is None else difference.to_dict(),
        }

    def describe_margin(self, name: str) -> str:
        """How much better the first result is than another one, with the interval."""
        margin, low, high = self.margin(name)
        confidence = 100 * self.differences[name].confidence
        return f"{margin:.4f} ({confidence:g} %: {low:.4f} to {high:.4f})"

    def margin(self, name: str) -> tuple[float, float, float]:
        """How much better the first result is than another one, and the ends of the interval."""
        difference = self.differences[name]
        if metric_named(self.metric).distance:  # the lower value is better
            return -difference.value, -difference.high, -difference.low
        return difference.value, difference.low, difference.high


def find_leaders(
    ranking: Ranking,
    *,
    groups: int = GROUPS,
    confidence: float = CONFIDENCE,
    seed: int = 0,
    threads: int = 1,
    progress: ProgressCallback | None = None,
) -> Leaders:
    """Compare the first result of a ranking with the next ones on the same nodes.

    Raises if there are too few nodes, or if a result is in a table that is not in memory.
    """
    metric = ranking.metrics[0]
    names = list(ranking)[: MAX_RIVALS + 1]
    differences = compute_differences(
        one_metric(metric),
        ranking.truth,
        [_clustering_named(ranking, name, threads) for name in names],
        nodes=ranking.nodes,
        confidence=confidence,
        groups=groups,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    by_name = dict(zip(names[1:], differences, strict=True))
    unclear = [name for name, difference in by_name.items() if not difference.is_clear]
    return Leaders(metric, (names[0], *unclear), by_name)


def _clustering_named(ranking: Ranking, entry: str, threads: int) -> Clustering:
    """The clustering that was ranked under a name: a result, one of its levels, or all merged."""
    for name, result in ranking.results.items():
        if not entry.startswith(str(name)):
            continue
        inputs = [("truth", ranking.truth), (str(name), result)]
        _, clustering = as_clusterings(inputs, ranking.reading, threads=threads)
        ranked = {str(name): clustering.merged(), f"{name} merged": clustering.merged()}
        ranked |= {f"{name} level {level}": found for level, found in clustering.levels().items()}
        if entry in ranked:
            return ranked[entry]
    raise KeyError(entry)
