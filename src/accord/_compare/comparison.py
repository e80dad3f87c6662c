"""Comparison: the scores of one clustering against the truth, and what was compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from accord._certainty.columns import (
    certainty_notes,
    data_columns,
    paper_notes,
    score_entries,
    text_columns,
    with_interval,
)
from accord._display.columns import Columns
from accord._display.names import join_names, join_results
from accord._display.not_applicable import NotApplicable, group_by_reason
from accord._display.numbers import decimals
from accord._display.result import Note, PlottedResult
from accord._display.tables import Block, Lines, Table
from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.compared import SideFacts, notes_on_compared
from accord._foundation.node_base import NodeBase
from accord._foundation.noise import PossibleNoise, describe_unused_noise
from accord._foundation.pair import NodeFacts
from accord._foundation.table_reduction import Reduction
from accord.errors import AccordError, unknown
from accord.metrics import Metric
from accord.metrics._panels import PANELS, PanelName
from accord.metrics._printed_names import printed_name
from accord.metrics._requests import one_metric, parse_metrics
from accord.metrics._score import Score

if TYPE_CHECKING:
    import pandas

    from accord._certainty.baseline import Baseline
    from accord._certainty.interval import Interval
    from accord._compare.level_scores import LevelScores

#: Facts about a score that are shown if the metric has them.
_SCORE_FACTS = ("precision", "recall", "error", "exact_share", "events", "method", "note")


@dataclass(frozen=True, eq=False)
class Subject:
    """The two clusterings that were compared, on which nodes, and with how many threads."""

    truth: Clustering
    found: Clustering
    nodes: NodeBase
    threads: int | None


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Comparison(PlottedResult, Mapping[str, Score]):
    """The scores of one clustering against the truth, by metric name, and what was compared.

    A mapping: `comparison["f1p"]` is a Score. Prints as a table.
    """

    _index: ClassVar[str | None] = "metric"
    _plots: ClassVar[tuple[str, ...]] = (
        "scores",
        "verdicts",
        "flows",
        "overlap_matrix",
        "match_by_size",
        "sizes",
    )

    #: By the canonical names of the metrics.
    scores: Mapping[str, Score]
    #: Metrics that do not apply to this input, by name, if all metrics were requested.
    not_applicable: Mapping[str, NotApplicable] = field(default_factory=dict)
    #: Metrics that were not requested by name and would take long.
    left_out: tuple[str, ...] = ()
    #: Default metrics that were left out because they ignore the shares of nodes in all clusters.
    ignoring_shares: tuple[str, ...] = ()
    #: The panel of default metrics, "crisp" or "overlapping"; None if metrics were requested.
    panel: PanelName | None = None
    #: How the nodes of the two sides relate, and what was dropped.
    nodes: NodeFacts
    #: How the nodes to compare were chosen: a policy, "given", or "default".
    node_base: str
    truth: SideFacts
    found: SideFacts
    #: What chance alone gives, by metric; empty if not requested.
    baselines: Mapping[str, Baseline] = field(default_factory=dict)
    #: How far values may be off, by metric; empty if not requested.
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    #: Random seed of baselines and intervals.
    seed: int = 0
    #: Scores of every level and of all levels merged; None if found has no levels.
    levels: LevelScores | None = None
    #: The clusterings themselves; None in a Ranking, and if they stay in a table engine.
    subject: Subject | None = None
    #: Labels of truth and found that look like noise, and were not declared.
    possible_noise: Mapping[str, tuple[PossibleNoise, ...]] = field(default_factory=dict)
    #: The label that was declared as noise and occurs on neither side; None if it occurs.
    unused_noise: str | None = None
    #: Time of the steps "read" and "compare".
    seconds: Mapping[str, float] = field(default_factory=dict)
    #: How pairs of nodes were counted; None if no metric needed them.
    pair_work: str | None = None
    #: How a table engine reduced the tables to node types; None if they were in memory.
    reduction: Reduction | None = None

    def __getitem__(self, name: str) -> Score:
        if name not in self.scores:
            with suppress(AccordError):
                name = next(iter(parse_metrics(name)))  # the same metric, spelled differently
        if name not in self.scores:
            variants = [known for known in self.scores if metric_named(known).name == name]
            if len(variants) != 1:
                raise unknown("score", name, self.scores)
            (name,) = variants  # the only score of this metric
        return self.scores[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def not_clustered(self) -> int:
        """Number of compared nodes that found has in no cluster, or does not have at all."""
        return self.nodes.base - (self.found.nodes - self.found.nodes_in_no_cluster)

    def without_baselines(self) -> Comparison:
        """The same comparison without baselines, also in its levels."""
        levels = None if self.levels is None else self.levels.without_baselines()
        return replace(self, baselines={}, levels=levels)

    # ---- as data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Everything but values per cluster and times, as plain Python objects."""
        return {
            "scores": {
                name: _score_to_dict(score) | score_entries(name, self.baselines, self.intervals)
                for name, score in self.items()
            },
            "not_applicable": {
                name: entry.to_dict() for name, entry in self.not_applicable.items()
            },
            "left_out": list(self.left_out),
            "ignoring_shares": list(self.ignoring_shares),
            "nodes": {"node_base": self.node_base, **asdict(self.nodes)},
            "truth": asdict(self.truth),
            "found": asdict(self.found),
            "possible_noise": {
                side: {label.label: label.n_nodes for label in labels}
                for side, labels in self.possible_noise.items()
                if labels
            },
            "unused_noise": self.unused_noise,
            **({} if self.levels is None else {"levels": self.levels.to_dict()}),
        }

    def columns(self) -> Columns:
        """A row per metric: value, precision, recall, error if sampled, interval and baseline."""
        scores = list(self.values())
        columns: dict[str, Sequence[Any]] = {
            "metric": list(self),
            "value": [float(score) for score in scores],
            "precision": [score.precision for score in scores],
            "recall": [score.recall for score in scores],
        }
        if any(score.is_sampled for score in scores):
            columns["error"] = [score.error for score in scores]
        return columns | data_columns(self.baselines, self.intervals)

    def to_pandas(self) -> pandas.DataFrame:
        return super().to_pandas().astype(float)

    # ---- for people ------------------------------------------------------------------------------

    def table(self, *, for_paper: bool = False) -> Table:
        """Metric, value, interval, baseline, precision, recall and meaning.

        For a paper, intervals are in brackets after their values.
        """
        certainty = text_columns(self.baselines, {} if for_paper else self.intervals)
        in_brackets = self.intervals if for_paper else {}
        header = ["metric", "value", *certainty, "precision", "recall", "meaning"]
        columns = [
            [title_of_score(name) for name in self],
            [with_interval(score, in_brackets.get(name)) for name, score in self.items()],
            *certainty.values(),
            [decimals(score.precision) for score in self.values()],
            [decimals(score.recall) for score in self.values()],
            [meaning_of(name) for name in self],
        ]
        rows = [list(row) for row in zip(*columns, strict=True)]
        bars = {1: [share_of_best(name, score) for name, score in self.items()]}
        last = len(header) - 1
        return Table(header, rows, range(1, last), bars, prose=[last])

    def notes(self) -> list[Note]:
        """What was compared, what was left out, and how to read the columns."""
        base_chosen = self.node_base != "default"
        notes = notes_on_compared(self.truth, self.found, self.nodes, base_chosen=base_chosen)
        notes += noise_notes({"found": self})
        notes += same_nodes_notes({"found": self})
        notes += singletons_notes([self], self)
        notes += shares_notes([self], self)
        notes += left_out_notes([self])
        notes += [
            Note("sampled", _describe_sampling(name, score))
            for name, score in self.items()
            if score.is_sampled
        ]
        notes += distance_notes(self)
        return [*notes, *certainty_notes(self.baselines, self.intervals)]

    def blocks(self) -> list[Block]:
        """What was compared, the scores, what does not apply, and the levels."""
        return self._blocks(self.notes(), self.table())

    def paper_blocks(self) -> list[Block]:
        """The same with intervals in brackets after their values."""
        return self._blocks(paper_notes(self.notes()), self.table(for_paper=True))

    def printed_names(self) -> dict[str, str]:
        return {title_of_score(name): printed_title(name) for name in self}

    def _blocks(self, notes: Sequence[Note], table: Table) -> list[Block]:
        blocks: list[Block] = [Lines(notes), table]
        if self.not_applicable:
            reasons = group_by_reason(self.not_applicable.values())
            blocks.append(Lines(reasons, title="does not apply"))
        return blocks if self.levels is None else blocks + self.levels.blocks()


