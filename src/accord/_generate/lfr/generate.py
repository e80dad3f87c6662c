"""Generating an LFR benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord import _core
from accord._foundation.clustering import Clustering
from accord._foundation.clustering_parts import Parts
from accord._foundation.labels import IntegerLabels
from accord._foundation.network import Network
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.rows import Rows
from accord._foundation.threads import thread_count
from accord._generate.lfr.feasibility import resolve
from accord._generate.lfr.plan import draw_plan
from accord._generate.lfr.request import Request, check_arguments
from accord._generate.lfr.result import LFR, realised, requested
from accord._generate.seeds import generators
from accord.errors import warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Greatest differences between requested and realised parameters without a warning: relative for
#: the average degree, absolute for the others.
_TOLERANCES = {
    "average_degree": 0.05,
    "mixing": 0.03,
    "weight_mixing": 0.03,
    "weight_exponent": 0.1,
}
#: Why a parameter is too low or too high, and what helps.
_TOO_LOW = {
    "average_degree": "some edges found no two nodes to link; "
    "ask for smaller clusters, fewer memberships or lower degrees",
    "mixing": "too few nodes share no cluster; "
    "ask for smaller clusters, fewer memberships or lower degrees",
}
_TOO_HIGH = {
    "average_degree": "with so few nodes the mean cannot be lower; ask for more nodes",
    "mixing": "some edges found no place inside clusters; "
    "ask for larger clusters or fewer memberships",
}
_TOO_LOW_OR_HIGH = {
    "weight_mixing": "there are too few edges to bear the weight; ask for one nearer to mixing",
    "weight_exponent": "an edge weighs the same at both of its nodes, which limits strengths; "
    "ask for one nearer to 1, or for a smaller max_degree",
}


def generate_lfr(
    nodes: int,
    average_degree: float,
    max_degree: int,
    mixing: float,
    *,
    seed: int = 0,
    weight_mixing: float | None = None,
    degree_exponent: float = 2.0,
    size_exponent: float = 1.0,
    min_cluster: int | None = None,
    max_cluster: int | None = None,
    overlapping_nodes: int = 0,
    memberships: int | None = None,
    weights: bool = False,
    weight_exponent: float | None = None,
    directed: bool = False,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> LFR:
    """Generate an LFR benchmark: a random network with known clusters.

    Degrees and cluster sizes follow power laws with `degree_exponent` and `size_exponent`; the
    degrees of the `nodes` have the mean `average_degree` and are at most `max_degree`. A request
    that cannot be met is an error that suggests the nearest one that can.

    - `mixing`: the part of a node's edges that lead to nodes with which it shares no cluster;
      `weight_mixing`: the same of their weight, by default equal to `mixing`.
    - `min_cluster`, `max_cluster`: bounds of cluster sizes, by default from the least degree to one
      more than the greatest.
    - `overlapping_nodes`: the number of nodes that are in `memberships` clusters each, by default
      2; all others are in one.
    - `weights`: whether edges have weights. Those at a node of degree k add up to about
      k^weight_exponent, by default k^1.5.
    - `directed`: whether edges are directed; degrees are then in-degrees.
    - `seed`: random seed; equal seeds give equal output, with any number of threads.

    >>> from accord import generate_lfr
    >>> lfr = generate_lfr(1000, 15, 50, 0.3, overlapping_nodes=100, seed=1)
    >>> lfr.truth.n_overlapping
    100
    """
    given = check_arguments(
        {
            "nodes": nodes,
            "average_degree": average_degree,
            "max_degree": max_degree,
            "mixing": mixing,
            "weight_mixing": weight_mixing,
            "degree_exponent": degree_exponent,
            "size_exponent": size_exponent,
            "min_cluster": min_cluster,
            "max_cluster": max_cluster,
            "overlapping_nodes": overlapping_nodes,
            "memberships": memberships,
            "weights": weights,
            "weight_exponent": weight_exponent,
            "directed": directed,
        }
    )
    count = thread_count(threads)
    _, *randoms, wiring = generators(seed, 5)
    request, sizes = resolve(given, seed)
    begin_step(progress, "drawing degrees and clusters")
    plan = draw_plan(request, sizes, randoms)
    clusters, clusters_of_node, sources, targets = _core.wire_lfr(
        plan.degrees,
        plan.inside,
        plan.memberships,
        plan.sizes,
        directed=request.directed,
        outside=request.mixing > 0,
        max_degree=request.max_degree,
        seed=int(wiring.integers(2**63)),
        threads=count,
        progress=begin_step(progress, "drawing edges"),
    )
    begin_step(progress, "packing edges")
    labels = IntegerLabels(np.arange(request.nodes))
    truth = Clustering(Parts(labels, clusters))
    sides = _directions(_pack_edges(sources, targets, request, count), request.directed, count)
    if request.weight_mixing is not None:
        weighted = _add_weights(
            sides, clusters_of_node, request.weight_exponent, request.weight_mixing, count, progress
        )
        sides = _directions(weighted, request.directed, count)
    network = Network(labels, sides[0], request.directed)
    lfr = LFR(
        network,
        truth,
        requested(request),
        realised(request, sides, truth, clusters_of_node, count),
        seed,
    )
    _warn_if_off(lfr)
    return lfr


def _pack_edges(
    sources: NDArray[np.uint32], targets: NDArray[np.uint32], request: Request, threads: int
) -> Rows:
    """The neighbours of each node; edges are distinct, and none is a loop."""
    if not request.directed:
        sources, targets = np.concatenate((sources, targets)), np.concatenate((targets, sources))
    return Rows.group(sources, targets, None, request.nodes, request.nodes, threads)[0]


def _directions(rows: Rows, directed: bool, threads: int) -> list[Rows]:
    """The outgoing edges and, if they are directed, the incoming ones."""
    if not directed:
        return [rows]
    return [rows, rows.transpose(rows.count_memberships(len(rows.sizes), threads), threads)]


def _add_weights(
    sides: list[Rows],
    clusters_of_node: Rows,
    exponent: float,
    mixing: float,
    threads: int,
    progress: ProgressCallback | None,
) -> Rows:
    """Add weights: strengths are degrees^exponent, a part `mixing` of them between clusters."""
    rows, incoming = sides[0], sides[1] if len(sides) > 1 else None
    degrees: NDArray[np.float64] = np.sum([side.sizes for side in sides], axis=0, dtype=np.float64)
    report = begin_step(progress, "drawing weights")
    weights = _core.lfr_weights(
        rows,
        incoming,
        clusters_of_node,
        np.power(degrees, exponent),
        mixing,
        threads=threads,
        progress=report,
    )
    return Rows(rows.offsets, rows.members, weights)


def _warn_if_off(lfr: LFR) -> None:
    """Warn if a parameter is far from the requested one, which cannot be known beforehand."""
    for name, tolerance in _TOLERANCES.items():
        wanted, got = lfr.requested[name], lfr.realised[name]
        if wanted is None or got is None:
            continue
        if abs(got - wanted) > tolerance * (wanted if name == "average_degree" else 1):
            why = {**_TOO_LOW_OR_HIGH, **(_TOO_LOW if got < wanted else _TOO_HIGH)}[name]
            warn(f"{name} is {got:.3g}, and {wanted:.3g} was requested: {why}")
