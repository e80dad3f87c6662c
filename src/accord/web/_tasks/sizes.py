"""Sizes: how large an input may be after it was read."""

from __future__ import annotations

from dataclasses import dataclass

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.errors import InputError


@dataclass(frozen=True)
class SizeLimits:
    """The most memberships of a clustering or edges of a network, and labels of either.

    Labels are those of nodes, and of clusters. What a worker reads is limited by its memory, too.
    """

    memberships: int = 1_000_000_000
    labels: int = 200_000_000

    def check(self, read: Clustering | Network, name: str) -> None:
        """Refuse what is too large."""
        if isinstance(read, Network):
            sizes = {"edges": (read.n_edges, self.memberships)}
        else:
            sizes = {
                "memberships": (read.n_memberships, self.memberships),
                "clusters": (read.n_clusters, self.labels),
            }
        for what, (n, most) in {**sizes, "nodes": (read.n_nodes, self.labels)}.items():
            if n > most:
                raise InputError(f"{name} has {n:,} {what}: this server takes at most {most:,}")