def meaning_of(name: str) -> str:
    """What a score says, by the name of the score."""
    _, (metric, options) = one_metric(name)
    return metric.describe(options)


def metric_named(name: str) -> Metric:
    """The metric of a score, by the name of the score."""
    _, (metric, _) = one_metric(name)
    return metric


def title_of_score(name: str) -> str:
    """The name of a score in a table, with an arrow if lower values are better."""
    return f"{name} ↓" if metric_named(name).distance else name


def printed_title(name: str) -> str:
    """The same as papers print it."""
    return f"{printed_name(name)} ↓" if metric_named(name).distance else printed_name(name)


def share_of_best(name: str, score: float) -> float | None:
    """The score limited to the range from 0 to 1, the length of its bar; None for a distance."""
    return None if metric_named(name).distance else min(max(float(score), 0.0), 1.0)


def left_out_notes(comparisons: Sequence[Comparison]) -> list[Note]:
    """Which metrics were left out, why, and how to request them."""
    slow = dict.fromkeys(name for each in comparisons for name in each.left_out)
    blind = dict.fromkeys(name for each in comparisons for name in each.ignoring_shares)
    reasons = {
        "this would take long": slow,
        "this would ignore the shares of nodes that are in all clusters": blind,
    }
    return [
        Note(
            "left_out",
            f"{', '.join(names)}: left out, as {reason}; to compute it, use "
            f"{argument('metrics', ','.join(names))}",
        )
        for reason, names in reasons.items()
        if names
    ]


