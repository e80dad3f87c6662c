"""The four formal constraints on a good metric (Amigó et al. 2009), each with a sample (Lutov et al. 2019).

A sample is a truth and two results, of which the constraint calls one better. A metric satisfies
the constraint on the sample if it scores that one better too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accord._display.columns import csv_text
from accord._display.numbers import decimals
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_index import pair_up
from accord.metrics import METRICS
from accord.metrics._requests import Request, parse_metrics

#: A difference below this is none.
TOLERANCE = 1e-9

Clusters = tuple[str, ...]  # nodes as letters


@dataclass(frozen=True)
class Sample:
    """A truth, and a worse and a better result by one constraint."""

    constraint: str
    #: What the constraint asks for.
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
class Verdict:
    """What a metric says of one sample."""

    worse: float
    better: float
    satisfied: bool


@dataclass(frozen=True, repr=False)
class ConstraintTable(Result):
    """For each metric, what it says of each sample, in the order of SAMPLES."""

    verdicts: dict[str, tuple[Verdict, ...]]

    def table(self) -> Table:
        header = ["metric", *(sample.constraint for sample in SAMPLES)]
        rows = [
            [
                name,
                *(
                    f"{decimals(verdict.worse, 6)} {decimals(verdict.better, 6)} {'✓' if verdict.satisfied else ' '}"
                    for verdict in verdicts
                ),
            ]
            for name, verdicts in self.verdicts.items()
        ]
        return Table(header, rows)

    def to_dict(self) -> dict[str, dict[str, dict[str, float | bool]]]:
        return {
            name: {
                sample.constraint: {
                    "worse": verdict.worse,
                    "better": verdict.better,
                    "satisfied": verdict.satisfied,
                }
                for sample, verdict in zip(SAMPLES, verdicts, strict=True)
            }
            for name, verdicts in self.verdicts.items()
        }

    def to_csv(self) -> str:
        rows = [
            [
                name,
                sample.constraint,
                repr(verdict.worse),
                repr(verdict.better),
                str(verdict.satisfied).lower(),
            ]
            for name, verdicts in self.verdicts.items()
            for sample, verdict in zip(SAMPLES, verdicts, strict=True)
        ]
        return csv_text(["metric", "constraint", "worse", "better", "satisfied"], rows)

    def to_markdown(self) -> str:
        return self.table().to_markdown()

    def blocks(self) -> list[Block]:
        meanings = [f"{sample.constraint}: {sample.meaning}" for sample in SAMPLES]
        legend = "Each cell: the worse result, the better one, and ✓ where the metric scores the better one better."
        return [self.table(), "\n".join([legend, *meanings])]

    def _repr_html_(self) -> str:
        return self.table().to_html()


def constraints(metrics: Iterable[str] | str | None = None) -> ConstraintTable:
    """What the metrics, by default all there are, say of the four samples.

    >>> from accord import constraints
    >>> [verdict.satisfied for verdict in constraints("f1p").verdicts["f1p"]]
    [True, True, False, True]
    """
    requests = parse_metrics(list(METRICS) if metrics is None else metrics)
    engines = [
        (_engine(sample.truth, sample.worse), _engine(sample.truth, sample.better))
        for sample in SAMPLES
    ]
    return ConstraintTable(
        {
            name: tuple(_judge(request, *pair) for pair in engines)
            for name, request in requests.items()
        }
    )


def _engine(truth: Clusters, found: Clusters) -> NativeEngine:
    return NativeEngine(
        pair_up(
            as_clusterings([("truth", [*map(list, truth)]), ("found", [*map(list, found)])]),
            None,
            1,
        )
    )


def _judge(request: Request, worse_engine: NativeEngine, better_engine: NativeEngine) -> Verdict:
    metric, options = request
    worse, better = (
        float(metric.score(engine, **options)) for engine in (worse_engine, better_engine)
    )
    gain = worse - better if metric.distance else better - worse
    return Verdict(worse, better, gain > TOLERANCE)
