"""Results: all runs of a benchmark with what belongs to them, to be compared and shown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from accord._display.columns import csv_text, data_frame
from accord._display.numbers import count
from accord.bench._results.aggregation import make_leaderboard
from accord.bench._results.export import export
from accord.bench._results.leaderboard import Leaderboard, Row
from accord.bench._results.run import BASELINE, POLICIES, Place, Run
from accord.bench._study.jobs import STATUSES
from accord.errors import InputError, unknown

if TYPE_CHECKING:
    import pandas

    from accord.bench._advise.recommendation import Recommendation

__all__ = ["BASELINE", "POLICIES", "STATUSES", "Leaderboard", "Place", "Results", "Row", "Run"]

#: The columns of a run in a table, besides its scores.
_OF_RUN = (
    *("key", "algorithm", "dataset", "instance", "shuffle", "seed", "status", "reason"),
    *("seconds", "cpu_seconds", "memory", "clustering"),
)
_COLUMNS = (*_OF_RUN, "metric", *POLICIES, "missing")


@dataclass(frozen=True, repr=False)
class Results:
    """The runs of a benchmark, the machine and study they are of, and the networks they ran on."""

    runs: tuple[Run, ...]
    #: Machine, versions, study name, limits, when.
    facts: Mapping[str, object] = field(default_factory=dict)
    #: Features of each network, by data set and instance.
    networks: Mapping[Place, Mapping[str, float]] = field(default_factory=dict)
    #: By algorithm, data set and instance, how much the clusterings of different shuffles agree;
    #: where there were several.
    stability: Mapping[tuple[str, str, str], float] = field(default_factory=dict)

    def __repr__(self) -> str:
        ok = sum(run.is_ok for run in self.runs)
        parts = [count(len(self.algorithms), "algorithm"), count(len(self.places), "network")]
        parts += [
            count(len(self.runs), "run"),
            f"{ok:,} of them ok",
            count(len(self.metrics), "metric"),
        ]
        return f"Results: {', '.join(parts)}"

    @property
    def algorithms(self) -> list[str]:
        """Their names in the order of the runs, the random baseline included."""
        return list(dict.fromkeys(run.algorithm for run in self.runs))

    @property
    def datasets(self) -> list[str]:
        return list(dict.fromkeys(run.dataset for run in self.runs))

    @property
    def places(self) -> list[Place]:
        """Every network: a data set and its instance."""
        return list(dict.fromkeys(run.place for run in self.runs))

    @property
    def metrics(self) -> list[str]:
        """Every metric that some run has a value of, or none because it does not apply."""
        return list(
            dict.fromkeys(name for run in self.runs for name in (*run.scores, *run.not_applicable))
        )

    @property
    def headline(self) -> str | None:
        """The metric to rank by unless another is asked for: of those with values the first that the study names, or F1h."""
        valued = dict.fromkeys(name for run in self.runs for name in run.scores)
        named = self.facts.get("metrics")
        wanted = (*(named if isinstance(named, list) else ()), "f1h", "modularity_shen", *valued)
        return next((name for name in wanted if name in valued), None)

    def only(
        self,
        *,
        algorithms: str | Iterable[str] | None = None,
        datasets: str | Iterable[str] | None = None,
    ) -> Results:
        """The results of some algorithms on some data sets."""
        chosen = {
            "algorithm": _known("algorithm", algorithms, self.algorithms),
            "data set": _known("data set", datasets, self.datasets),
        }
        runs = tuple(
            run
            for run in self.runs
            if run.algorithm in chosen["algorithm"] and run.dataset in chosen["data set"]
        )
        places = {run.place for run in runs}
        return replace(
            self,
            runs=runs,
            networks={
                place: features for place, features in self.networks.items() if place in places
            },
            stability={key: value for key, value in self.stability.items() if key[1:] in places},
        )

    def leaderboard(
        self,
        metric: str = "f1h",
        policy: str = "blind",
        *,
        coverage: float = 0.5,
        confidence: float = 0.95,
        seed: int = 0,
    ) -> Leaderboard:
        """The algorithms, best first by a metric.

        They are compared on the networks on which all of them have a value, each network counting
        once however often it was run. Of the networks on which some have a value, an algorithm with
        one on less than the share `coverage` is listed and not compared, or the others would lose
        these networks with it. `Leaderboard` tells what else there is.
        """
        if not self.runs:
            raise InputError("there are no runs to compare")
        if metric not in self.metrics:
            raise unknown("metric of these results", metric, self.metrics)
        if policy not in POLICIES:
            raise unknown("policy", policy, POLICIES)
        return make_leaderboard(
            self.runs, self.stability, metric, policy, coverage, confidence, seed
        )

    def _rows(self) -> Iterable[list[Any]]:
        """A row per run and metric: a run that failed has a row for every metric too, without values."""
        metrics = self.metrics
        for run in self.runs:
            of_run = [getattr(run, name) for name in _OF_RUN]
            for metric in metrics:
                values = [run.value(metric, policy) for policy in POLICIES]
                reasons = (run.why_no_value(metric, policy) for policy in POLICIES)
                yield [*of_run, metric, *values, next(filter(None, reasons), "")]
            if not metrics:
                yield [*of_run, None, *(None for _ in POLICIES), run.reason]

    def to_frame(self) -> pandas.DataFrame:
        """A row per run and metric, with a column per policy, and where one is empty the reason."""
        kinds = dict.fromkeys(("seconds", "cpu_seconds", *POLICIES), "Float64") | {
            "memory": "Int64"
        }
        return data_frame(self._columns()).astype(kinds)

    def to_csv(self) -> str:
        """The same as text."""
        return csv_text(_COLUMNS, self._rows())

    def export(self, path: str | os.PathLike[str]) -> None:
        """Writes the same into a file, as CSV or Parquet, as its name says."""
        kinds = dict.fromkeys(("seconds", "cpu_seconds", *POLICIES), float) | dict.fromkeys(
            ("shuffle", "seed", "memory"), int
        )
        export(self._columns(), {name: kinds.get(name, str) for name in _COLUMNS}, path)

    def _columns(self) -> dict[str, list[Any]]:
        rows = list(self._rows())
        return {name: [row[place] for row in rows] for place, name in enumerate(_COLUMNS)}

    # ---- as a page -------------------------------------------------------------------------------

    def to_html(
        self,
        metric: str | None = None,
        policy: str = "blind",
        *,
        title: str | None = None,
        recommendation: Recommendation | None = None,
    ) -> str:
        """A page about the benchmark, ranked by a metric; see `accord.bench._pages.bench_page`."""
        from accord.bench._pages import bench_page

        return bench_page(self, metric, policy, title=title, recommendation=recommendation)

    def write_html(
        self,
        path: str | os.PathLike[str],
        metric: str | None = None,
        policy: str = "blind",
        *,
        title: str | None = None,
        recommendation: Recommendation | None = None,
    ) -> None:
        """Writes the page of `to_html` into a file, which appears whole or not at all."""
        from accord._io.files.atomic import open_to_write

        text = self.to_html(metric, policy, title=title, recommendation=recommendation).encode()
        with open_to_write(os.fspath(path)) as file:
            file.write(text)


def _known(kind: str, names: str | Iterable[str] | None, known: list[str]) -> list[str]:
    if names is None:
        return known
    chosen = [names] if isinstance(names, str) else list(names)
    for name in chosen:
        if name not in known:
            raise unknown(kind, name, known)
    return chosen
