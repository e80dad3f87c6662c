"""A clustering on its network: summaries by the C++ kernels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from accord import _core
from accord._display.numbers import count
from accord._engines.base import Engine, Provider
from accord._engines.native.clustered_network import ClusteredNetwork
from accord._foundation.arguments import argument
from accord._foundation.checks import need_every_node
from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels, Labels, TextLabels, merge_labels
from accord._foundation.network import Network
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.rounding import ROUNDING
from accord._foundation.rows import NOWHERE, Rows
from accord._summaries.clustering_on_network import (
    Belonging,
    ClusterEdges,
    NetworkTotals,
    OutFractions,
    Splits,
    Surplus,
    Triangles,
    ratio,
)
from accord.errors import InputError, NodeSetError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class NetworkEngine(Engine):
    """Computes summaries of a clustering on its network."""

    def __init__(
        self,
        network: Network,
        clustering: Clustering,
        threads: int,
        progress: ProgressCallback | None = None,
        side: str = "",
    ) -> None:
        super().__init__()
        self.network = network
        #: Clusters as nodes of the network; a cluster may be empty.
        self.rows = rows_on_network(network, clustering, threads, side or "the clustering")
        self._threads, self._progress = threads, progress

    # ---- summaries -------------------------------------------------------------------------------

    def _cluster_edges(self) -> ClusterEdges:
        inside, leaving, links, shared = self._member_edges
        network = self.network
        volume_out, volume_in = (
            self._sums(self._at_members(strengths)) for strengths in self._strengths
        )
        return ClusterEdges(
            self.network_totals,
            self.sizes,
            self._sums(inside) / 2,
            self._sums(leaving),
            self._sums(self._at_members(network.loops)),
            self._counts(links) // 2,
            self._counts(self._at_members(network.degrees)),
            volume_out,
            volume_in,
            float(shared.sum() / 2),
        )

    def _out_fractions(self) -> OutFractions:
        inside, leaving, _, _ = self._member_edges
        fractions = ratio(leaving, inside + leaving, otherwise=0)
        most = np.zeros(len(self.rows))
        np.maximum.at(most, self._clusters_of_node.members, fractions)
        flaky = leaving - inside > ROUNDING * (inside + leaving)
        return OutFractions(self.sizes, most, self._sums(fractions), self._counts(flaky))

    def _belonging(self, *, worth: str = "shares") -> Belonging:
        """The edges of clusters, weighted by what their nodes are worth in the cluster.

        A node is worth its share, or 1 over its number of clusters. With `worth="logistic"` it is
        worth a logistic function of that, which is almost 0 or 1 (Nicosia et al. 2009).
        """
        worths = self._shares if worth == "shares" else 1 / (1 + np.exp(30 - 60 * self._shares))
        progress = self._begin_step(f"counting edges by {worth}")
        *_, met, _ = _core.count_member_edges(
            self._clustered_network, worths, threads=self._threads, progress=progress
        )
        volume_out, volume_in = (
            self._sums(worths * self._at_members(strengths)) for strengths in self._strengths
        )
        return Belonging(
            self.network_totals,
            self.sizes,
            self._sums(worths * met) / 2,
            self._sums(worths),
            volume_out,
            volume_in,
        )

    def _surplus(self) -> Surplus:
        inside, leaving, _, _ = self._member_edges
        inside = inside - 2 * self._at_members(self.network.loops)
        per_cluster = np.repeat(1 / np.maximum(self._memberships, 1), self._memberships)
        of_member = ratio(inside - leaving, inside + leaving, otherwise=0)
        mean = ratio(self._sums(of_member * per_cluster), self.sizes, otherwise=0)
        return Surplus(self.get(ClusterEdges), mean)

    def _triangles(self) -> Triangles:
        progress = self._begin_step("finding triangles")
        found = _core.find_triangles(
            self._linked, self._clusters_of_node, threads=self._threads, progress=progress
        )
        return Triangles(self.sizes, self._counts(found))

    def _splits(self) -> Splits:
        progress = self._begin_step("counting edges between clusters")
        between = _core.spread_of_edges(
            self._clustered_network, self.rows, threads=self._threads, progress=progress
        )
        return Splits(self.get(ClusterEdges), between)

    providers: ClassVar[Mapping[type, Provider]] = {
        ClusterEdges: _cluster_edges,
        OutFractions: _out_fractions,
        Belonging: _belonging,
        Surplus: _surplus,
        Triangles: _triangles,
        Splits: _splits,
    }

    # ---- intermediate results --------------------------------------------------------------------

    @cached_property
    def network_totals(self) -> NetworkTotals:
        network = self.network
        return NetworkTotals(
            network.n_nodes, network.n_edges, network.total_weight, network.directed
        )

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Number of nodes of each cluster that are in the network."""
        return self.rows.sizes

    @cached_property
    def n_overlapping(self) -> int:
        """Number of nodes of the network in more than one cluster."""
        return int(np.count_nonzero(self._memberships > 1))

    @cached_property
    def _memberships(self) -> NDArray[np.uint32]:
        return self.rows.count_memberships(self.network.n_nodes, self._threads)

    @cached_property
    def _clusters_of_node(self) -> Rows:
        return self.rows.transpose(self._memberships, self._threads)

    @cached_property
    def _shares(self) -> Floats:
        """Per membership the share of the node; those of a node add up to 1."""
        of_node = self._clusters_of_node
        if of_node.shares is None:
            return np.repeat(1 / np.maximum(self._memberships, 1), self._memberships)
        totals: Floats = of_node.sums(of_node.shares)
        return of_node.shares / np.repeat(totals, self._memberships)

    @cached_property
    def _strengths(self) -> tuple[Floats, Floats]:
        """Weight of the outgoing and of the incoming edges of each node."""
        network = self.network
        if not network.directed:
            return network.strengths, network.strengths
        return _sums_of(network.rows), _sums_of(network.incoming)

    @cached_property
    def _linked(self) -> Rows:
        """Neighbours of each node, in either direction."""
        network = self.network
        if not network.directed:
            return network.rows
        ends = network.rows.row_of_membership().astype(np.uint32), network.rows.members
        both = np.concatenate(ends), np.concatenate(ends[::-1])
        return Rows.group(*both, None, network.n_nodes, network.n_nodes, self._threads)[0]

    @cached_property
    def _clustered_network(self) -> ClusteredNetwork:
        network = self.network
        incoming = network.incoming if network.directed else None
        return ClusteredNetwork(network.rows, incoming, self._clusters_of_node)

    @cached_property
    def _member_edges(self) -> tuple[Floats, Floats, NDArray[np.int64], Floats]:
        """Per membership the edges inside, leaving, and links; per node the edges to co-members."""
        inside, leaving, links, _, shared = _core.count_member_edges(
            self._clustered_network,
            None,
            threads=self._threads,
            progress=self._begin_step("counting edges"),
        )
        return inside, leaving, links, shared

    def _begin_step(self, step: str) -> ProgressCallback | None:
        return begin_step(self._progress, step)

    def _at_members(self, of_node: NDArray[Any]) -> NDArray[Any]:
        return np.repeat(of_node, self._memberships)

    def _sums(self, of_membership: Floats) -> Floats:
        """Sums per cluster; floats are added in the order of nodes."""
        return np.bincount(self._clusters_of_node.members, of_membership, len(self.rows)).astype(
            np.float64, copy=False
        )

    def _counts(self, of_membership: NDArray[Any]) -> NDArray[np.int64]:
        """Sums per cluster of integers that are exact as floats."""
        return self._sums(of_membership).astype(np.int64)


