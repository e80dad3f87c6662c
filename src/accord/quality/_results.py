"""What `score` returns, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from accord._display.columns import csv_text, data_frame
from accord._display.numbers import count, decimals, significant
from accord._display.result import Result
from accord._display.tables import Block, Table, as_markdown
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.errors import AccordError, unknown
from accord.quality._metric import QUALITIES, QualityMetric
from accord.quality._requests import parse_qualities
from accord.quality._value import STATISTICS, Quality

if TYPE_CHECKING:
    import pandas

_NOT_DEFINED = "—"


class _Shown(Result):
    """Prints as tables with notes: what they are, and as data, is said by those that inherit it."""

    def tables(self) -> list[Table]:
        raise NotImplementedError

    def notes(self) -> list[str]:
        """What is to be said about the tables, a line each."""
        return []

    def to_dict(self) -> dict[str, Any]:
        raise NotImplementedError

    def blocks(self) -> list[Block]:
        notes = self.notes()
        return [*self.tables(), *(["\n".join(notes)] if notes else [])]

    def to_json(self, indent: int | None = 2) -> str:
        import json

        return json.dumps(self.to_dict(), indent=indent, default=str)

    def to_markdown(self) -> str:
        notes = "\n".join(f"- {note}" for note in self.notes())
        return as_markdown([*self.tables(), *([notes] if notes else [])])


class Scores(_Shown, Mapping[str, Quality]):
    """The scores of a clustering on its network, by metric name.

    A mapping: `scores["conductance"]` is a Quality. Prints as a table.
    """

    def __init__(
        self,
        qualities: Mapping[str, Quality],
        not_applicable: Mapping[str, str],
        network: Network,
        clustering: Clustering,
    ) -> None:
        self._qualities = dict(qualities)
        #: Metrics that do not apply to this clustering, with the reason.
        self.not_applicable = dict(not_applicable)
        self.network, self.clustering = network, clustering

    def __getitem__(self, name: str) -> Quality:
        if name not in self._qualities:
            with suppress(AccordError):
                name = next(iter(parse_qualities(name)))  # the same metric, written in another way
        if name not in self._qualities:
            raise unknown("score", name, self._qualities)
        return self._qualities[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._qualities)

    def __len__(self) -> int:
        return len(self._qualities)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the values per cluster, as plain Python objects; None where a value is not defined."""
        return {
            "scores": {name: quality.to_dict() for name, quality in self.items()},
            "not_applicable": self.not_applicable,
            "network": self.network.facts(),
            "clustering": self.clustering.facts(),
        }

    def to_pandas(self) -> pandas.DataFrame:
        """One row per metric: its value, and the averages of the clusters."""
        columns = {
            name: [quality.to_dict()[name] for quality in self.values()]
            for name in ("value", *STATISTICS, "undefined")
        }
        return data_frame({"metric": list(self), **columns}, "metric").astype(float)

    def to_csv(self) -> str:
        """The same as text; nothing where a value is not defined."""
        rows = [[name, *quality.to_dict().values()] for name, quality in self.items()]
        return csv_text(["metric", "value", *STATISTICS, "undefined"], rows)

    def per_cluster(self) -> ClusterScores:
        """The values of each cluster."""
        return ClusterScores(self)

    def tables(self) -> list[Table]:
        """Metric, value, averages of the clusters, what is better, meaning."""
        header = [
            "metric",
            "value",
            "by size",
            "min",
            "median",
            "max",
            "spread",
            "better",
            "meaning",
        ]
        rows = []
        for name, quality in self.items():
            averages = [
                quality.weighted_mean,
                quality.min,
                quality.median,
                quality.max,
                quality.spread,
            ]
            metric = _metric(name)
            rows.append(
                [
                    name,
                    _shown(float(quality)),
                    *map(_shown, averages),
                    _better(metric),
                    metric.meaning.rstrip("."),
                ]
            )
        return [Table(header, rows, range(1, 7))]

    def notes(self) -> list[str]:
        lines = [
            str(self.network).replace("Network: ", "network: "),
            str(self.clustering).replace("Clustering: ", "clusters: "),
        ]
        empty = int((next(iter(self.values())).sizes == 0).sum())
        if empty:
            lines.append(f"{count(empty, 'cluster')} without a node of the network")
        undefined: dict[int, list[str]] = {}
        for name, quality in self.items():
            undefined.setdefault(quality.undefined - empty, []).append(name)
        lines += [
            f"not defined for {count(n, 'cluster')}: {', '.join(names)}"
            for n, names in undefined.items()
            if n
        ]
        return [*lines, *(f"does not apply: {reason}" for reason in _grouped(self.not_applicable))]


