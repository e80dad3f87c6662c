"""From parameters to a benchmark network."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from accord import _core
from accord.clustering import Clustering
from accord.errors import AccordWarning, TooLargeError
from accord.generate.lfr.plan import draw_plan
from accord.generate.lfr.request import Request, check_request
from accord.generate.lfr.result import LFR, realised, requested
from accord.generate.seeds import generators
from accord.labels import IntegerLabels
from accord.memory import available_memory
from accord.network import Network
from accord.packing import Parts
from accord.rows import Rows
from accord.threads import Progress, thread_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BYTES_PER_EDGE, _BYTES_PER_WEIGHT, _BYTES_PER_MEMBERSHIP = 50, 40, 60  # at the peak, measured
#: Relative for the average degree, absolute for mixing: a benchmark further off than that comes with a warning.
_FAR_OFF = {"average_degree": 0.05, "mixing": 0.03, "weight_mixing": 0.03}


def generate_lfr(
    nodes: int,
    average_degree: float,
    max_degree: int,
    mixing: float,
    *,
    seed: int,
    weight_mixing: float | None = None,
    degree_exponent: float = 2.0,
    size_exponent: float = 1.0,
    min_cluster: int | None = None,
    max_cluster: int | None = None,
    overlapping_nodes: int = 0,
    memberships: int = 2,
    weights: bool = False,
    weight_exponent: float = 1.5,
    directed: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> LFR:
    """An LFR benchmark: a random network with clusters that are known, of power-law degrees and cluster sizes.

    `mixing` is the part of a node's edges that lead to nodes with which it shares no cluster, `weight_mixing` the same
    of their weight. `overlapping_nodes` are in `memberships` clusters each, all others in one. With `weights`, the
    weights at a node of degree k add up to about k^weight_exponent. In a directed network degrees are those of edges
    that come in. Clusters have `min_cluster` to `max_cluster` nodes, by default from the smallest degree to one more
    than the greatest. The same seed gives the same network, by any number of threads. What cannot be had is an error.

    >>> from accord import generate_lfr
    >>> lfr = generate_lfr(1000, 15, 50, 0.3, overlapping_nodes=100, seed=1)
    >>> lfr.truth.n_overlapping
    100
    """
    request = check_request(
        nodes,
        average_degree,
        max_degree,
        mixing,
        weight_mixing=weight_mixing,
        degree_exponent=degree_exponent,
        size_exponent=size_exponent,
        min_cluster=min_cluster,
        max_cluster=max_cluster,
        overlapping_nodes=overlapping_nodes,
        memberships=memberships,
        weights=weights,
        weight_exponent=weight_exponent,
        directed=directed,
    )
    count = thread_count(threads)
    *randoms, wiring = generators(seed, 5)
    _need_memory(request)
    plan = draw_plan(request, randoms)
    offsets, members, node_offsets, clusters, sources, targets = _core.wire_lfr(
        plan.degrees,
        plan.inside,
        plan.memberships,
        plan.sizes,
        request.directed,
        request.mixing > 0,
        request.max_degree,
        int(wiring.integers(2**63)),
        count,
        progress,
    )
    labels = IntegerLabels(np.arange(request.nodes))
    truth = Clustering(Parts(labels, Rows(offsets, members)))
    clusters_of_node = Rows(node_offsets, clusters)
    network = Network(labels, _pack(sources, targets, request, count), request.directed)
    if request.weight_mixing is not None:
        network = _weighted(network, clusters_of_node, request.weight_exponent, request.weight_mixing, count, progress)
    lfr = LFR(network, truth, requested(request), realised(request, network, truth, clusters_of_node), seed)
    _warn(lfr)
    return lfr


def _pack(sources: NDArray[np.uint32], targets: NDArray[np.uint32], request: Request, threads: int) -> Rows:
    """The rows of a network: no edge comes twice, and none is a loop."""
    if not request.directed:
        sources, targets = np.concatenate((sources, targets)), np.concatenate((targets, sources))
    return Rows.group(sources, targets, None, request.nodes, request.nodes, threads)[0]


def _weighted(
    network: Network, clusters_of_node: Rows, exponent: float, mixing: float, threads: int, progress: Progress | None
) -> Network:
    """With weights: strengths are degrees^exponent, of which a part is outside of clusters."""
    rows, incoming = network.rows, network.incoming if network.directed else None
    weights = _core.lfr_weights(
        rows.offsets,
        rows.members,
        None if incoming is None else incoming.offsets,
        None if incoming is None else incoming.members,
        clusters_of_node.offsets,
        clusters_of_node.members,
        network.degrees.astype(np.float64) ** exponent,
        mixing,
        threads,
        progress,
    )
    return Network(network.labels, Rows(rows.offsets, rows.members, weights), network.directed)


def _need_memory(request: Request) -> None:
    edges = request.nodes * request.average_degree / (1 if request.directed else 2)
    per_edge = _BYTES_PER_EDGE + (_BYTES_PER_WEIGHT if request.weight_mixing is not None else 0)
    needed, there = edges * per_edge + request.n_memberships * _BYTES_PER_MEMBERSHIP, available_memory()
    if needed > there:
        raise TooLargeError(
            f"a network of {request.nodes:,} nodes and about {edges:,.0f} edges needs about {needed / 1e9:.1f} GB of "
            f"memory, and {there / 1e9:.1f} GB are available: ask for at most {int(request.nodes * there / needed):,} nodes"
        )


def _warn(lfr: LFR) -> None:
    """Where a parameter came out far from what was asked for: there was no way to find that out before."""
    for name, most in _FAR_OFF.items():
        wanted, got = lfr.requested[name], lfr.realised[name]
        if wanted is None or got is None:
            continue
        if abs(got - wanted) > most * (wanted if name == "average_degree" else 1):
            warnings.warn(
                f"{name} is {got:.3g} where {wanted:.3g} was asked for: clusters of these sizes and overlaps leave no room "
                "for more; ask for smaller clusters, fewer memberships or lower degrees",
                AccordWarning,
                stacklevel=3,
            )
