"""An LFR benchmark: network, truth, and what was asked for next to what came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord.clustering import Clustering
from accord.generate.lfr.power_law import fitted_exponent
from accord.generate.lfr.request import Request
from accord.layout import Block, Table, as_html, as_text, shown
from accord.network import Network
from accord.rows import Rows
from accord.threads import thread_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A parameter, as asked for or as it came out; None where that cannot be said.
Parameter = int | float | bool | None


@dataclass(frozen=True, eq=False, repr=False)
class LFR:
    """A benchmark network with its true clusters, as `generate_lfr` makes them."""

    network: Network
    truth: Clustering
    #: The parameters asked for, by name, defaults filled in; None for what follows from others.
    requested: Mapping[str, Parameter]
    #: The same measured on the network and the truth.
    realised: Mapping[str, Parameter]
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Parameters and seed, as plain objects."""
        return {"seed": self.seed, "requested": dict(self.requested), "realised": dict(self.realised)}

    def blocks(self) -> list[Block]:
        """What there is to see: the parameters in a table."""
        rows = [
            [name.replace("_", " "), _shown(value), _shown(self.realised[name])] for name, value in self.requested.items()
        ]
        told = [row for row in rows if any(row[1:])]
        return [f"{self.network!r}\n{self.truth!r}", Table(["parameter", "requested", "realised"], told, right=[1, 2])]

    def __repr__(self) -> str:
        return as_text(self.blocks())

    def _repr_html_(self) -> str:
        return as_html(self.blocks())


def _shown(value: Parameter) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else shown(value)


def requested(request: Request) -> dict[str, Parameter]:
    """By name, in the order in which they are shown."""
    overlapping, weighted = request.overlapping_nodes > 0, request.weight_mixing is not None
    return {
        "nodes": request.nodes,
        "edges": None,
        "average_degree": request.average_degree,
        "min_degree": None,
        "max_degree": request.max_degree,
        "degree_exponent": request.degree_exponent,
        "mixing": request.mixing,
        "weight_mixing": request.weight_mixing,
        "weight_exponent": request.weight_exponent if weighted else None,
        "clusters": None,
        "average_cluster": None,
        "min_cluster": request.min_cluster,
        "max_cluster": request.max_cluster,
        "size_exponent": request.size_exponent,
        "overlapping_nodes": request.overlapping_nodes,
        "memberships": request.memberships if overlapping else None,
        "directed": request.directed,
    }


def realised(request: Request, network: Network, truth: Clustering, clusters_of_node: Rows) -> dict[str, Parameter]:
    """The same, measured."""
    degrees = network.incoming.sizes if request.directed else network.rows.sizes
    sizes, several = truth.rows.sizes, truth.memberships_of_node[truth.memberships_of_node > 1]
    weights = network.rows.shares
    low, high = request.degree_law.low, request.degree_law.high
    return {
        "nodes": network.n_nodes,
        "edges": int(degrees.sum()) // (1 if request.directed else 2),
        "average_degree": float(degrees.mean()),
        "min_degree": int(degrees.min()),
        "max_degree": int(degrees.max()),
        "degree_exponent": fitted_exponent(np.maximum(degrees, 1), low, high),
        "mixing": _mixing(network, clusters_of_node, weighted=False),
        "weight_mixing": None if weights is None else _mixing(network, clusters_of_node, weighted=True),
        "weight_exponent": None if weights is None else _slope(network.degrees, network.strengths),
        "clusters": truth.n_clusters,
        "average_cluster": float(sizes.mean()),
        "min_cluster": int(sizes.min()),
        "max_cluster": int(sizes.max()),
        "size_exponent": fitted_exponent(sizes, request.min_cluster, request.max_cluster),
        "overlapping_nodes": len(several),
        "memberships": float(several.mean()) if len(several) else None,
        "directed": network.directed,
    }


def _mixing(network: Network, clusters_of_node: Rows, *, weighted: bool) -> float:
    """The part of a node's edges, or of their weight, that leads to nodes it shares no cluster with: the mean over nodes."""
    sides = [network.rows, network.incoming] if network.directed else [network.rows]
    clusters, threads = (clusters_of_node.offsets, clusters_of_node.members), thread_count()
    of_sides = [
        _core.sum_inside(rows.offsets, rows.members, rows.shares if weighted else None, *clusters, threads) for rows in sides
    ]
    inside = np.sum(of_sides, axis=0)
    total = network.strengths if weighted else network.degrees
    linked = total > 0
    # Sums of the same weights in another order may differ in their last digits.
    return float(np.maximum(1 - inside[linked] / total[linked], 0).mean()) if linked.any() else 0.0


def _slope(degrees: NDArray[np.int64], strengths: NDArray[np.float64]) -> float | None:
    """The exponent of degrees that strengths grow with, by least squares of logarithms."""
    linked = degrees > 0
    x, y = np.log(degrees[linked]), np.log(strengths[linked])
    if not len(x) or np.ptp(x) == 0:
        return None
    x = x - x.mean()
    return float((x * (y - y.mean())).sum() / (x * x).sum())
