"""Panels of metrics that clusterings are scored by: against the truth, and on the network."""

from __future__ import annotations

from functools import partial
from typing import cast

from accord._engines.native.engine import NativeEngine
from accord._engines.native.network_engine import NetworkEngine
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.node_base import NodePolicy
from accord._foundation.node_index import pair_up
from accord.bench._score.levels import LevelCriterion, Panel, ValueOrReason, value_or_reason
from accord.metrics._requests import Requests
from accord.quality import QUALITIES
from accord.quality._requests import QualityRequests


def accuracy_panel(truth: Clustering, requests: Requests, nodes: str, threads: int) -> Panel:
    """Metrics that compare with the truth."""

    def panel(found: Clustering) -> dict[str, ValueOrReason]:
        engine = NativeEngine(pair_up([truth, found], cast(NodePolicy, nodes), threads))
        return {
            name: value_or_reason(partial(metric.score, engine, **options))
            for name, (metric, options) in requests.items()
        }

    return panel


def quality_panel(network: Network, requests: QualityRequests, threads: int) -> Panel:
    """Metrics of clusters on their network."""

    def panel(found: Clustering) -> dict[str, ValueOrReason]:
        engine = NetworkEngine(network, found, threads)
        return {
            name: value_or_reason(partial(metric.quality, engine, **options))
            for name, (metric, options) in requests.items()
        }

    return panel


def modularity_criterion(network: Network, threads: int) -> LevelCriterion:
    """What the policy "blind" chooses a level by: modularity.

    Overlapping clusters get the modularity of Shen et al., which equals it on crisp ones.
    """

    def modularity(found: Clustering) -> float:
        metric = QUALITIES["modularity" if found.is_crisp else "modularity_shen"]
        return metric.quality(NetworkEngine(network, found, threads))

    return modularity
