"""Results: all runs of a benchmark, with their scores and the networks they ran on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from accord._display.numbers import count, decimals, duration
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord.bench._results.aggregation import make_leaderboard
from accord.bench._results.export import write_table
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.run import NetworkKey, Run
from accord.bench._results.statistics import mean
from accord.bench._score.levels import LEVEL_POLICIES, LevelPolicy
from accord.errors import InputError, unknown
from accord.metrics import DEFAULT_METRIC
from accord.metrics._printed_names import printed_name

if TYPE_CHECKING:
    import pandas

#: Columns of tables with their types: of the job, of its execution, and of a score.
_SPEC_COLUMNS: dict[str, type] = {
    "key": str,
    "algorithm": str,
    "dataset": str,
    "instance": str,
    "shuffle": int,
    "seed": int,
}
_EXECUTION_COLUMNS: dict[str, type] = {
    "status": str,
    "reason": str,
    "seconds": float,
    "cpu_seconds": float,
    "peak_memory": int,
    "clustering": str,
}
_SCORE_COLUMNS: dict[str, type] = {
    "metric": str,
    **dict.fromkeys(LEVEL_POLICIES, float),
    "missing_reason": str,
}
_COLUMNS = {**_SPEC_COLUMNS, **_EXECUTION_COLUMNS, **_SCORE_COLUMNS}


@dataclass(frozen=True, repr=False)
class Results(Result):
    """The runs of a benchmark, the networks they ran on, and facts about the study."""

    runs: tuple[Run, ...]
    #: Study, metrics, limits, algorithms, machines and times, for the record.
    facts: Mapping[str, object] = field(default_factory=dict)
    #: Features of each network.
    networks: Mapping[NetworkKey, Mapping[str, float]] = field(default_factory=dict)
    #: Mean agreement of the clusterings from different shuffles, by algorithm, data set and
    #: instance; only if there were several shuffles.
    stability: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    #: Algorithms that find the same clusters with every random seed.
    deterministic: frozenset[str] = frozenset()
    #: Fingerprint of each network, by which it is recognized; see `network_fingerprint`.
    fingerprints: Mapping[NetworkKey, str] = field(default_factory=dict)

    def blocks(self) -> list[Block]:
        parts = [
            count(len(self.algorithms), "algorithm"),
            count(len(self.network_keys), "network"),
            count(len(self.runs), "run"),
            f"{sum(run.is_ok for run in self.runs):,} of them ok",
            count(len(self.metrics), "metric"),
        ]
        return [f"Results: {', '.join(parts)}", *([self.table()] if self.runs else [])]

    def table(self) -> Table:
        """A row per algorithm: its runs, the mean of their scores by the headline, and of times."""
        shown = [name for name in self.metrics if name == self.headline] or self.metrics[:1]
        header = ["algorithm", "runs", "ok", *shown, "mean time"]
        rows = []
        for algorithm in self.algorithms:
            runs = [run for run in self.runs if run.algorithm == algorithm]
            ok = [run for run in runs if run.is_ok]
            values = [[run.value(metric) for run in ok] for metric in shown]
            seconds = mean([run.execution.seconds for run in ok if run.execution.seconds])
            rows.append(
                [
                    algorithm,
                    f"{len(runs):,}",
                    f"{len(ok):,}",
                    *(decimals(mean([x for x in column if x is not None])) for column in values),
                    duration(seconds),
                ]
            )
        return Table(header, rows, right=range(1, len(header)))

    def printed_names(self) -> dict[str, str]:
        return {metric: printed_name(metric) for metric in self.metrics}

    def _page(self, title: str | None) -> str:
        """The page about the benchmark."""
        from accord import bench

        return bench.to_html(self, title=title)

    @property
    def algorithms(self) -> list[str]:
        """Names of the algorithms in the order of the runs, including the random baseline."""
        return list(dict.fromkeys(run.algorithm for run in self.runs))

    @property
    def datasets(self) -> list[str]:
        """Names of the data sets in the order of the runs."""
        return list(dict.fromkeys(run.dataset for run in self.runs))

    @property
    def network_keys(self) -> list[NetworkKey]:
        """All networks, in the order of the runs."""
        return list(dict.fromkeys(run.network_key for run in self.runs))

    @property
    def metrics(self) -> list[str]:
        """All metrics for which some run has a value, or a reason why it does not apply."""
        return list(dict.fromkeys(name for run in self.runs for name in run.scores.metrics))

    @property
    def headline(self) -> str | None:
        """The metric to rank by if none is given; None if no run has a score.

        The first metric of the study that has values, or else f1h.
        """
        valued = dict.fromkeys(name for run in self.runs for name in run.scores.values)
        named = self.facts.get("metrics")
        wanted = (
            *(named if isinstance(named, list) else ()),
            DEFAULT_METRIC,
            "modularity_shen",
            *valued,
        )
        return next((name for name in wanted if name in valued), None)

    def only(
        self,
        *,
        algorithms: str | Iterable[str] | None = None,
        datasets: str | Iterable[str] | None = None,
    ) -> Results:
        """The results of some `algorithms` on some `datasets`, given by name; None for all."""
        chosen_algorithms = _check_names("algorithm", algorithms, self.algorithms)
        chosen_datasets = _check_names("data set", datasets, self.datasets)
        runs = tuple(
            run
            for run in self.runs
            if run.algorithm in chosen_algorithms and run.dataset in chosen_datasets
        )
        keys = {run.network_key for run in runs}
        return replace(
            self,
            runs=runs,
            networks={key: features for key, features in self.networks.items() if key in keys},
            stability={key: value for key, value in self.stability.items() if key[1:] in keys},
            fingerprints={key: value for key, value in self.fingerprints.items() if key in keys},
        )

    def leaderboard(
        self,
        metric: str = DEFAULT_METRIC,
        policy: LevelPolicy = "blind",
        *,
        coverage: float = 0.5,
        confidence: float = 0.95,
        seed: int = 0,
    ) -> Leaderboard:
        """Rank the algorithms by a metric, best first.

        They are compared on the networks on which all of them have a value; each network counts
        once, however many runs there were. An algorithm that has a value on a smaller share of the
        networks than `coverage` is listed but not compared, because the others could then not be
        compared on the remaining networks; networks on which no algorithm has a value do not
        count. `policy` says how the levels of a clustering become one value. `confidence` is that
        of the bootstrap intervals, and `seed` their random seed.
        """
        if not self.runs:
            raise InputError("there are no runs to compare: run a study first")
        check_ranking(self, metric, policy)
        board = make_leaderboard(
            self.runs,
            self.stability,
            metric,
            policy,
            coverage=coverage,
            confidence=confidence,
            seed=seed,
            deterministic=self.deterministic,
            n_nodes={
                key: features["nodes"]
                for key, features in self.networks.items()
                if "nodes" in features
            },
        )
        return replace(board, results=self)

    # ---- as data ---------------------------------------------------------------------------------

    def columns(self) -> dict[str, list[Any]]:
        """A row per run and metric, with a column per level policy.

        A failed run has a row for every metric too, without values but with the reason.
        """
        rows = list(self._rows())
        return {name: [row[index] for row in rows] for index, name in enumerate(_COLUMNS)}

    def _rows(self) -> Iterator[list[Any]]:
        metrics = self.metrics
        for run in self.runs:
            cells = [getattr(run.spec, name) for name in _SPEC_COLUMNS]
            cells += [getattr(run.execution, name) for name in _EXECUTION_COLUMNS]
            for metric in metrics:
                values = [run.value(metric, policy) for policy in LEVEL_POLICIES]
                reasons = (run.missing_reason(metric, policy) for policy in LEVEL_POLICIES)
                yield [*cells, metric, *values, next(filter(None, reasons), "")]
            if not metrics:
                yield [*cells, None, *(None for _ in LEVEL_POLICIES), run.execution.reason]

    def to_dict(self) -> dict[str, Any]:
        columns = self.columns()
        rows = zip(*columns.values(), strict=True)
        return {
            "facts": dict(self.facts),
            "runs": [dict(zip(columns, row, strict=True)) for row in rows],
        }

    def to_pandas(self) -> pandas.DataFrame:
        """A row per run and metric, with a column per level policy."""
        nullable = {float: "Float64", int: "Int64"}
        types = {name: nullable[type_] for name, type_ in _COLUMNS.items() if type_ in nullable}
        return super().to_pandas().astype(types)

    def export(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a file, as CSV or Parquet depending on its name."""
        write_table(self.columns(), _COLUMNS, path)


def check_ranking(results: Results, metric: str, policy: LevelPolicy) -> None:
    """Raise an error unless the results have scores by this metric and level policy."""
    if metric not in results.metrics:
        raise unknown("metric of these results", metric, results.metrics)
    if policy not in LEVEL_POLICIES:
        raise unknown("level policy", policy, LEVEL_POLICIES)


def _check_names(kind: str, names: str | Iterable[str] | None, known: list[str]) -> list[str]:
    """The given names, or all known ones if None; an error for an unknown name."""
    if names is None:
        return known
    chosen = [names] if isinstance(names, str) else list(names)
    for name in chosen:
        if name not in known:
            raise unknown(kind, name, known)
    return chosen
