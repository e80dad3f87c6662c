"""What one gets to know of a clustering without a truth: its quality on the network, and which of its levels to take."""

from __future__ import annotations

from functools import partial

from accord._engines.native.network_engine import NetworkEngine
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.bench._score.levels import Intrinsic, Outcome, Panel, outcome_of
from accord.quality._metric import QUALITIES
from accord.quality._requests import QualityRequests


def quality_panel(network: Network, requests: QualityRequests, threads: int) -> Panel:
    """Metrics of a clustering on its network."""

    def panel(found: Clustering) -> dict[str, Outcome]:
        engine = NetworkEngine(network, found, threads)
        return {
            name: outcome_of(partial(metric.quality, engine, **options))
            for name, (metric, options) in requests.items()
        }

    return panel


def level_choice(network: Network, threads: int) -> Intrinsic:
    """What the policy "blind" takes a level by: modularity, where clusters overlap in the form of Shen et al.

    The two are the same for crisp clusters.
    """

    def modularity(found: Clustering) -> float:
        metric = QUALITIES["modularity" if found.is_crisp else "modularity_shen"]
        return metric.quality(NetworkEngine(network, found, threads))

    return modularity
