"""score: all the numbers about clusterings on their network, each summary computed once."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from accord._display.names import name_paths
from accord._display.not_applicable import NotApplicable
from accord._engines.native.network_engine import NetworkEngine
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.progress import ProgressCallback
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._io.objects.networks import as_network
from accord.errors import InputError, NotApplicableError
from accord.quality._inputs import to_clustering
from accord.quality._requests import QualityRequests, parse_qualities
from accord.quality._results import Scores, ScoresByClustering

if TYPE_CHECKING:
    from accord._foundation.types import ClusteringLike, NetworkLike


def score(
    network: NetworkLike,
    clusterings: ClusteringLike | Sequence[ClusteringLike] | Mapping[str, ClusteringLike],
    metrics: Iterable[str] | str | None = None,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Scores | ScoresByClustering:
    """Score clusterings by their network if no truth is known: how dense and separate are clusters?

    The network is anything that `accord.as_network` takes: a Network, a file, edges, a matrix, or a
    graph of a library. Metrics are named as `conductance` or `modularity[resolution=2]`. Without
    `metrics`, all metrics are computed, and those that do not apply to this clustering are listed
    with the reason; a metric that was requested by name and does not apply raises.

    A list of clusterings, or a mapping from names to clusterings, is scored side by side if each is
    a Clustering, a path (`pathlib.Path`) or a list of clusters; so are the levels of a clustering.
    Labels, one per node, are in the order of the nodes of the network.
    `orientation`, `noise` and `columns` say how clusterings are read, as in `as_clustering`.

    >>> from accord import Network, score
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> scores = score(network, [[1, 2, 3], [4, 5, 6]])
    >>> scores["conductance"]
    Quality(0.14285714285714285)
    """
    requests, count = parse_qualities(metrics), thread_count(threads)
    reading = Reading(orientation, noise, columns)
    network = as_network(network, threads=count)
    named_inputs = _as_named_inputs(clusterings)
    inputs = {"the clustering": clusterings} if named_inputs is None else named_inputs
    scores: dict[str, Scores] = {}
    for name, data in inputs.items():
        clustering = to_clustering(data, network, reading, name, threads=count)
        prefix = "" if named_inputs is None else f"{name}/"
        levels = {f"{prefix}{level}": part for level, part in clustering.levels().items()}
        for level_name, level in (levels or {name: clustering}).items():
            engine = NetworkEngine(network, level, count, progress, level_name)
            scores[level_name] = _score(engine, network, level, requests, metrics is not None)
    if named_inputs is None and len(scores) == 1:
        return next(iter(scores.values()))
    return ScoresByClustering(scores)


def _as_named_inputs(data: Any) -> dict[str, Any] | None:
    """Clusterings by name if `data` holds several; None if it is a single clustering."""
    if not isinstance(data, Mapping | list | tuple):
        return None
    items = list(data.values() if isinstance(data, Mapping) else data)
    clusterings = [_is_clustering(item) for item in items]
    if not any(clusterings):
        return None
    if not all(clusterings):
        raise InputError(
            "some of these are clusterings and some are not: give all of them as Clusterings"
        )
    if isinstance(data, Mapping):
        names = list(map(str, data))
    elif all(isinstance(item, os.PathLike) for item in items):
        names = list(name_paths(items))
    else:
        names = [f"clustering {number}" for number in range(1, len(items) + 1)]
    return dict(zip(names, items, strict=True))


def _is_clustering(item: object) -> bool:
    """Whether an item is a clustering, and can be neither a cluster, a node nor a label."""
    if isinstance(item, Clustering | os.PathLike):
        return True
    # Clusters such as lists and sets are not hashable, and nodes are.
    return isinstance(item, list | tuple) and bool(item) and not any(map(_is_node, item))


def _is_node(item: Any) -> bool:
    return isinstance(item, Hashable) or not isinstance(item, Iterable)


def _score(
    engine: NetworkEngine,
    network: Network,
    clustering: Clustering,
    requests: QualityRequests,
    strict: bool,
) -> Scores:
    """The scores of one clustering; if `strict`, a metric that does not apply raises."""
    qualities, not_applicable = {}, {}
    for name, (metric, options) in requests.items():
        try:
            qualities[name] = metric.quality(engine, **options)
        except NotApplicableError as error:
            if strict:
                raise
            not_applicable[name] = NotApplicable.from_error(name, error)
    return Scores(qualities, not_applicable, network, clustering)
