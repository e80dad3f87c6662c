"""Recommendation: the algorithms that did best on the data sets most similar to a network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from accord._display.numbers import byte_size, count, decimals, duration
from accord._display.result import Note, Result
from accord._display.tables import Block, Lines, Table
from accord.bench._features import FEATURES
from accord.bench._score.levels import LevelPolicy


@dataclass(frozen=True)
class Neighbour:
    """A data set that is similar to the network."""

    dataset: str
    distance: float
    #: Its share in the recommendation, proportional to exp(−distance² / within²).
    weight: float
    #: Number of runs on it, the algorithm that did best there, and its score.
    n_runs: int
    best: str
    best_score: float


@dataclass(frozen=True)
class Advice:
    """An algorithm, and what to expect of it."""

    algorithm: str
    #: Weighted mean of its scores on the neighbours, a run without a score counting as the worst
    #: score there; with the lowest and the highest of these scores.
    expected: float
    low: float
    high: float
    #: Weighted mean of how much better the best algorithm of each neighbour was; advice is sorted
    #: by this.
    behind: float
    #: Time, assuming that it grows in proportion to the number of edges; None if unknown.
    seconds: float | None
    #: Highest peak memory on a neighbour, in bytes.
    peak_memory: int | None
    #: Number of its runs on the neighbours that have a score, and of all its runs there.
    n_scored: int
    n_runs: int
    #: Its score on each neighbour; None if no run there has one.
    evidence: Mapping[str, float | None]


@dataclass(frozen=True, repr=False)
class Recommendation(Result):
    """The algorithms that did best on similar data sets, with the evidence. Prints as a table."""

    _index: ClassVar[str] = "algorithm"

    metric: str
    policy: LevelPolicy
    #: Features of the network.
    features: Mapping[str, float]
    #: The greatest distance of a neighbour.
    within: float
    #: The data sets it is based on, nearest first; empty if no data set is similar.
    neighbours: tuple[Neighbour, ...]
    #: Best first; empty if no data set is similar.
    advice: tuple[Advice, ...]
    #: The nearest data set and its distance, even if that is greater than `within`; None if all
    #: data sets were left out.
    nearest: tuple[str, float] | None
    #: The data sets that contain the network itself, which the recommendation does not use.
    left_out: tuple[str, ...] = ()

    @property
    def best(self) -> Advice | None:
        """The recommended algorithm; None if no data set is similar."""
        return self.advice[0] if self.advice else None

    def summary(self) -> str:
        """The recommendation in a sentence."""
        if self.nearest is None:
            return (
                "nothing to recommend from: every data set with a score contains this network "
                "itself; its leaderboard says which algorithm was best"
            )
        if self.best is None:
            dataset, distance = self.nearest
            return (
                f"no data set is similar to this network: the nearest, {dataset}, is at a distance "
                f"of {distance:.2f}, above the limit of {self.within:g}"
            )
        best = self.best
        time = f" in about {duration(best.seconds)}" if best.seconds is not None else ""
        return (
            f"use {best.algorithm}: {self.metric} of {best.expected:.2f} expected{time}, "
            f"from {count(len(self.neighbours), 'similar data set')}"
        )

    # ---- for people ------------------------------------------------------------------------------

    def blocks(self) -> list[Block]:
        tables = [self.table(), self.evidence_table()] if self.advice else []
        return [self.summary(), *tables, Lines(self.notes())]

    def table(self) -> Table:
        """What to expect of each algorithm, and the number of runs that this is based on."""
        scores = [self.metric, "lowest", "highest", "behind best"]
        header = ["algorithm", *scores, "time", "memory", "ok", "runs"]
        rows = [
            [
                advice.algorithm,
                decimals(advice.expected),
                decimals(advice.low),
                decimals(advice.high),
                decimals(advice.behind),
                duration(advice.seconds),
                byte_size(advice.peak_memory),
                str(advice.n_scored),
                str(advice.n_runs),
            ]
            for advice in self.advice
        ]
        return Table(header, rows, right=range(1, len(header)))

    def evidence_table(self) -> Table:
        """A row per neighbour: the best algorithm there, and the score of the recommended one."""
        recommended = "" if self.best is None else self.best.algorithm
        evidence = {} if self.best is None else self.best.evidence
        rows = [
            [
                neighbour.dataset,
                f"{neighbour.distance:.2f}",
                f"{neighbour.weight:.0%}",
                str(neighbour.n_runs),
                neighbour.best,
                decimals(neighbour.best_score),
                decimals(evidence.get(neighbour.dataset)) or "-",
            ]
            for neighbour in self.neighbours
        ]
        header = ["data set", "distance", "weight", "runs", "best there", self.metric, recommended]
        return Table(header, rows, right=(1, 2, 3, 5, 6))

    def notes(self) -> list[Note]:
        """What was left out, the features of the network, and how to read the tables.

        The kinds are "left_out", "network" and "columns".
        """
        features = ", ".join(
            _feature_text(name, value) for name, value in self.features.items() if name in FEATURES
        )
        notes = [Note("network", f"this network: {features}")]
        if self.left_out:
            contain = "contains" if len(self.left_out) == 1 else "contain"
            names = ", ".join(self.left_out)
            notes.insert(0, Note("left_out", f"left out: {names}, which {contain} this network"))
        if self.advice:
            notes += [
                Note(
                    "columns",
                    f"{self.metric}: weighted mean over these data sets; "
                    "a run without a score counts as the worst score",
                ),
                Note(
                    "columns",
                    "behind best: weighted mean of how much better the best algorithm of each "
                    "data set was; rows are sorted by it",
                ),
                Note(
                    "columns",
                    "time: assuming that it grows in proportion to the edges; "
                    "memory: highest peak memory of a run on these data sets",
                ),
            ]
        return notes

    # ---- as data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "policy": self.policy,
            "features": dict(self.features),
            "within": self.within,
            "nearest": None
            if self.nearest is None
            else {"dataset": self.nearest[0], "distance": self.nearest[1]},
            "left_out": list(self.left_out),
            "neighbours": [asdict(neighbour) for neighbour in self.neighbours],
            "advice": [asdict(advice) for advice in self.advice],
        }

    def columns(self) -> dict[str, list[Any]]:
        """A row per algorithm."""
        names = [name for name in Advice.__dataclass_fields__ if name != "evidence"]
        return {name: [getattr(advice, name) for advice in self.advice] for name in names}


def _feature_text(name: str, value: float) -> str:
    title = FEATURES[name].title
    if name in ("weighted", "directed"):
        return name if value else f"not {name}"
    if name in ("nodes", "edges"):
        return f"{value:,.0f} {title}"
    return f"{title} {value:.2f}"