def rows_on_network(network: Network, clustering: Clustering, threads: int, side: str) -> Rows:
    """The clusters as nodes of the network; leave out nodes it does not have, with a warning."""
    need_every_node(clustering.multiplicity, "the quality of clusters")
    if network.node_labels.same_as(clustering.node_labels):
        return clustering.rows
    index = _find(network.node_labels, clustering.node_labels, side)
    missing = int(np.count_nonzero(index == NOWHERE))
    if missing == len(index):
        raise NodeSetError(
            f"{side} and the network have no node in common: {clustering.node_labels[0]!r} and "
            f"{network.node_labels[0]!r} are nodes of each; do both use the same node ids?"
        )
    if missing:
        are = "is" if missing == 1 else "are"
        warn(
            f"{count(missing, 'node')} of {side} {are} not in the network, "
            "and left out of the clusters"
        )
    return clustering.rows.relabel(index, network.n_nodes, threads)


def _find(known: Labels, labels: Labels, side: str) -> NDArray[np.uint32]:
    """The index of each label among the known labels, or NOWHERE."""
    if isinstance(known, TextLabels) and isinstance(labels, TextLabels):
        _, _, index = merge_labels(known, labels)
        assert index is not None
        return np.where(index < len(known), index, NOWHERE)
    if "text" in (known.kind, labels.kind):
        raise InputError(
            f"nodes of different kinds: {known[0]!r} of the network and {labels[0]!r} of {side}; "
            f"make them all one kind, or read files with {argument('ids', 'text')}"
        )
    if isinstance(known, IntegerLabels):
        return known.find(labels.values if isinstance(labels, IntegerLabels) else list(labels))
    return known.find(labels)


def _sums_of(rows: Rows) -> Floats:
    return rows.sizes.astype(np.float64) if rows.shares is None else rows.sums(rows.shares)
