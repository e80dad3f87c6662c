"""Scores, ClusterScores and ScoresByClustering: the results of `score`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from accord._display.columns import Columns
from accord._display.not_applicable import NotApplicable, group_by_reason
from accord._display.numbers import count, decimals, significant
from accord._display.result import Note, PlottedResult, Result
from accord._display.tables import Block, Lines, Table
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.errors import AccordError, unknown
from accord.metrics._printed_names import printed_name
from accord.quality._metric import QualityMetric
from accord.quality._quality import STATISTICS, Quality
from accord.quality._requests import parse_qualities

if TYPE_CHECKING:
    import pandas

_UNDEFINED = "—"
#: Columns of clusters that hold names, not numbers.
_NAME_COLUMNS = ("cluster", "level")


@dataclass(frozen=True, eq=False, repr=False)
class Scores(PlottedResult, Mapping[str, Quality]):
    """The scores of a clustering on its network, by metric name.

    A mapping: `scores["conductance"]` is a Quality. Prints as a table.
    """

    _index: ClassVar[str | None] = "metric"
    _plots: ClassVar[tuple[str, ...]] = ("scores",)

    #: By the canonical names of the metrics.
    qualities: Mapping[str, Quality]
    #: Metrics that do not apply to this clustering, by name.
    not_applicable: Mapping[str, NotApplicable]
    network: Network
    clustering: Clustering

    def __getitem__(self, name: str) -> Quality:
        if name not in self.qualities:
            with suppress(AccordError):
                name = next(iter(parse_qualities(name)))  # the same metric, spelled differently
        if name not in self.qualities:
            raise unknown("score", name, self.qualities)
        return self.qualities[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.qualities)

    def __len__(self) -> int:
        return len(self.qualities)

    def per_cluster(self) -> ClusterScores:
        """The values of each cluster."""
        return ClusterScores(self)

    @property
    def sizes(self) -> Sequence[int]:
        """The number of nodes of each cluster that are in the network."""
        sizes: list[int] = next(iter(self.values())).sizes.tolist()
        return sizes

    def to_dict(self) -> dict[str, Any]:
        """Everything but values per cluster, as plain Python objects; None if undefined."""
        return {
            "scores": {
                name: {**quality.to_dict(), "meaning": _metric_named(name).meaning_on(self.network)}
                for name, quality in self.items()
            },
            "not_applicable": {
                name: entry.to_dict() for name, entry in self.not_applicable.items()
            },
            "network": self.network.facts(),
            "clustering": self.clustering.facts(),
        }

    def printed_names(self) -> dict[str, str]:
        return {metric: printed_name(metric) for metric in self}

    def columns(self) -> Columns:
        """A row per metric: its value, and statistics of the values of clusters."""
        rows = [quality.to_dict() for quality in self.values()]
        names = ("value", *STATISTICS, "undefined")
        return {"metric": list(self), **{name: [row[name] for row in rows] for name in names}}

    def to_pandas(self) -> pandas.DataFrame:
        return super().to_pandas().astype(float)

    def table(self) -> Table:
        """Metric, value, statistics of the clusters, which values are better, and meaning."""
        statistics = ["by size", "min", "median", "max", "spread"]
        header = ["metric", "value", *statistics, "better", "meaning"]
        rows = [
            [
                name,
                _format_value(float(quality)),
                _format_value(quality.weighted_mean),
                _format_value(quality.min),
                _format_value(quality.median),
                _format_value(quality.max),
                _format_value(quality.spread),
                _better(name),
                _metric_named(name).meaning_on(self.network),
            ]
            for name, quality in self.items()
        ]
        return Table(header, rows, range(1, 7), prose=[len(header) - 1])

    def notes(self) -> list[Note]:
        """The network, the clusters, and where metrics are undefined or do not apply."""
        notes = [
            Note("network", f"network: {self.network.summary()}"),
            Note("clusters", f"clusters: {self.clustering.summary()}"),
        ]
        empty = sum(size == 0 for size in self.sizes)
        if empty:
            text = f"{count(empty, 'cluster')} without a node of the network"
            notes.append(Note("empty_clusters", text))
        undefined: dict[int, list[str]] = {}
        for name, quality in self.items():
            undefined.setdefault(quality.undefined - empty, []).append(name)
        for number, names in undefined.items():
            if number:
                text = f"not defined for {count(number, 'cluster')}: {', '.join(names)}"
                notes.append(Note("undefined", text))
        notes += _weights_notes(self.network, self)
        reasons = group_by_reason(self.not_applicable.values())
        return [*notes, *(Note("not_applicable", f"does not apply: {line}") for line in reasons)]

    def blocks(self) -> list[Block]:
        return [self.table(), Lines(self.notes())]


@dataclass(frozen=True, eq=False, repr=False)
class ClusterScores(Result):
    """The values of every cluster by every metric. Prints as a table."""

    scores: Scores

    def printed_names(self) -> dict[str, str]:
        return {metric: printed_name(metric) for metric in self.scores}

    def columns(self) -> Columns:
        """A row per cluster: name, level if there are levels, nodes in the network, and values."""
        clustering = self.scores.clustering
        columns: dict[str, Sequence[Any]] = {"cluster": list(clustering.cluster_names())}
        if clustering.level_of_cluster is not None:
            columns["level"] = [
                clustering.level_names[level] for level in clustering.level_of_cluster.tolist()
            ]
        columns["nodes"] = self.scores.sizes
        for name, quality in self.scores.items():
            values = quality.per_cluster.tolist()
            columns[name] = [None if value != value else value for value in values]
        return columns

    def to_dict(self) -> dict[str, Any]:
        columns = self.columns()
        rows = zip(*columns.values(), strict=True)
        return {"clusters": [dict(zip(columns, row, strict=True)) for row in rows]}

    def blocks(self) -> list[Block]:
        columns = self.columns()
        cells = [
            map(str if name in _NAME_COLUMNS else _format_value, values)
            for name, values in columns.items()
        ]
        right = [column for column, name in enumerate(columns) if name not in _NAME_COLUMNS]
        return [Table(list(columns), [list(row) for row in zip(*cells, strict=True)], right)]


@dataclass(frozen=True, eq=False, repr=False)
class ScoresByClustering(PlottedResult, Mapping[str, Scores]):
    """The scores of several clusterings of one network, by name. Prints as a table."""

    _index: ClassVar[str | None] = "clustering"
    _plots: ClassVar[tuple[str, ...]] = ("scores",)

    scores: Mapping[str, Scores]

    @cached_property
    def metrics(self) -> list[str]:
        """The metrics that at least one clustering has."""
        return list(dict.fromkeys(metric for scores in self.values() for metric in scores))

    def __getitem__(self, name: str) -> Scores:
        if name not in self.scores:
            raise unknown("clustering", name, self.scores)
        return self.scores[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def to_dict(self) -> dict[str, Any]:
        return {name: scores.to_dict() for name, scores in self.items()}

    def printed_names(self) -> dict[str, str]:
        return {metric: printed_name(metric) for metric in self.metrics}

    def columns(self) -> Columns:
        """A row per clustering, a column per metric; None if undefined or not applicable."""
        values = {metric: self._values(metric) for metric in self.metrics}
        return {"clustering": list(self), **values}

    def _values(self, metric: str) -> list[float | None]:
        qualities = [scores.get(metric) for scores in self.values()]
        return [
            None if quality is None or not quality.is_defined else float(quality)
            for quality in qualities
        ]

    def to_pandas(self) -> pandas.DataFrame:
        return super().to_pandas().astype(float)

    def table(self) -> Table:
        """A row per metric, a column per clustering."""
        rows = [
            [metric, *map(_format_value, self._values(metric)), _better(metric)]
            for metric in self.metrics
        ]
        return Table(["metric", *self, "better"], rows, range(1, len(self) + 1))

    def notes(self) -> list[Note]:
        """The network, the clusterings, and which metrics do not apply to them."""
        network = next(iter(self.values())).network
        notes = [Note("network", f"network: {network.summary()}")]
        for name, scores in self.items():
            notes.append(Note("clusters", f"{name}: {scores.clustering.summary()}"))
        notes += _weights_notes(network, self.metrics)
        missing = [
            Note("not_applicable", f"does not apply to {name}: {line}")
            for name, scores in self.items()
            for line in group_by_reason(scores.not_applicable.values())
        ]
        return notes + missing

    def blocks(self) -> list[Block]:
        return [self.table(), Lines(self.notes())]


def _metric_named(name: str) -> QualityMetric:
    """The metric of a score, by the name of the score."""
    ((metric, _),) = parse_qualities([name]).values()
    return metric


def _weights_notes(network: Network, metrics: Iterable[str]) -> list[Note]:
    """That values are by the weights of edges, and which of them depend on the unit of weights."""
    weighted = [name for name in metrics if network.is_weighted and _metric_named(name).weighted]
    if not weighted:
        return []
    scaling = [name for name in weighted if _metric_named(name).scales]
    text = "edges have weights, and the values are by weight"
    if scaling:
        text += f"; these change with the unit of the weights: {', '.join(scaling)}"
    return [Note("weighted", text)]


def _better(name: str) -> str:
    return "low" if _metric_named(name).distance else "high"


def _format_value(value: float | None) -> str:
    """Four decimals, or three significant digits if tiny; a dash if undefined."""
    if value is None or value != value:
        return _UNDEFINED
    if isinstance(value, int):
        return f"{value:,}"
    return significant(value) if 0 < abs(value) < 0.001 else decimals(value)
