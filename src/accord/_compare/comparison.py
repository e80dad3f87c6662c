"""Comparison: what `compare` returns, and how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from accord._certainty import Baseline, Interval
from accord._certainty.columns import certainty_notes, data, data_columns, shown_columns
from accord._display.columns import csv_text, data_frame
from accord._display.numbers import count, decimals
from accord._display.result import Result
from accord._display.tables import Block, Table, as_html
from accord._foundation.clustering import Clustering
from accord._foundation.facts import describe_clustering
from accord._foundation.node_base import NodeBase
from accord._foundation.pair import NOTHING_IN_COMMON, NodeFacts
from accord._foundation.reduction import Reduction
from accord.errors import AccordError, unknown
from accord.metrics import METRICS, Metric
from accord.metrics._requests import parse_metrics
from accord.metrics._score import Score

if TYPE_CHECKING:
    import pandas

    from accord._compare.ranking import LevelScores


@dataclass(frozen=True)
class SideFacts:
    """One side as it was compared."""

    nodes: int  # those in no cluster included
    clusters: int
    memberships: int
    overlapping_nodes: int
    nodes_in_no_cluster: int
    duplicate_clusters: (
        int | None
    )  # None where nobody has looked: the clusters are in a table that was not fetched
    repeated_memberships: int
    fuzzy: bool
    weighted: bool

    def __str__(self) -> str:
        return describe_clustering(**asdict(self))


@dataclass(frozen=True, eq=False)
class Subject:
    """What was compared, to look at again."""

    truth: Clustering
    found: Clustering
    nodes: NodeBase
    threads: int | None


class Comparison(Result, Mapping[str, Score]):
    """The scores of one clustering against the truth, by metric name, and what was compared.

    A mapping: `comparison["f1p"]` is a Score. Prints as a table.
    """

    def __init__(
        self,
        scores: Mapping[str, Score],
        not_applicable: Mapping[str, str],
        nodes: NodeFacts,
        node_base: str,
        truth: SideFacts,
        found: SideFacts,
        seconds: Mapping[str, float],
        subject: Subject | None,
        pair_work: str | None = None,
        levels: LevelScores | None = None,
    ) -> None:
        self._scores = dict(scores)
        #: Metrics of the panel that do not apply to this input, with the reason.
        self.not_applicable = dict(not_applicable)
        #: How the nodes of the two sides relate, and what was dropped.
        self.nodes = nodes
        #: How the nodes to compare were chosen: a policy, "given", or "default".
        self.node_base = node_base
        self.truth, self.found = truth, found
        #: What reading and comparing took.
        self.seconds = dict(seconds)
        #: The clusterings themselves; None in a Ranking, which has them, and where they stay in an
        #: engine.
        self.subject = subject
        #: How pairs of nodes were counted, where a metric needed them.
        self.pair_work = pair_work
        #: How the tables were reduced to node types by the engine that holds them; None where they
        #: were in memory.
        self.reduction: Reduction | None = None
        #: The scores of each level and of all levels merged, where found has levels.
        self.levels = levels
        #: What chance gets, and how far values may be off, by metric; empty where that was not
        #: asked for.
        self.baselines: dict[str, Baseline] = {}
        self.intervals: dict[str, Interval] = {}
        #: Where the random numbers of these started.
        self.seed = 0

    def __getitem__(self, name: str) -> Score:
        if name not in self._scores:
            with suppress(AccordError):
                name = next(iter(parse_metrics(name)))  # the same metric, written in another way
        if name not in self._scores:
            variants = [known for known in self._scores if known.partition("[")[0] == name]
            if len(variants) != 1:
                raise unknown("score", name, self._scores)
            (name,) = variants  # the only score of this metric
        return self._scores[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scores)

    def __len__(self) -> int:
        return len(self._scores)

    # ---- as data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Everything but the values per cluster and the timing, as plain Python objects."""
        return {
            "scores": {
                name: _score_dict(score) | data(name, *self._certainty)
                for name, score in self.items()
            },
            "not_applicable": self.not_applicable,
            "nodes": {"node_base": self.node_base, **asdict(self.nodes)},
            "truth": asdict(self.truth),
            "found": asdict(self.found),
            **({} if self.levels is None else {"levels": self.levels.to_dict()}),
        }

    def to_json(self, indent: int | None = 2) -> str:
        import json

        return json.dumps(self.to_dict(), indent=indent)

    def to_pandas(self) -> pandas.DataFrame:
        """One row per metric: value, precision and recall, its error where one was sampled, and how sure it is."""
        columns = {
            "value": [float(score) for score in self.values()],
            "precision": [score.precision for score in self.values()],
            "recall": [score.recall for score in self.values()],
        }
        if any(score.is_sampled for score in self.values()):
            columns["error"] = [score.error for score in self.values()]
        return data_frame(
            {"metric": list(self), **columns, **data_columns(*self._certainty)}, "metric"
        ).astype(float)

    def to_csv(self) -> str:
        """A row per metric, with its error where one was sampled, and how sure it is."""
        columns = [
            "precision",
            "recall",
            *(["error"] if any(score.is_sampled for score in self.values()) else []),
        ]
        certainty = data_columns(*self._certainty)
        rows = [
            [
                name,
                float(score),
                *_named(score, columns),
                *(column[i] for column in certainty.values()),
            ]
            for i, (name, score) in enumerate(self.items())
        ]
        return csv_text(["metric", "value", *columns, *certainty], rows)

    # ---- for people ------------------------------------------------------------------------------

    def notes(self) -> list[str]:
        """What was compared, a line each."""
        lines = [f"truth: {self.truth}", f"found: {self.found}"]
        nodes = self.nodes
        if nodes.base != nodes.common or nodes.only_truth or nodes.only_found:
            neither = f", {nodes.unknown:,} on neither" if nodes.unknown else ""
            lines.append(
                f"nodes: {nodes.base:,} compared ({nodes.common:,} on both sides, {nodes.only_truth:,} in truth only, "
                f"{nodes.only_found:,} in found only{neither})"
            )
        if not nodes.common:
            lines.append(NOTHING_IN_COMMON)
        dropped = [
            f"{count(number, thing)} of {side}"
            for number, thing, side in (
                (nodes.dropped_truth_nodes, "node", "truth"),
                (nodes.dropped_found_nodes, "node", "found"),
                (nodes.dropped_truth_clusters, "cluster", "truth"),
                (nodes.dropped_found_clusters, "cluster", "found"),
            )
            if number
        ]
        if dropped:
            lines.append(f"left out by the node base: {', '.join(dropped)}")
        sampled = [_how_sampled(name, score) for name, score in self.items() if score.is_sampled]
        return [*lines, *sampled, *certainty_notes(*self._certainty)]

    def table(self) -> Table:
        """Name, value, how sure it is, precision, recall, meaning."""
        sure = shown_columns(*self._certainty)
        header = ["metric", "value", *sure, "precision", "recall", "meaning"]
        rows = [
            [
                *(name, decimals(score), *(column[i] for column in sure.values())),
                *(decimals(score.precision), decimals(score.recall), meaning_of(name)),
            ]
            for i, (name, score) in enumerate(self.items())
        ]
        bars = {1: [part_of_best(name, score) for name, score in self.items()]}
        return Table(header, rows, range(1, len(header) - 1), bars)

    @property
    def _certainty(self) -> tuple[Mapping[str, Baseline], Mapping[str, Interval]]:
        return self.baselines, self.intervals

    def blocks(self) -> list[Block]:
        """What was compared, the scores, what does not apply, and the levels."""
        reasons = "".join(f"\n  {line}" for line in self._grouped_reasons())
        blocks: list[Block] = [
            "\n".join(self.notes()),
            self.table(),
            *([f"does not apply:{reasons}"] if reasons else []),
        ]
        return blocks if self.levels is None else blocks + self.levels.blocks()

    def to_markdown(self) -> str:
        levels = [] if self.levels is None else ["", self.levels.to_markdown()]
        notes = [f"- {note}" for note in self._all_notes()]
        return "\n".join([self.table().to_markdown(), "", *notes, *levels])

    def _repr_html_(self) -> str:
        levels = "" if self.levels is None else self.levels._repr_html_()
        return as_html([self.table(), "\n".join(self._all_notes())]) + levels

    def _all_notes(self) -> list[str]:
        return [*self.notes(), *(f"does not apply: {line}" for line in self._grouped_reasons())]

    def _grouped_reasons(self) -> list[str]:
        """A line for each reason, with the metrics it holds for."""
        metrics_of: dict[str, list[str]] = {}
        for name, reason in self.not_applicable.items():
            metrics_of.setdefault(reason.partition(": ")[2], []).append(name)
        return [f"{', '.join(names)}: {reason}" for reason, names in metrics_of.items()]


