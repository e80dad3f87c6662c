"""What tests of all metrics share: the pairs a metric takes, weighted clusterings, and how close values must be."""

from typing import Any

import strategies
from hypothesis import strategies as st

from accord import Clustering
from accord.metrics.registry import Metric

CLOSE = {"rel": 1e-12, "abs": 1e-12}
SMALLEST = 2.0**-20  # share that keeps products of several far from underflow


def plain_pairs_for(metric: Metric, equal_nodes: bool | None) -> st.SearchStrategy[Any]:
    """Pairs without shares: crisp where the metric needs it."""
    if metric.crisp:
        return strategies.crisp_pairs(equal_nodes=equal_nodes)
    return strategies.pairs(equal_nodes=equal_nodes)


def weighted(clusters: Any, weights: Any) -> Clustering:
    return Clustering.from_clusters(clusters, weights=weights)
