"""Infomap, by its own package."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.bench._algorithms.registry import algorithm


def links(network: Network) -> Any:
    """The network, and its links as Infomap expects them."""
    sources, targets, weights = network.edge_columns()
    weight = np.ones(len(sources)) if weights is None else weights
    return network, np.column_stack(
        (sources.astype(np.float64), targets.astype(np.float64), weight)
    )


@algorithm("infomap.levels", graph=links, packages=("infomap",), levels=True)
def levels(graph: Any, *, seed: int, trials: int = 1, two_level: bool = False) -> Clustering:
    """Infomap, all levels of its tree of modules; nodes without edges are in no cluster."""
    import infomap

    network, edges = graph
    solver = infomap.Infomap(
        silent=True,
        seed=seed + 1,
        num_trials=trials,
        two_level=two_level,
        directed=network.directed,
    )
    solver.add_links(edges)
    result = solver.run()
    path_of = (
        result.multilevel_modules()
        if hasattr(result, "multilevel_modules")
        else solver.get_multilevel_modules()
    )
    depth = max(map(len, path_of.values()))
    found = [
        Clustering.from_nodes(
            {node: ":".join(map(str, path[:level])) for node, path in path_of.items()}
        )
        for level in range(1, depth + 1)
    ]
    return Clustering.from_levels(found) if depth > 1 else found[0]
