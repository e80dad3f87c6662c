"""Recommendation: the algorithms that did best on the data sets most similar to a network."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from accord._display.numbers import byte_size, count, decimals, duration
from accord._display.result import Note, Result
from accord._display.tables import Block, Lines, Table
from accord._io.objects.networks import as_network
from accord.bench._advise.performance import Performance, Performances, performances
from accord.bench._features import FEATURES, mean_features, network_distance, network_features
from accord.bench._results.results import Results
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError
from accord.metrics import DEFAULT_METRIC

if TYPE_CHECKING:
    from accord._foundation.types import NetworkLike

#: Data sets at a greater distance say too little about a network; see `network_distance`.
MAX_DISTANCE = 1.0
#: A recommendation is based on at most this many data sets.
MAX_NEIGHBOURS = 5

#: Features of each data set.
DatasetFeatures = Mapping[str, Mapping[str, float]]


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
    #: The nearest data set and its distance, even if that is greater than `within`.
    nearest: tuple[str, float]

    @property
    def best(self) -> Advice | None:
        """The recommended algorithm; None if no data set is similar."""
        return self.advice[0] if self.advice else None

    def summary(self) -> str:
        """The recommendation in a sentence."""
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
        """The features of the network, and how to read the tables ("network", "columns")."""
        features = ", ".join(
            _feature_text(name, value) for name, value in self.features.items() if name in FEATURES
        )
        notes = [Note("network", f"this network: {features}")]
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
            "nearest": {"dataset": self.nearest[0], "distance": self.nearest[1]},
            "neighbours": [asdict(neighbour) for neighbour in self.neighbours],
            "advice": [asdict(advice) for advice in self.advice],
        }

    def columns(self) -> dict[str, list[Any]]:
        """A row per algorithm."""
        names = [name for name in Advice.__dataclass_fields__ if name != "evidence"]
        return {name: [getattr(advice, name) for advice in self.advice] for name in names}


def recommend(
    results: Results,
    network: NetworkLike | Mapping[str, float],
    metric: str = DEFAULT_METRIC,
    policy: LevelPolicy = "blind",
    *,
    within: float = MAX_DISTANCE,
) -> Recommendation:
    """Recommend algorithms for a network: those that did best on the most similar data sets.

    `network` is anything that `as_network` accepts, or a mapping with the features of one.

    The recommendation is based on the nearest data sets, at most five, at a distance of at most
    `within`; nearer ones count more. If there are none, nothing is recommended. `regret` measures
    how good such recommendations are.
    """
    features = (
        dict(network) if isinstance(network, Mapping) else network_features(as_network(network))
    )
    known = performances(results, metric, policy)
    return recommend_from(features, dataset_features(results), known, within)


def dataset_features(results: Results) -> dict[str, dict[str, float]]:
    """The features of each data set: the mean over its networks whose features are known."""
    grouped: dict[str, list[Mapping[str, float]]] = {}
    for (dataset, _), features in results.networks.items():
        grouped.setdefault(dataset, []).append(features)
    return {dataset: mean_features(features) for dataset, features in grouped.items()}


def recommend_from(
    features: Mapping[str, float],
    datasets: DatasetFeatures,
    known: Performances,
    within: float,
) -> Recommendation:
    """Recommend algorithms for a network with these features, from these data sets."""
    if not (isinstance(within, int | float) and within > 0):
        raise InputError(f"within must be a distance above 0, not {within!r}")
    scored = known.scored_datasets
    by_distance = sorted(
        (network_distance(features, datasets[dataset]), dataset)
        for dataset in datasets
        if dataset in scored
    )
    if not by_distance:
        raise InputError(
            f"no data set has both features of its networks and a value of {known.metric}, so "
            "there is nothing to learn from: run a study first, or choose another metric"
        )
    neighbours = _neighbours(by_distance, known, within)
    candidates = (
        _advice(algorithm, neighbours, features, datasets, known) for algorithm in known.algorithms
    )
    advice = [candidate for candidate in candidates if candidate is not None]
    nearest_distance, nearest = by_distance[0]
    return Recommendation(
        metric=known.metric,
        policy=known.policy,
        features=features,
        within=within,
        neighbours=neighbours,
        advice=tuple(sorted(advice, key=_order)),
        nearest=(nearest, nearest_distance),
    )


def _neighbours(
    by_distance: Sequence[tuple[float, str]], known: Performances, within: float
) -> tuple[Neighbour, ...]:
    """The nearest data sets, with weights that sum to 1."""
    nearest = by_distance[:MAX_NEIGHBOURS]
    near = [(distance, dataset) for distance, dataset in nearest if distance <= within]
    weights = [math.exp(-((distance / within) ** 2)) for distance, _ in near]
    total = math.fsum(weights)
    neighbours = []
    for (distance, dataset), weight in zip(near, weights, strict=True):
        best, best_score = known.best(dataset)
        neighbours.append(
            Neighbour(
                dataset=dataset,
                distance=distance,
                weight=weight / total,
                n_runs=known.n_runs(dataset),
                best=best,
                best_score=best_score,
            )
        )
    return tuple(neighbours)


def _advice(
    algorithm: str,
    neighbours: Sequence[Neighbour],
    features: Mapping[str, float],
    datasets: DatasetFeatures,
    known: Performances,
) -> Advice | None:
    """What to expect of an algorithm; None if it has no score on any neighbour."""
    tried = {
        neighbour: known[algorithm, neighbour.dataset]
        for neighbour in neighbours
        if (algorithm, neighbour.dataset) in known
    }
    if all(performance.score is None for performance in tried.values()):
        return None
    scores = {
        neighbour: performance.penalized_score
        for neighbour, performance in tried.items()
        if performance.penalized_score is not None
    }
    behind = {neighbour: abs(neighbour.best_score - score) for neighbour, score in scores.items()}
    log_seconds = {
        neighbour: math.log(_scaled_seconds(performance, datasets[neighbour.dataset], features))
        for neighbour, performance in tried.items()
        if performance.seconds
    }
    memory = [performance.peak_memory for performance in tried.values()]
    return Advice(
        algorithm=algorithm,
        expected=_weighted_mean(scores),
        low=min(scores.values()),
        high=max(scores.values()),
        behind=_weighted_mean(behind),
        seconds=math.exp(_weighted_mean(log_seconds)) if log_seconds else None,
        peak_memory=max((size for size in memory if size is not None), default=None),
        n_scored=sum(performance.n_scored for performance in tried.values()),
        n_runs=sum(performance.n_runs for performance in tried.values()),
        evidence={neighbour.dataset: performance.score for neighbour, performance in tried.items()},
    )


def _order(advice: Advice) -> tuple[float, float, str]:
    """The best first, the faster first among equals."""
    return advice.behind, advice.seconds or math.inf, advice.algorithm


def _weighted_mean(values: Mapping[Neighbour, float]) -> float:
    weighted = math.fsum(neighbour.weight * value for neighbour, value in values.items())
    return weighted / math.fsum(neighbour.weight for neighbour in values)


def _scaled_seconds(
    performance: Performance, dataset: Mapping[str, float], network: Mapping[str, float]
) -> float:
    """Time on a network with these features, if it grows in proportion to the edges."""
    assert performance.seconds
    dataset_edges, network_edges = dataset.get("edges", 0.0), network.get("edges", 0.0)
    if not (dataset_edges and network_edges):
        return performance.seconds
    return performance.seconds * network_edges / dataset_edges


def _feature_text(name: str, value: float) -> str:
    title = FEATURES[name].title
    if name in ("weighted", "directed"):
        return name if value else f"not {name}"
    if name in ("nodes", "edges"):
        return f"{value:,.0f} {title}"
    return f"{title} {value:.2f}"
