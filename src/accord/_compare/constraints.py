"""constraints: which of the four formal constraints on metrics (Amigó et al. 2009) a metric meets.

Each constraint has a sample (Lutov et al. 2019): a truth and two results, of which the constraint
calls one better. A metric satisfies the constraint on the sample if it scores that one better.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from accord._display.columns import Columns
from accord._display.numbers import decimals
from accord._display.result import Result
from accord._display.tables import Block, Lines, Table
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_index import pair_up
from accord.metrics import METRICS
from accord.metrics._requests import Request, parse_metrics

#: The least difference between two scores that counts.
TOLERANCE = 1e-9

#: Clusters of nodes, which are single letters.
Clusters = tuple[str, ...]


@dataclass(frozen=True)
class Sample:
    """A truth, a worse result and a better one, according to a constraint."""

    constraint: str
    #: What the constraint demands.
    meaning: str
    truth: Clusters
    worse: Clusters
    better: Clusters


SAMPLES = (
    Sample(
        "homogeneity",
        "Clusters should not mix truth clusters.",
        truth=("abcde", "fghijk", "l", "m", "n"),
        worse=("abcd", "efg", "hijklmn"),
        better=("abcd", "e", "fg", "hijklmn"),
    ),
    Sample(
        "completeness",
        "Nodes of one truth cluster should be in one cluster.",
        truth=("abcdefg", "hijk", "l", "m", "n"),
        worse=("abcd", "e", "fg", "hijklmn"),
        better=("abcd", "efg", "hijklmn"),
    ),
    Sample(
        "rag_bag",
        "A stray node does less harm among strays than in a clean cluster.",
        truth=("a", "b", "c", "d", "e", "fghi"),
        worse=("abcd", "efghi"),
        better=("abcde", "fghi"),
    ),
    Sample(
        "size_vs_quantity",
        "One small error in a large cluster is better than many in small ones.",
        truth=("abcde", "fg", "hi", "jk", "lm"),
        worse=("abcde", "f", "g", "h", "i", "j", "k", "l", "m"),
        better=("abcd", "e", "fg", "hi", "jk", "lm"),
    ),
)


@dataclass(frozen=True)
class SampleScores:
    """The scores of the two results of a sample by a metric."""

    worse: float
    better: float
    #: Whether the metric scores the better result better.
    satisfied: bool


@dataclass(frozen=True, eq=False, repr=False)
class ConstraintResults(Result):
    """The scores of every sample by every metric. Prints as a table."""

    #: By metric, in the order of SAMPLES.
    scores: Mapping[str, tuple[SampleScores, ...]]

    def to_dict(self) -> dict[str, Any]:
        return {
            metric: {
                sample.constraint: asdict(entry)
                for sample, entry in zip(SAMPLES, entries, strict=True)
            }
            for metric, entries in self.scores.items()
        }

    def columns(self) -> Columns:
        """A row per metric and constraint."""
        entries = [entry for of_metric in self.scores.values() for entry in of_metric]
        return {
            "metric": [metric for metric in self.scores for _ in SAMPLES],
            "constraint": [sample.constraint for _ in self.scores for sample in SAMPLES],
            "worse": [entry.worse for entry in entries],
            "better": [entry.better for entry in entries],
            "satisfied": [str(entry.satisfied).lower() for entry in entries],
        }

    def table(self) -> Table:
        """A row per metric, a column per constraint."""
        rows = [
            [metric, *(_cell(entry) for entry in entries)]
            for metric, entries in self.scores.items()
        ]
        return Table(["metric", *(sample.constraint for sample in SAMPLES)], rows)

    def blocks(self) -> list[Block]:
        legend = (
            "Each cell: the score of the worse result, that of the better one, "
            "and ✓ if the metric scores the better one better."
        )
        meanings = [f"{sample.constraint}: {sample.meaning}" for sample in SAMPLES]
        return [self.table(), Lines([legend, *meanings])]


def constraints(metrics: Iterable[str] | str | None = None) -> ConstraintResults:
    """Score the four samples by the given metrics; by all metrics if None.

    >>> from accord import constraints
    >>> [scores.satisfied for scores in constraints("f1p").scores["f1p"]]
    [True, True, False, True]
    """
    requests = parse_metrics(list(METRICS) if metrics is None else metrics)
    engines = [
        (_make_engine(sample.truth, sample.worse), _make_engine(sample.truth, sample.better))
        for sample in SAMPLES
    ]
    return ConstraintResults(
        {
            name: tuple(_score_sample(request, *results) for results in engines)
            for name, request in requests.items()
        }
    )


def _make_engine(truth: Clusters, found: Clusters) -> NativeEngine:
    sides = [("truth", [*map(list, truth)]), ("found", [*map(list, found)])]
    return NativeEngine(pair_up(as_clusterings(sides), None, 1))


def _score_sample(request: Request, worse: NativeEngine, better: NativeEngine) -> SampleScores:
    metric, options = request
    worse_score, better_score = (
        float(metric.score(engine, **options)) for engine in (worse, better)
    )
    gain = better_score - worse_score
    return SampleScores(worse_score, better_score, (-gain if metric.distance else gain) > TOLERANCE)


def _cell(entry: SampleScores) -> str:
    mark = "✓" if entry.satisfied else " "
    return f"{decimals(entry.worse, 6)} {decimals(entry.better, 6)} {mark}"