def distance_notes(names: Iterable[str]) -> list[Note]:
    """The meaning of the arrow of `title_of_score`, if a score has it."""
    if not any(metric_named(name).distance for name in names):
        return []
    return [Note("distance", "↓: lower is better")]


def noise_notes(results: Mapping[str, Comparison]) -> list[Note]:
    """Labels that look like noise and were not declared; and a declared one that is not there."""
    lines: dict[str, None] = {}
    for name, comparison in results.items():
        for side, labels in comparison.possible_noise.items():
            where = "truth" if side == "truth" else name
            lines |= {label.describe(where): None for label in labels}
    unused = {comparison.unused_noise for comparison in results.values()}
    if None not in unused:
        lines |= {describe_unused_noise(label): None for label in unused if label is not None}
    return [Note("noise", line) for line in lines]


def same_nodes_notes(results: Mapping[str, Comparison]) -> list[Note]:
    """Which default metrics of crisp clusterings are missing only because the nodes differ."""
    sides = [side for each in results.values() for side in (each.truth, each.found)]
    differing = [
        name for name, each in results.items() if each.nodes.only_truth or each.nodes.only_found
    ]
    if (
        not differing
        or any(each.panel != "overlapping" or not each.nodes.common for each in results.values())
        or any(each.node_base != "default" for each in results.values())
        or any(side.overlapping_nodes or side.fuzzy for side in sides)
    ):
        return []
    missing = [name for name in PANELS["crisp"] if name not in PANELS["overlapping"]]
    text = (
        f"{join_names(missing)} are left out, as the nodes of truth and "
        f"{join_results(differing, len(results))} differ: {argument('nodes', 'intersection')} "
        "compares the common ones"
    )
    return [Note("same_nodes", text)]


def shares_notes(comparisons: Iterable[Comparison], metrics: Iterable[str]) -> list[Note]:
    """Which metrics ignore shares, if there are any."""
    names = [name for name in metrics if not metric_named(name).uses_shares]
    if not names or not any(each.truth.fuzzy or each.found.fuzzy for each in comparisons):
        return []
    return [Note("shares", f"shares are ignored by {', '.join(names)}")]


def singletons_notes(comparisons: Iterable[Comparison], metrics: Iterable[str]) -> list[Note]:
    """Which metrics count nodes in no cluster as clusters of one node, if there are such nodes."""
    sides = [side for each in comparisons for side in (each.truth, each.found)]
    names = [name for name in metrics if metric_named(name).singletons]
    if not names or not any(side.nodes_in_no_cluster for side in sides):
        return []
    text = f"nodes in no cluster count as clusters of one node in {', '.join(names)}"
    return [Note("singletons", text)]


def _describe_sampling(name: str, score: Score) -> str:
    """How much of a value was sampled, its error, and the requested error if that was missed."""
    _, (metric, options) = one_metric(name)
    requested, error = {**metric.defaults, **options}, score.error or 0.0
    percent, confidence = 100 * (1 - (score.exact_share or 0.0)), 100 * (1 - requested["risk"])
    nodes = "all nodes were"
    if percent != 100:
        nodes = f"{percent:{'.2g' if percent < 10 else '.0f'}} % of the nodes were"
    quantity = ""
    if score.method == "adaptive":
        quantity = " of what this sampler estimates, which is not gnmi if clusters overlap"
    missed = ""
    if error > requested["error"]:
        missed = f", not the requested {requested['error']:g}"
    return (
        f"{name}: {nodes} sampled: within {error:.2g}{quantity}{missed}, "
        f"with {confidence:g} % confidence"
    )


def _score_to_dict(score: Score) -> dict[str, Any]:
    facts = {name: getattr(score, name) for name in _SCORE_FACTS}
    known = {name: value for name, value in facts.items() if value is not None}
    return {"value": float(score), **known}
