"""Whether a request can be met: is there room for all edges inside and between the clusters?

Answered for a power law of degrees and drawn cluster sizes, without making the network.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.memory import available_memory
from accord._generate.lfr.plan import draw_sizes
from accord._generate.lfr.request import (
    Arguments,
    Change,
    ImpossibleRequest,
    Request,
    make_request,
)
from accord._generate.lfr.suggestions import suggest
from accord._generate.seeds import generators
from accord.errors import InputError, TooLargeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The greatest part of all edges that may have to change sides because clusters have no room.
_MAX_LOST = 0.02
_GRID = 2048  # degrees that stand for those of all nodes
#: The greatest number of steps to place an edge inside. Nodes in m clusters each that share c of
#: them take about c tries of m steps.
_MAX_STEPS = 100
#: Bytes at the peak, measured.
_BYTES_PER_EDGE, _BYTES_PER_WEIGHT, _BYTES_PER_MEMBERSHIP = 50, 40, 60
#: The greatest number of cluster sizes to draw for suggestions, over all tries.
_MAX_DRAWN = 5_000_000


def resolve(arguments: Arguments, seed: int) -> tuple[Request, NDArray[np.int64]]:
    """The request and the sizes of its clusters.

    Raises InputError if it cannot be met, with values of single parameters with which it can.
    """
    left = _MAX_DRAWN

    def is_possible(changed: Arguments) -> bool:
        nonlocal left
        try:
            left -= make_request(changed).cluster_range[0]
            if left >= 0:
                _resolve(changed, seed)
        except (ImpossibleRequest, TooLargeError):
            return False
        return left >= 0

    try:
        return _resolve(arguments, seed)
    except ImpossibleRequest as refusal:
        hint = suggest(arguments, refusal, is_possible)
        raise InputError(f"{refusal}: {hint}") from None


def _resolve(arguments: Arguments, seed: int) -> tuple[Request, NDArray[np.int64]]:
    request = make_request(arguments)
    _check_memory(request)
    sizes = draw_sizes(request, generators(seed, 1)[0])
    check_room(request, sizes)
    return request, sizes


def _check_memory(request: Request) -> None:
    edges = request.nodes * request.average_degree / (1 if request.directed else 2)
    per_edge = _BYTES_PER_EDGE + (_BYTES_PER_WEIGHT if request.weight_mixing is not None else 0)
    needed = edges * per_edge + request.n_memberships * _BYTES_PER_MEMBERSHIP
    available = available_memory()
    if needed > available:
        raise TooLargeError(
            f"a network of {request.nodes:,} nodes and about {edges:,.0f} edges needs about "
            f"{needed / 1e9:.1f} GB of memory, and {available / 1e9:.1f} GB are available: "
            f"ask for at most {int(request.nodes * available / needed):,} nodes"
        )


def check_room(request: Request, sizes: NDArray[np.int64]) -> None:
    """Raise ImpossibleRequest if clusters are too small for edges inside, or too large between."""
    smallest, greatest, mixing = request.min_cluster, request.max_cluster, request.mixing
    fewer_overlaps = (
        Change("memberships", request.memberships, 2),
        Change("overlapping_nodes", request.overlapping_nodes, 1),
    )
    of_sizes = f"{sizes[-1]} to {sizes[0]} nodes"
    lost = lost_inside(request, sizes)
    if lost > _MAX_LOST:
        raise ImpossibleRequest(
            f"clusters are too small for mixing={mixing:g}: {lost:.0%} of all edges find no place "
            f"inside those of {of_sizes}",
            Change("mixing", mixing, 1),
            Change("min_cluster", smallest, greatest),
            Change("max_cluster", greatest, request.nodes),
            Change("average_degree", request.average_degree, 1),
        )
    _check_largest(request, sizes)
    lost = lost_outside(request, sizes)
    if lost > _MAX_LOST:
        raise ImpossibleRequest(
            f"clusters are too large for mixing={mixing:g}: {lost:.0%} of all edges find no two "
            f"nodes that share none of those of {of_sizes}",
            Change("mixing", mixing, 0),
            Change("max_cluster", greatest, smallest),
            Change("min_cluster", smallest, 1),
            *(fewer_overlaps if request.overlapping_nodes else ()),
        )
    shared, overlapping = shared_clusters(request, sizes)
    if overlapping * shared * request.memberships > _MAX_STEPS:
        raise ImpossibleRequest(
            f"nodes in {request.memberships} clusters of {of_sizes} share {shared:.0f} of them "
            "with others there, too many to decide in time in which one two nodes are linked",
            *fewer_overlaps,
            Change("max_cluster", greatest, smallest),
        )
    _check_weights(request)


def _typical_degrees(request: Request) -> NDArray[np.float64]:
    return request.degree_law.quantiles((np.arange(_GRID) + 0.5) / _GRID)


def lost_inside(request: Request, sizes: NDArray[np.int64]) -> float:
    """The part of all edges that has no room inside clusters.

    Nodes with many edges are put into the largest clusters, as the generator does.
    """
    degrees = _typical_degrees(request)
    inside = (1 - request.mixing) * degrees
    others = request.nodes - request.overlapping_nodes
    needed = np.concatenate((inside, inside / request.memberships))
    times = np.repeat(
        [others / _GRID, request.overlapping_nodes * request.memberships / _GRID], _GRID
    )
    order = np.argsort(-needed, kind="stable")
    ranks = np.cumsum(times[order]) - times[order] / 2
    cluster = np.searchsorted(np.cumsum(sizes), ranks, side="right")
    room = sizes[np.minimum(cluster, len(sizes) - 1)] - 1
    lost = (times[order] * np.maximum(needed[order] - room, 0)).sum()
    return float(lost / (request.nodes * degrees.mean()))


def lost_outside(request: Request, sizes: NDArray[np.int64]) -> float:
    """The part of all edges that has no room between clusters, with random memberships."""
    degrees = _typical_degrees(request)
    clusters = _equal_clusters(request, sizes)
    overlapping, memberships = request.overlapping_nodes / request.nodes, request.memberships
    lost = 0.0
    for share, count in ((1 - overlapping, 1), (overlapping, memberships)):
        apart = [_share_none(clusters, count, other) for other in (1, memberships)]
        room = request.nodes * ((1 - overlapping) * apart[0] + overlapping * apart[1])
        lost += share * float(np.maximum(request.mixing * degrees - room, 0).mean())
    return lost / float(degrees.mean())


def shared_clusters(request: Request, sizes: NDArray[np.int64]) -> tuple[float, float]:
    """Two figures on pairs of nodes that share a cluster.

    The mean number of clusters that two overlapping nodes among them share, and the part of all
    such pairs that consists of two overlapping nodes.
    """
    others, memberships = _equal_clusters(request, sizes) - 1, request.memberships
    overlapping = request.overlapping_nodes * memberships / request.n_memberships
    shared = 1 + (memberships - 1) ** 2 / max(others, memberships - 1, 1)
    return shared, overlapping**2


def _equal_clusters(request: Request, sizes: NDArray[np.int64]) -> float:
    """The number of equal clusters in which two memberships meet as often as in these."""
    return request.n_memberships**2 / float((sizes.astype(np.float64) ** 2).sum())


def _share_none(clusters: float, first: int, second: int) -> float:
    """The probability that nodes in `first` and in `second` random clusters share none."""
    taken = np.arange(first)
    return float(
        np.clip((clusters - second - taken) / np.maximum(clusters - taken, 1e-9), 0, 1).prod()
    )


def _check_largest(request: Request, sizes: NDArray[np.int64]) -> None:
    """Edges that leave a cluster of more than half of all nodes have too few nodes to end at."""
    largest = int(sizes[0])
    if request.mixing * (2 * largest - request.nodes) / request.nodes > _MAX_LOST:
        raise ImpossibleRequest(
            f"a cluster has {largest:,} of the {request.nodes:,} nodes, and "
            f"mixing={request.mixing:g} gives these more edges to the others than the others have",
            Change("max_cluster", request.max_cluster, request.min_cluster),
            Change("min_cluster", request.min_cluster, 1),
            Change("mixing", request.mixing, 0),
        )


def _check_weights(request: Request) -> None:
    """Nodes that lack edges of one kind have all their weight on the other kind.

    With the other nodes, the requested mean must still be reached.
    """
    if request.weight_mixing is None or request.mixing in (0, 1):
        return
    degrees = _typical_degrees(request)
    without_outside = float(np.maximum(1 - request.mixing * degrees, 0).mean())
    without_inside = float(np.maximum(1 - (1 - request.mixing) * degrees, 0).mean())
    wanted = request.weight_mixing
    if not without_inside - _MAX_LOST <= wanted <= 1 - without_outside + _MAX_LOST:
        raise ImpossibleRequest(
            f"weight_mixing={wanted:g} cannot be reached with so few edges: at "
            f"mixing={request.mixing:g}, {without_outside:.1%} of the nodes have none between "
            f"clusters and {without_inside:.1%} none inside",
            Change("weight_mixing", wanted, 1 if wanted < without_inside else 0),
            Change("mixing", request.mixing, 0 if wanted < without_inside else 1),
            Change("average_degree", request.average_degree, request.max_degree),
        )
