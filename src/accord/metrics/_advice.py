"""Which metrics to take: five questions about what is compared, and two metrics for each answer.

`tools/generate.py` writes the same advice into docs/which_metric.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, Literal

from accord._display.columns import Columns
from accord._display.result import Note, Result
from accord._display.tables import Block, Lines, Table
from accord._foundation.arguments import argument
from accord.errors import unknown
from accord.metrics._metric import METRICS

# ---- the questions -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """A question about what is compared: the name of a parameter, and the answers it may have."""

    name: str
    text: str
    #: What each answer means; the first one is the default.
    answers: Mapping[str, str]


QUESTIONS = (
    Question(
        "clusters",
        "Can a node be in several clusters?",
        {"crisp": "no, it is in one at most", "overlapping": "yes"},
    ),
    Question(
        "nodes",
        "Do both sides have the same nodes?",
        {"same": "yes", "different": "no, and a node that one side lacks is an error"},
    ),
    Question(
        "matters",
        "What should count alike?",
        {"pairs": "every pair of nodes", "clusters": "whether each cluster was found"},
    ),
    Question(
        "chance",
        "Must random clusters score 0?",
        {
            "corrected": "yes, as the results have different numbers of clusters",
            "any": "no, their numbers and sizes of clusters are similar",
        },
    ),
    Question(
        "levels",
        "Does a side have several levels, as a hierarchy has?",
        {"one": "no", "several": "yes"},
    ),
)

Answers = tuple[str, ...]

# ---- the answers ---------------------------------------------------------------------------------

#: Why a metric is taken, and what it misses.
_REASONS = {
    "adjusted_rand": (
        "counts pairs of nodes, and random clusters score 0",
        "large clusters dominate: a cluster of n nodes has n(n − 1)/2 pairs",
    ),
    "omega": (
        "counts pairs of nodes by how many clusters they share, and random clusters score 0",
        "looks at how many clusters two nodes share, not at which; large clusters dominate",
    ),
    "pair_f1": (
        "precision and recall of the pairs that are together",
        "large clusters dominate; pairs that are apart on both sides do not count",
    ),
    "ami": (
        "counts information, so that small clusters weigh by their nodes; random ones score 0",
        "has no lower bound: far below 0 if chance alone gives nearly the best value",
    ),
    "bcubed": (
        "precision and recall as seen from a node, so that large clusters weigh less than in "
        "pairs; satisfies all four formal constraints",
        "looks at how many clusters two nodes share, not at which; a mean over nodes: small "
        "clusters that were missed hardly lower it",
    ),
    "conll_bcubed": (
        "precision and recall as seen from a node; a node that one side lacks adds 0",
        "a mean over nodes: small clusters that were missed hardly lower it",
    ),
    "f1p": (
        "how well each cluster was found again, with a value for every cluster",
        "looks only at the best partner of a cluster",
    ),
    "v_measure": (
        "its precision falls if clusters are merged, its recall if they are split",
        "rises with the number of clusters",
    ),
    "onmi": (
        "how much of the information in each cluster its best counterpart gives",
        "0 if no cluster has a clear partner, however much of it was found",
    ),
}
#: Whose values are 0 on average for random clusters.
_CORRECTED = ("adjusted_rand", "ami", "omega")


def _choose(clusters: str, nodes: str, matters: str, chance: str, levels: str) -> tuple[str, str]:
    """Two metrics that miss different things; the first one is what the answers ask for."""
    crisp, same, corrected = clusters == "crisp", nodes == "same", chance == "corrected"
    of_pairs = ("adjusted_rand" if crisp else "omega") if corrected else "pair_f1"
    if levels == "several":
        return "f1p", of_pairs if matters == "pairs" else _of_clusters(crisp, same, corrected)
    if matters == "clusters":
        return "f1p", _of_clusters(crisp, same, corrected)
    if corrected and crisp:
        return of_pairs, "ami" if same else "f1p"
    if same:
        return of_pairs, "bcubed"
    return of_pairs, "conll_bcubed" if crisp and not corrected else "f1p"


def _of_clusters(crisp: bool, same: bool, corrected: bool) -> str:
    """The metric beside f1p if clusters matter."""
    if corrected:
        return ("ami" if same else "adjusted_rand") if crisp else "omega"
    return ("v_measure" if same else "conll_bcubed") if crisp else "onmi"


def all_advice() -> dict[Answers, MetricAdvice]:
    """The advice for every combination of answers, in the order of the questions."""
    return {
        answers: which_metrics(
            **dict(zip((question.name for question in QUESTIONS), answers, strict=True))
        )
        for answers in product(*(question.answers for question in QUESTIONS))
    }


@dataclass(frozen=True, repr=False)
class MetricAdvice(Result):
    """Two metrics to take, with the reason. Prints as a table."""

    _index: ClassVar[str | None] = "metric"

    #: The answer to each question.
    answers: Mapping[str, str]
    #: The names of the two metrics; the first one is what the answers ask for.
    metrics: tuple[str, str]

    @property
    def because(self) -> tuple[str, str]:
        """Why each is taken."""
        first, second = (_REASONS[metric][0] for metric in self.metrics)
        return first, second

    @property
    def misses(self) -> tuple[str, str]:
        """What each does not show."""
        first, second = (_REASONS[metric][1] for metric in self.metrics)
        return first, second

    def notes(self) -> list[Note]:
        """How to use the two."""
        notes = []
        uncorrected = [metric for metric in self.metrics if metric not in _CORRECTED]
        if self.answers["chance"] == "corrected" and uncorrected:
            text = (
                f"{' and '.join(uncorrected)}: not corrected for chance; "
                f"{argument('baseline', True)} shows what chance alone gives"
            )
            notes.append(Note("chance", text))
        if self.answers["levels"] == "several":
            first, second = self.metrics
            text = (
                f"{first} is for all levels merged, where a node is in a cluster of each; "
                f"{second} is for one level at a time: {argument('levels', 'best')}"
            )
            notes.append(Note("levels", text))
        return notes

    def to_dict(self) -> dict[str, Any]:
        """The answers, and the metrics with reasons, as plain Python objects."""
        return {
            "answers": dict(self.answers),
            "metrics": [
                {"metric": metric, "because": because, "misses": misses}
                for metric, because, misses in self._rows()
            ],
            "notes": [note.text for note in self.notes()],
        }

    def columns(self) -> Columns:
        """A row per metric."""
        return {"metric": self.metrics, "because": self.because, "misses": self.misses}

    def table(self) -> Table:
        """A row per metric: why it is taken, and what it misses."""
        return Table(["metric", "because", "misses"], self._rows(), prose=[1, 2])

    def blocks(self) -> list[Block]:
        """The metrics, and how to use them."""
        notes = self.notes()
        return [self.table(), *([Lines(notes)] if notes else [])]

    def _rows(self) -> Sequence[Sequence[str]]:
        return list(zip(self.metrics, self.because, self.misses, strict=True))


def which_metrics(
    *,
    clusters: Literal["crisp", "overlapping"] | str = "crisp",
    nodes: Literal["same", "different"] | str = "same",
    matters: Literal["pairs", "clusters"] | str = "pairs",
    chance: Literal["corrected", "any"] | str = "corrected",
    levels: Literal["one", "several"] | str = "one",
) -> MetricAdvice:
    """Choose two metrics by what is compared, and say why.

    `clusters`: whether a node can be in several. `nodes`: whether both sides have the same.
    `matters`: what should count alike, every pair of nodes or whether each cluster was found.
    `chance`: "corrected" if random clusters must score 0, as for results with different numbers of
    clusters. `levels`: whether a side has several.

    >>> from accord import which_metrics
    >>> which_metrics(clusters="overlapping", matters="clusters").metrics
    ('f1p', 'omega')
    """
    given = (clusters, nodes, matters, chance, levels)
    for question, answer in zip(QUESTIONS, given, strict=True):
        if answer not in list(question.answers):  # an answer may be of any type
            raise unknown(f"answer to {question.name!r}", answer, question.answers)
    answers = dict(zip((question.name for question in QUESTIONS), given, strict=True))
    return MetricAdvice(answers, _choose(**answers))


def reasons() -> dict[str, tuple[str, str]]:
    """Why each metric of the advice is taken and what it misses, in the order of all metrics."""
    return {name: _REASONS[name] for name in METRICS if name in _REASONS}
