"""Recommend algorithms for a network from the results of a benchmark."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from accord._foundation.arguments import argument
from accord._io.objects.networks import as_network
from accord.bench._advise.performance import Performance, Performances, performances
from accord.bench._advise.recommendation import Advice, Neighbour, Recommendation
from accord.bench._features import (
    FEATURES,
    mean_features,
    network_distance,
    network_features,
    network_fingerprint,
)
from accord.bench._results.load import load_all_results
from accord.bench._results.results import Results
from accord.bench._run.open_store import StudyLike
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError
from accord.metrics import DEFAULT_METRIC

if TYPE_CHECKING:
    from accord._foundation.types import NetworkLike

#: Data sets at a greater distance say too little about a network; see `network_distance`.
MAX_DISTANCE = 1.0
#: A recommendation is based on at most this many data sets.
MAX_NEIGHBOURS = 5
#: What is missing if there is nothing to learn from.
NO_STORE = "there is no store here, the folder where a benchmark keeps its results"

#: Features of each data set.
DatasetFeatures = Mapping[str, Mapping[str, float]]


def recommend(
    network: NetworkLike | Mapping[str, float],
    store: Results | StudyLike | None = None,
    metric: str | None = None,
    policy: LevelPolicy = "blind",
    *,
    within: float = MAX_DISTANCE,
) -> Recommendation:
    """Recommend algorithms for a network: those that did best on the most similar data sets.

    `network` is anything that `as_network` accepts, or a mapping with the features of one. `store`
    has the evidence: results, a study or its file, or a store; by default the only store in the
    current folder. `metric` is by default that of the leaderboard: the first of the study, or f1h.

    The recommendation is based on the nearest data sets, at most five, at a distance of at most
    `within`; nearer ones count more. If there are none, nothing is recommended. Data sets that
    contain the network itself are left out, as they would recommend what was best for it. `regret`
    measures how good such recommendations are.
    """
    results = store if isinstance(store, Results) else load_evidence(store, metric)
    chosen = metric or results.headline or DEFAULT_METRIC
    known = performances(results, chosen, policy)
    datasets = dataset_features(results)
    if isinstance(network, Mapping):
        return recommend_from(dict(network), datasets, known, within)
    graph = as_network(network)
    features = network_features(graph)
    same = datasets_with(results, network_fingerprint(graph), features)
    others = {name: datasets[name] for name in datasets if name not in same}
    left_out = tuple(name for name in datasets if name in same)
    if left_out and known.scored_datasets.isdisjoint(others):
        return Recommendation(
            metric=chosen,
            policy=policy,
            features=features,
            within=within,
            neighbours=(),
            advice=(),
            nearest=None,
            left_out=left_out,
        )
    return replace(recommend_from(features, others, known, within), left_out=left_out)


def load_evidence(store: StudyLike | None, metric: str | None = None) -> Results:
    """The results of all studies of a store, by default of the only one in the current folder."""
    source = only_store() if store is None else store
    return load_all_results(source, [] if metric is None else [metric])


def only_store() -> str:
    """The path of the only store in the current folder."""
    stores = stores_in_folder()
    if len(stores) == 1:
        return stores[0]
    if stores:
        raise InputError(
            f"there are several stores here ({', '.join(stores)}): "
            f"name one with {argument('store')}"
        )
    raise InputError(f"{NO_STORE}: name one with {argument('store')}, or run a study first")


def stores_in_folder() -> list[str]:
    """The paths of all stores in the current folder."""
    return sorted(file.parent.name for file in Path().glob("*/store.sqlite"))


def datasets_with(results: Results, fingerprint: str, features: Mapping[str, float]) -> set[str]:
    """The data sets that contain a network, by its fingerprint or by equal features.

    Features find it if its nodes have other labels, or in a store without fingerprints.
    """
    return {
        key[0]
        for key, known in results.networks.items()
        if results.fingerprints.get(key) == fingerprint
        or all(known.get(name) == features[name] for name in FEATURES)
    }


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