class ClusterScores(_Shown):
    """The values of every cluster, a row each."""

    def __init__(self, scores: Scores) -> None:
        self.scores = scores

    def columns(self) -> dict[str, Sequence[Any]]:
        """Its name, its level where there are levels, its nodes that the network has, and a column per metric."""
        clustering = self.scores.clustering
        columns: dict[str, Sequence[Any]] = {"cluster": list(clustering.cluster_names())}
        if clustering.level_of_cluster is not None:
            columns["level"] = [
                clustering.level_names[level] for level in clustering.level_of_cluster.tolist()
            ]
        columns["nodes"] = next(iter(self.scores.values())).sizes.tolist()
        for name, quality in self.scores.items():
            columns[name] = [
                None if value != value else value for value in quality.per_cluster.tolist()
            ]
        return columns

    def to_dict(self) -> dict[str, Any]:
        columns = self.columns()
        return {
            "clusters": [
                dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)
            ]
        }

    def to_pandas(self) -> pandas.DataFrame:
        return data_frame(self.columns())

    def to_csv(self) -> str:
        columns = self.columns()
        return csv_text(list(columns), zip(*columns.values(), strict=True))

    def tables(self) -> list[Table]:
        columns = self.columns()
        words = {"cluster", "level"}
        shown = [
            map(str, values) if name in words else map(_shown, values)
            for name, values in columns.items()
        ]
        right = [place for place, name in enumerate(columns) if name not in words]
        return [Table(list(columns), [list(row) for row in zip(*shown, strict=True)], right)]


class SeveralScores(_Shown, Mapping[str, Scores]):
    """The scores of several clusterings of one network, by name."""

    def __init__(self, scores: Mapping[str, Scores]) -> None:
        self._scores = dict(scores)
        #: Metrics that at least one of them has.
        self.metrics = list(dict.fromkeys(metric for one in scores.values() for metric in one))

    def __getitem__(self, name: str) -> Scores:
        if name not in self._scores:
            raise unknown("clustering", name, self._scores)
        return self._scores[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scores)

    def __len__(self) -> int:
        return len(self._scores)

    def _value(self, name: str, metric: str) -> float | None:
        quality = self[name].get(metric)
        return float(quality) if quality is not None and quality.is_defined else None

    def to_dict(self) -> dict[str, Any]:
        return {name: scores.to_dict() for name, scores in self.items()}

    def to_pandas(self) -> pandas.DataFrame:
        """One row per clustering, one column per metric."""
        columns = {metric: [self._value(name, metric) for name in self] for metric in self.metrics}
        return data_frame({"clustering": list(self), **columns}, "clustering").astype(float)

    def to_csv(self) -> str:
        return csv_text(
            ["clustering", *self.metrics],
            [[name, *(self._value(name, metric) for metric in self.metrics)] for name in self],
        )

    def tables(self) -> list[Table]:
        """A row for each metric, a column for each clustering."""
        rows = [
            [
                metric,
                *(_shown(self._value(name, metric)) for name in self),
                _better(_metric(metric)),
            ]
            for metric in self.metrics
        ]
        return [Table(["metric", *self, "better"], rows, range(1, len(self) + 1))]

    def notes(self) -> list[str]:
        first = next(iter(self.values()))
        sides = [
            f"{name}: {str(one.clustering).removeprefix('Clustering: ')}"
            for name, one in self.items()
        ]
        reasons = [
            f"{name}: {reason}"
            for name, one in self.items()
            for reason in _grouped(one.not_applicable)
        ]
        return [
            str(first.network).replace("Network: ", "network: "),
            *sides,
            *(f"does not apply to {reason}" for reason in reasons),
        ]


def _grouped(not_applicable: Mapping[str, str]) -> list[str]:
    """A line for each reason, with the metrics it holds for."""
    metrics_of: dict[str, list[str]] = {}
    for name, reason in not_applicable.items():
        metrics_of.setdefault(reason.partition(": ")[2], []).append(name)
    return [f"{', '.join(names)}: {reason}" for reason, names in metrics_of.items()]


def _metric(name: str) -> QualityMetric:
    return QUALITIES[name.partition("[")[0]]


def _better(metric: QualityMetric) -> str:
    return "low" if metric.distance else "high"


def _shown(value: float | None) -> str:
    """For people: with four decimals, or three digits where it is tiny; a dash where it is not defined."""
    if value is None or value != value:
        return _NOT_DEFINED
    if isinstance(value, int):
        return f"{value:,}"
    return significant(value) if 0 < abs(value) < 0.001 else decimals(value)