def part_of_best(name: str, score: float) -> float | None:
    """How far a score is on the way from 0 to 1; None of a distance."""
    return None if METRICS[name.partition("[")[0]].distance else min(max(float(score), 0.0), 1.0)


def meaning_of(name: str) -> str:
    """One line on what a score says, by its name with or without options."""
    metric: Metric = METRICS[name.partition("[")[0]]
    return metric.meaning.rstrip(".")


def _how_sampled(name: str, score: Score) -> str:
    """How much of a value was sampled, how exact that made it, and whether it was to be more exact."""
    ((metric, options),) = parse_metrics(name).values()
    wish, error = {**metric.defaults, **options}, score.error or 0.0
    percent, sure = 100 * (1 - (score.exact_share or 0.0)), 100 * (1 - wish["risk"])
    nodes = (
        "all nodes were"
        if percent == 100
        else f"{percent:{'.2g' if percent < 10 else '.0f'}} % of the nodes were"
    )
    value = (
        " of what this sampler estimates, another number on overlaps"
        if score.method == "adaptive"
        else ""
    )
    missed = f", not the {wish['error']:g} asked for" if error > wish["error"] else ""
    return f"{name}: {nodes} sampled: within {error:.2g}{value}{missed}, with {sure:g} % confidence"


def _score_dict(score: Score) -> dict[str, Any]:
    names = ["precision", "recall", "error", "exact_share", "events", "method"]
    named = zip(names, _named(score, names), strict=True)
    return {"value": float(score), **{name: value for name, value in named if value is not None}}


def _named(score: Score, names: Iterable[str]) -> list[Any]:
    return [getattr(score, name) for name in names]
