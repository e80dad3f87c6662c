"""Which algorithm to take for a network: the one that did best on the networks that are most like it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from accord._display.numbers import byte_size, count, decimals, duration
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord._io.objects.networks import as_network
from accord.bench._advise.records import Record, Records, records
from accord.bench._results.results import Results
from accord.bench._results.run import BASELINE, lower_is_better
from accord.bench._run.features import FEATURES, distance, mean_features, network_features
from accord.errors import InputError

#: Networks that are farther apart say nothing about each other: see `features.distance` for what a
#: distance of 1 is.
NEAR = 1.0
#: A recommendation rests on at most so many data sets.
MOST_NEIGHBOURS = 5


@dataclass(frozen=True)
class Neighbour:
    """A data set of the store that is like the network."""

    dataset: str
    distance: float
    #: Its part of what the recommendation rests on: exp(−distance² / within²), all of them together
    #: 1.
    weight: float
    #: How many runs there were on it, the algorithm that did best there, and how well.
    runs: int
    best: str
    best_score: float


@dataclass(frozen=True)
class Advice:
    """An algorithm, and what to expect of it."""

    algorithm: str
    #: The weighted mean of its scores on the neighbours, where a run without a score counts as the
    #: worst one there.
    expected: float
    #: The lowest and the highest of these scores.
    low: float
    high: float
    #: How far it was behind the best algorithm of each neighbour, the weighted mean: what advice is
    #: ordered by.
    behind: float
    #: Seconds, if they grow as the edges do; None where nobody knows.
    seconds: float | None
    #: The most memory in bytes that it held on a neighbour.
    memory: int | None
    #: How many of its runs on the neighbours have a score, and how many there were.
    ok: int
    total: int
    #: Its score on each neighbour; None where no run has one.
    evidence: Mapping[str, float | None]


@dataclass(frozen=True, repr=False)
class Recommendation(Result):
    """The algorithms that did best on the networks most like a network, with the evidence. Prints as a table."""

    metric: str
    policy: str
    #: What the network is like.
    features: Mapping[str, float]
    #: How far away a network may be.
    within: float
    #: The data sets it rests on, the nearest first; none where nothing is near.
    neighbours: tuple[Neighbour, ...]
    #: Best first; none where nothing is near.
    advice: tuple[Advice, ...]
    #: The nearest data set and its distance, however far it is.
    nearest: tuple[str, float]

    @property
    def best(self) -> Advice | None:
        """The algorithm to take; None where nothing is near."""
        return self.advice[0] if self.advice else None

    def summary(self) -> str:
        """The recommendation in a sentence."""
        if self.best is None:
            name, far = self.nearest
            return (
                f"nothing near this network: the nearest data set, {name}, is at a distance of {far:.2f}, and beyond "
                f"{self.within:g} networks say too little about each other"
            )
        best = self.best
        alike = f"{count(len(self.neighbours), 'data set')} like this network"
        took = f" in about {duration(best.seconds)}" if best.seconds is not None else ""
        return f"take {best.algorithm}: {self.metric} of {best.expected:.2f} expected{took}, from {alike}"

    def table(self) -> Table:
        """Algorithm, what to expect, and how many runs say so."""
        header = [
            "algorithm",
            self.metric,
            "lowest",
            "highest",
            "behind best",
            "time",
            "memory",
            "ok",
            "runs",
        ]
        rows = [
            [
                one.algorithm,
                *(decimals(value) for value in (one.expected, one.low, one.high, one.behind)),
                duration(one.seconds),
                byte_size(one.memory),
                str(one.ok),
                str(one.total),
            ]
            for one in self.advice
        ]
        return Table(header, rows, range(1, len(header)))

    def evidence_table(self) -> Table:
        """A row per neighbour: how near it is, what did best there, and how the algorithm to take did."""
        best = self.best
        rows = [
            [
                near.dataset,
                f"{near.distance:.2f}",
                f"{near.weight:.0%}",
                str(near.runs),
                near.best,
                decimals(near.best_score),
                decimals(None if best is None else best.evidence.get(near.dataset)) or "-",
            ]
            for near in self.neighbours
        ]
        taken = "" if best is None else best.algorithm
        return Table(
            ["data set", "distance", "weight", "runs", "best there", self.metric, taken],
            rows,
            (1, 2, 3, 5, 6),
        )

    def notes(self) -> list[str]:
        """How it was made, a line each."""
        told = ", ".join(
            _told(name, value) for name, value in self.features.items() if name in FEATURES
        )
        lines = [f"this network: {told}"]
        if self.advice:
            lines += [
                f"the {self.metric} is the weighted mean over these data sets; a run without one counts as the worst one",
                "behind best: how much the best algorithm of each data set was better, on average; advice is in this order",
                "time: if it grows as the number of edges does; memory: the most that a run on these data sets held",
            ]
        return lines

    def blocks(self) -> list[Block]:
        tables = [self.table(), self.evidence_table()] if self.advice else []
        return [self.summary(), *tables, "\n".join(self.notes())]

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "policy": self.policy,
            "features": dict(self.features),
            "within": self.within,
            "nearest": {"dataset": self.nearest[0], "distance": self.nearest[1]},
            "neighbours": [asdict(near) for near in self.neighbours],
            "advice": [{**asdict(one), "evidence": dict(one.evidence)} for one in self.advice],
        }

    def to_json(self, indent: int | None = 2) -> str:
        import json

        return json.dumps(self.to_dict(), indent=indent)


def recommend(
    results: Results,
    network: Any,
    metric: str = "f1h",
    policy: str = "blind",
    *,
    within: float = NEAR,
) -> Recommendation:
    """The algorithms that did best, by a metric, on the data sets most like a network, or like what has its features.

    The network is anything that `as_network` takes, its features a mapping.

    It rests on the nearest data sets, at most five, none farther away than `within`; the nearer,
    the more one counts. Where nothing is near, it says so and recommends nothing. `regret` measures
    how good such recommendations are.
    """
    features = (
        dict(network) if isinstance(network, Mapping) else network_features(as_network(network))
    )
    places = dataset_features(results)
    known = records(results, metric, policy)
    return recommend_from(features, places, known, metric, policy, within)


def dataset_features(results: Results) -> dict[str, dict[str, float]]:
    """What each data set is like: the mean over its networks whose features are known."""
    grouped: dict[str, list[Mapping[str, float]]] = {}
    for (dataset, _), features in results.networks.items():
        grouped.setdefault(dataset, []).append(features)
    return {dataset: mean_features(features) for dataset, features in grouped.items()}


def recommend_from(
    features: Mapping[str, float],
    places: Mapping[str, Mapping[str, float]],
    known: Records,
    metric: str,
    policy: str,
    within: float,
) -> Recommendation:
    if not (isinstance(within, int | float) and within > 0):
        raise InputError(f"within must be a distance above 0, not {within!r}")
    scored = {
        dataset
        for (algorithm, dataset), one in known.items()
        if algorithm != BASELINE and one.score is not None
    }
    far = sorted(
        (distance(features, of), dataset) for dataset, of in places.items() if dataset in scored
    )
    if not far:
        raise InputError(
            f"no data set has both features of its networks and a {metric}: nothing to learn from"
        )
    near = [(how_far, dataset) for how_far, dataset in far[:MOST_NEIGHBOURS] if how_far <= within]
    shares = [math.exp(-((how_far / within) ** 2)) for how_far, _ in near]
    total = math.fsum(shares)
    neighbours = tuple(
        _neighbour(dataset, how_far, share / total, known, metric)
        for (how_far, dataset), share in zip(near, shares, strict=True)
    )
    names = dict.fromkeys(algorithm for algorithm, _ in known if algorithm != BASELINE)
    advice = (_advice(name, neighbours, features, places, known) for name in names)
    ordered = sorted((one for one in advice if one is not None), key=_order)
    how_far, dataset = far[0]
    return Recommendation(
        metric, policy, features, within, neighbours, tuple(ordered), (dataset, how_far)
    )


def _advice(
    algorithm: str,
    neighbours: Sequence[Neighbour],
    features: Mapping[str, float],
    places: Mapping[str, Mapping[str, float]],
    known: Records,
) -> Advice | None:
    """None where the algorithm has no score on any neighbour."""
    tried = {
        near: known[algorithm, near.dataset]
        for near in neighbours
        if (algorithm, near.dataset) in known
    }
    if all(one.score is None for one in tried.values()):
        return None
    counted = {near: one.counted for near, one in tried.items() if one.counted is not None}
    behind = {near: abs(near.best_score - value) for near, value in counted.items()}
    times = {
        near: math.log(_scaled(one, places[near.dataset], features))
        for near, one in tried.items()
        if one.seconds
    }
    return Advice(
        algorithm,
        _weighted(counted),
        min(counted.values()),
        max(counted.values()),
        _weighted(behind),
        math.exp(_weighted(times)) if times else None,
        max((one.memory for one in tried.values() if one.memory is not None), default=None),
        sum(one.ok for one in tried.values()),
        sum(one.total for one in tried.values()),
        {near.dataset: one.score for near, one in tried.items()},
    )


def _order(one: Advice) -> tuple[float, float, str]:
    """The best first, of equals the quickest."""
    return one.behind, one.seconds or math.inf, one.algorithm


def _neighbour(
    dataset: str, how_far: float, weight: float, known: Records, metric: str
) -> Neighbour:
    best, score = best_on(known, dataset, metric)
    return Neighbour(
        dataset,
        how_far,
        weight,
        sum(o.total for (_, of), o in known.items() if of == dataset),
        best,
        score,
    )


def best_on(known: Records, dataset: str, metric: str) -> tuple[str, float]:
    """The algorithm that did best on a data set, and its score; a run without a score counts as the worst one."""
    scores = {
        algorithm: one.counted
        for (algorithm, of), one in known.items()
        if of == dataset and algorithm != BASELINE and one.counted is not None
    }
    sign = 1 if lower_is_better(metric) else -1
    best = min(scores, key=lambda algorithm: (sign * scores[algorithm], algorithm))
    return best, scores[best]


def _weighted(values: Mapping[Neighbour, float]) -> float:
    return math.fsum(near.weight * value for near, value in values.items()) / math.fsum(
        near.weight for near in values
    )


def _scaled(one: Record, place: Mapping[str, float], features: Mapping[str, float]) -> float:
    """Seconds on the network, if they grow as the edges do."""
    assert one.seconds
    there, here = place.get("edges", 0.0), features.get("edges", 0.0)
    return one.seconds * here / there if there and here else one.seconds


def _told(name: str, value: float) -> str:
    feature = FEATURES[name]
    if name in ("weighted", "directed"):
        return name if value else f"not {name}"
    shown = f"{value:,.0f}" if name in ("nodes", "edges") else f"{value:.2f}"
    return f"{shown} {feature.title}" if name in ("nodes", "edges") else f"{feature.title} {shown}"
