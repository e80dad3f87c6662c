"""estimate: precision, recall and F1 against all truth clusters, of which a sample is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from accord._certainty.checks import check_confidence
from accord._certainty.defaults import CONFIDENCE
from accord._certainty.sampled_truth import Estimate, estimate_ratios, sum_by_cluster
from accord._display.columns import Columns
from accord._display.numbers import count, decimals
from accord._display.result import Note, Result
from accord._display.tables import Block, Lines, Table
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_index import pair_up
from accord._foundation.pair import NOTHING_IN_COMMON, Pair
from accord._foundation.progress import ProgressCallback
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._summaries.clustering_pair import Overlaps
from accord.errors import InputError, OverlapError, unknown

if TYPE_CHECKING:
    import pandas

    from accord._foundation.types import ClusteringLike

_DESIGNS = {
    "uniform": "each drawn with the same chance",
    "size": "each drawn with a chance that grows as its size",
}
#: Fewer sampled clusters give intervals that hold the value less often than they say.
_ENOUGH_CLUSTERS = 200
#: So large a share of one sampled cluster in all pairs is a sign of few that decide.
_LARGE_SHARE = 0.2


@dataclass(frozen=True, eq=False, repr=False)
class Estimates(Result, Mapping[str, Estimate]):
    """Estimates of pair, BCubed and exact-cluster precision, recall and F1, by name.

    A mapping: `estimates["pair_f1"]` is an Estimate. Prints as a table.
    """

    _index: ClassVar[str | None] = "metric"

    estimates: Mapping[str, Estimate]
    #: How truth clusters were sampled, and how many there are; one that was drawn twice counts as
    #: two.
    sampled: str
    draws: int
    #: The share of the largest sampled cluster in the pairs of the truth, as they are weighed.
    largest_share: float
    #: Nodes of the sample that found lacks.
    only_truth: int

    def __getitem__(self, name: str) -> Estimate:
        if name not in self.estimates:
            raise unknown("estimate", name, self.estimates)
        return self.estimates[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    def to_dict(self) -> dict[str, Any]:
        """The estimates by name, and the sample, as plain Python objects."""
        return {
            "estimates": {
                name: {field: _known(number) for field, number in asdict(each).items()}
                for name, each in self.items()
            },
            "sampled": self.sampled,
            "draws": self.draws,
            "largest_share": self.largest_share,
            "only_truth": self.only_truth,
        }

    def columns(self) -> Columns:
        """A row per metric: its value, interval and standard error."""
        names = ("value", "low", "high", "standard_error")
        numbers = {name: [_known(getattr(each, name)) for each in self.values()] for name in names}
        return {"metric": list(self), **numbers}

    def to_pandas(self) -> pandas.DataFrame:
        return super().to_pandas().astype(float)

    def table(self) -> Table:
        """A row per metric: its value, interval and standard error."""
        header = ["metric", "value", "low", "high", "standard error"]
        rows = [
            [
                name,
                *(
                    decimals(_known(number))
                    for number in (each.value, each.low, each.high, each.standard_error)
                ),
            ]
            for name, each in self.items()
        ]
        return Table(header, rows, range(1, len(header)))

    def notes(self) -> list[Note]:
        """How truth clusters were sampled, and when not to trust the intervals."""
        clusters = count(self.draws, "truth cluster")
        percent = 100 * next(iter(self.values())).confidence
        notes = [
            Note("sample", f"estimated from {clusters}, {_DESIGNS[self.sampled]}"),
            Note("interval", f"low, high: {percent:g} % confidence"),
        ]
        if self.only_truth:
            text = (
                f"found lacks {count(self.only_truth, 'node')} of the sample, which lowers recall"
            )
            notes.append(Note("only_truth", text))
        if self.draws < _ENOUGH_CLUSTERS:
            text = (
                f"with fewer than {_ENOUGH_CLUSTERS} sampled clusters, intervals may hold the "
                "value less often than that"
            )
            notes.append(Note("few", text))
        if self.largest_share > _LARGE_SHARE:
            text = (
                f"one cluster has {100 * self.largest_share:.0f} % of the weight of pairs: their "
                "intervals may be too narrow, as larger clusters may not have been drawn"
            )
            if self.sampled == "uniform":
                text += "; clusters sampled by size tell more about pairs"
            notes.append(Note("large", text))
        if any(np.isnan(each.low) for each in self.values()):
            text = (
                "no interval: nothing in the sample to count, or no sampled cluster differs from "
                "a value of 0 or 1"
            )
            notes.append(Note("no_interval", text))
        return notes

    def blocks(self) -> list[Block]:
        """The sample, the estimates, and when not to trust them."""
        about, *doubts = self.notes()
        interval, *doubts = doubts
        return [Lines([about, interval]), self.table(), *([Lines(doubts)] if doubts else [])]


def estimate(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    sampled: Literal["uniform", "size"] | str = "uniform",
    confidence: float = CONFIDENCE,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Estimates:
    """Estimate how found agrees with all truth clusters, from a random sample of these.

    `truth` has the sampled clusters, with all their nodes, and `found` all clusters of all nodes.
    `sampled` says how the sample was drawn: "uniform", each cluster with the same chance; "size",
    with a chance that grows as its number of nodes, as when nodes are drawn at random and their
    clusters are looked up. A cluster that was drawn twice is given twice. Both sides are crisp, and
    every node of found is in some truth cluster.

    Pair, BCubed and exact-cluster precision, recall and F1 are estimated, with standard errors and
    intervals; comparing the sample itself would say too high a precision, since what found joins
    wrongly is mostly outside of the sample.

    >>> from accord import estimate
    >>> estimates = estimate([[1, 2, 3], [4, 5], [8]], [[1, 2], [3, 5], [4], [6, 7, 8]])
    >>> round(estimates["pair_precision"].value, 6)
    0.388889
    """
    if sampled not in list(_DESIGNS):  # it may be of any type
        raise unknown("way of sampling", sampled, _DESIGNS)
    confidence, threads = check_confidence(confidence), thread_count(threads)
    reading = Reading(orientation, noise, columns)
    sides = as_clusterings([("truth", truth), ("found", found)], reading, threads=threads)
    pair = pair_up(sides, None, threads)
    _check_pair(pair)
    overlaps = NativeEngine(pair, progress).get(Overlaps)
    if not len(overlaps):
        raise InputError(NOTHING_IN_COMMON)
    sizes = overlaps.truth_sizes.astype(np.float64)
    weights = 1 / sizes if sampled == "size" else np.ones(len(sizes))
    sums = sum_by_cluster(overlaps)
    estimates = {
        f"{kind}_{measure}": estimated
        for kind, ratios in sums.items()
        for measure, estimated in zip(
            ("precision", "recall", "f1"),
            estimate_ratios(ratios, weights, confidence),
            strict=True,
        )
    }
    pairs = weights * sums["pair"].of_truth
    largest_share = float(pairs.max() / pairs.sum()) if pairs.any() else 0.0
    return Estimates(estimates, sampled, len(sizes), largest_share, pair.facts.only_truth)


def _known(number: float) -> float | None:
    return None if np.isnan(number) else number


def _check_pair(pair: Pair) -> None:
    """Raise if the two sides are not what can be estimated from."""
    if pair.is_weighted:
        raise InputError("estimates count nodes: give both sides without weights of nodes")
    if pair.truth.n_clusters < 2:
        raise InputError("an estimate needs at least two sampled truth clusters")
    for name, side in (("truth", pair.truth), ("found", pair.found)):
        if side.is_fuzzy:
            raise OverlapError(f"estimates are for crisp clusterings, and {name} has shares")
    if pair.found.n_overlapping:
        raise OverlapError(
            f"estimates are for crisp clusterings, and found has "
            f"{count(pair.found.n_overlapping, 'node')} in several clusters"
        )
    rows = pair.truth.rows
    distinct = rows.sizes[~rows.duplicates(pair.threads)].sum()
    if distinct > np.count_nonzero(pair.truth.memberships_of_node):
        raise OverlapError(
            "estimates are for crisp clusterings, and truth has clusters that share nodes; only a "
            "cluster that was drawn twice is given twice"
        )
