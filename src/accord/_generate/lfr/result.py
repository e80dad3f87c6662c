"""An LFR benchmark: network, truth, and its requested and realised parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord._display.numbers import readable
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.rows import Rows
from accord._generate.lfr.power_law import fitted_exponent
from accord._generate.lfr.request import Request

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The value of a parameter; None if it has none.
Parameter = int | float | bool | None


@dataclass(frozen=True, eq=False, repr=False)
class LFR(Result):
    """A benchmark network with its true clusters, as `generate_lfr` makes them."""

    network: Network
    truth: Clustering
    #: The requested parameters by name, with defaults; None for those that follow from others.
    requested: Mapping[str, Parameter]
    #: The same parameters measured on the network and the truth.
    realised: Mapping[str, Parameter]
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Parameters and seed, as plain objects."""
        return {
            "seed": self.seed,
            "requested": dict(self.requested),
            "realised": dict(self.realised),
        }

    def blocks(self) -> list[Block]:
        """Network and truth in a line each, and a table of the parameters."""
        rows = [
            [name.replace("_", " "), _shown(value), _shown(self.realised[name])]
            for name, value in self.requested.items()
        ]
        return [
            f"{self.network!r}\n{self.truth!r}",
            Table(
                ["parameter", "requested", "realised"],
                [row for row in rows if any(row[1:])],
                right=[1, 2],
            ),
        ]


def _shown(value: Parameter) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else readable(value)


def requested(request: Request) -> dict[str, Parameter]:
    """The parameters of a request by name, in the order in which they are shown."""
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


def realised(
    request: Request, sides: list[Rows], truth: Clustering, clusters_of_node: Rows, threads: int
) -> dict[str, Parameter]:
    """The same parameters, measured.

    `sides` are the rows of the network and, if it is directed, also those of incoming edges.
    """
    degrees, all_degrees = sides[-1].sizes, np.sum([side.sizes for side in sides], axis=0)
    mixing = _mixing(
        [Rows(side.offsets, side.members) for side in sides], all_degrees, clusters_of_node, threads
    )
    weight_mixing = weight_exponent = None
    if request.weight_mixing is not None:
        strengths = np.sum(
            [side.sums(side.shares) for side in sides if side.shares is not None], axis=0
        )
        weight_mixing = _mixing(sides, strengths, clusters_of_node, threads)
        weight_exponent = _slope(all_degrees, strengths)
    sizes = truth.rows.sizes
    memberships = clusters_of_node.sizes[clusters_of_node.sizes > 1]
    low, high = request.degree_law.low, request.degree_law.high
    return {
        "nodes": len(degrees),
        "edges": int(degrees.sum()) // (1 if request.directed else 2),
        "average_degree": float(degrees.mean()),
        "min_degree": int(degrees.min()),
        "max_degree": int(degrees.max()),
        "degree_exponent": fitted_exponent(np.maximum(degrees, 1), low, high),
        "mixing": mixing,
        "weight_mixing": weight_mixing,
        "weight_exponent": weight_exponent,
        "clusters": truth.n_clusters,
        "average_cluster": float(sizes.mean()),
        "min_cluster": int(sizes.min()),
        "max_cluster": int(sizes.max()),
        "size_exponent": fitted_exponent(sizes, request.min_cluster, request.max_cluster),
        "overlapping_nodes": len(memberships),
        "memberships": float(memberships.mean()) if len(memberships) else None,
        "directed": request.directed,
    }


def _mixing(sides: list[Rows], totals: NDArray[Any], clusters_of_node: Rows, threads: int) -> float:
    """The mean over nodes of the part of edges, or weight, that leads out of their clusters."""
    inside = np.sum(
        [_core.sum_inside(rows, clusters_of_node, threads=threads) for rows in sides],
        axis=0,
    )
    linked = totals > 0
    # Sums of the same weights in different order may differ in their last digits.
    return float(np.maximum(1 - inside[linked] / totals[linked], 0).mean()) if linked.any() else 0.0


def _slope(degrees: NDArray[np.int64], strengths: NDArray[np.float64]) -> float | None:
    """The exponent by which strengths grow with degrees, by least squares of logarithms."""
    linked = degrees > 0
    x, y = np.log(degrees[linked]), np.log(strengths[linked])
    if not len(x) or np.ptp(x) == 0:
        return None
    x = x - x.mean()
    return float((x * (y - y.mean())).sum() / (x * x).sum())
