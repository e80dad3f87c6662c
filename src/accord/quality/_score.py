"""score: all the numbers about a clustering on its network, each summary computed once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from accord._engines.native.network_engine import NetworkEngine
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.threads import ProgressCallback, thread_count
from accord._io.objects.networks import as_network
from accord.errors import InputError, OverlapError
from accord.quality._inputs import to_clustering
from accord.quality._requests import QualityRequests, parse_qualities
from accord.quality._results import Scores, SeveralScores


def score(
    network: Any,
    clusterings: Any,
    metrics: Iterable[str] | str | None = None,
    *,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Scores | SeveralScores:
    """Scores a clustering by its network, where no truth is known: how dense clusters are, and how well apart.

    The network is whatever `accord.as_network` takes: a Network, a file, edges, a matrix, a graph
    of a library. Metrics are named as `conductance` or `modularity[resolution=2]`. Without
    `metrics` it is all of them, and what does not apply to this clustering is listed with the
    reason; a metric asked for that does not apply raises. A list of Clusterings, or a mapping to
    them from names, is several results, side by side; so is a clustering with levels. Labels, one
    per node, are in the order of the nodes of the network.

    >>> from accord import Network, score
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> scores = score(network, [[1, 2, 3], [4, 5, 6]])
    >>> scores["conductance"]
    Quality(0.14285714285714285)
    """
    requests, count = parse_qualities(metrics), thread_count(threads)
    network = as_network(network, threads=count)
    several = _several(clusterings)
    if several is None:
        named = {"the clustering": to_clustering(clusterings, network, threads=count)}
    else:
        named = {
            name: to_clustering(one, network, name, threads=count) for name, one in several.items()
        }
    levels: dict[str, Clustering] = {}
    for name, clustering in named.items():
        prefix = "" if several is None else f"{name}/"
        of_levels = {f"{prefix}{level}": one for level, one in clustering.levels().items()}
        levels |= of_levels or {name: clustering}
    strict = metrics is not None
    scores = {}
    for name, one in levels.items():
        scores[name] = _score(network, one, requests, strict, count, progress, name)
    return (
        SeveralScores(scores)
        if several is not None or len(scores) > 1
        else next(iter(scores.values()))
    )


def _several(data: Any) -> dict[str, Any] | None:
    """By name where these are several clusterings; None for one."""
    if not isinstance(data, Mapping | list | tuple):
        return None
    items = (
        data.items()
        if isinstance(data, Mapping)
        else ((f"clustering {place}", one) for place, one in enumerate(data, 1))
    )
    named = {str(name): one for name, one in items}
    clusterings = [isinstance(one, Clustering | os.PathLike) for one in named.values()]
    if any(clusterings) and not all(clusterings):
        raise InputError(
            "some of these are clusterings and some are not: give several as Clusterings, all of them"
        )
    return named if named and all(clusterings) else None


def _score(
    network: Network,
    clustering: Clustering,
    requests: QualityRequests,
    strict: bool,
    threads: int,
    progress: ProgressCallback | None,
    name: str,
) -> Scores:
    """`strict`: a metric that does not apply raises."""
    engine = NetworkEngine(network, clustering, threads, progress, name)
    qualities, not_applicable = {}, {}
    for metric_name, (metric, options) in requests.items():
        try:
            qualities[metric_name] = metric.quality(engine, **options)
        except OverlapError as error:
            if strict:
                raise
            not_applicable[metric_name] = str(error)
    return Scores(qualities, not_applicable, network, clustering)
