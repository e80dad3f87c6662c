"""Degrees and cluster sizes drawn for a request, and whether they go together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import InputError
from accord.generate.lfr.power_law import bisect
from accord.generate.lfr.request import Request

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: How much of all edges may have to change sides because clusters have no room, before a request is refused.
_MOST_LOST = 0.02
_GRID = 2048  # degrees that stand for all where a request is checked


@dataclass(frozen=True)
class Plan:
    """What the nodes and clusters of a benchmark are to be."""

    #: Edges of each node; in a directed network those that come in.
    degrees: NDArray[np.uint32]
    #: How many of them are to be inside its clusters.
    inside: NDArray[np.uint32]
    #: In how many clusters each node is to be.
    memberships: NDArray[np.uint32]
    #: Of the clusters, the largest first.
    sizes: NDArray[np.uint32]


def draw_plan(request: Request, randoms: list[np.random.Generator]) -> Plan:
    """Four generators: for sizes, degrees, what is inside, and memberships."""
    sizing, linking, mixing, overlapping = randoms
    sizes = draw_sizes(request, sizing)
    check_room(request, sizes)
    degrees = request.degree_law.draw(request.nodes, linking)
    if not request.directed and degrees.sum() % 2:
        odd = int(np.argmin(degrees))
        degrees[odd] += 1 if degrees[odd] < request.max_degree else -1
    inside = np.floor((1 - request.mixing) * degrees + mixing.random(request.nodes)).astype(np.uint32)
    memberships = np.ones(request.nodes, np.uint32)
    memberships[overlapping.permutation(request.nodes)[: request.overlapping_nodes]] = request.memberships
    return Plan(degrees.astype(np.uint32), inside, memberships, sizes.astype(np.uint32))


# ---- sizes ---------------------------------------------------------------------------------------------------------


def draw_sizes(request: Request, random: np.random.Generator) -> NDArray[np.int64]:
    """Sizes by their power law that add up to all memberships, the largest first."""
    least, most = request.cluster_range
    count = int(np.clip(round(request.n_memberships / request.size_law.mean), least, most))
    drawn, start = request.size_law.draw(count, random), int(random.integers(2**62))

    def fitted(greatest: int) -> NDArray[np.int64]:
        sizes = np.minimum(drawn, greatest)
        return np.sort(_with_sum(sizes, request.min_cluster, greatest, request.n_memberships, start))[::-1]

    greatest = request.max_cluster
    if request.overlapping_nodes and not _can_be_dealt(fitted(greatest), request):
        low, high = -(-request.n_memberships // count), greatest  # sizes that are alike can always be dealt
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if _can_be_dealt(fitted(middle), request) else (low, middle - 1)
        greatest = low
    return fitted(greatest)


def _with_sum(sizes: NDArray[np.int64], low: int, high: int, total: int, start: int) -> NDArray[np.int64]:
    """The sizes changed, each in proportion to the room it has between the bounds, so that they add up to `total`."""
    missing = total - int(sizes.sum())
    room = high - sizes if missing > 0 else sizes - low
    if missing == 0:
        return sizes
    ends = (np.cumsum(room) * abs(missing) + start % int(room.sum())) // int(room.sum())
    changes = np.diff(ends, prepend=0)
    return sizes + changes if missing > 0 else sizes - changes


def _can_be_dealt(sizes: NDArray[np.int64], request: Request) -> bool:
    """Whether nodes can fill the clusters so that none is twice in one (Gale and Ryser's condition)."""
    clusters = np.arange(1, len(sizes) + 1)
    others = request.nodes - request.overlapping_nodes
    most = others + request.overlapping_nodes * np.minimum(clusters, request.memberships)
    return bool((np.cumsum(sizes) <= most).all())


# ---- do they go together? --------------------------------------------------------------------------------------------


def check_room(request: Request, sizes: NDArray[np.int64]) -> None:
    """Raises where clusters are too small for the edges inside, or too large for those between them."""
    lost = lost_inside(request, sizes)
    if lost > _MOST_LOST:
        enough = bisect(lambda mixing: -lost_inside(replace(request, mixing=mixing), sizes), -_MOST_LOST, request.mixing, 1)
        hints = [f"a mixing of at least {enough + 5e-4:.3f}", *_larger_clusters(request)]
        raise InputError(
            f"clusters are too small for mixing={request.mixing:g}: {lost:.0%} of all edges find no place inside those of "
            f"{sizes[-1]} to {sizes[0]} nodes; ask for {', or '.join(hints)}, or for a smaller average_degree"
        )
    _check_largest(request, sizes)
    lost = lost_outside(request, sizes)
    if lost > _MOST_LOST:
        little = bisect(lambda mixing: lost_outside(replace(request, mixing=mixing), sizes), _MOST_LOST, 0, request.mixing)
        raise InputError(
            f"clusters are too large for mixing={request.mixing:g}: {lost:.0%} of all edges find no two nodes that share "
            f"none of those of {sizes[-1]} to {sizes[0]} nodes; ask for a mixing of at most {max(little - 5e-4, 0):.3f}, "
            "for smaller clusters, or for fewer overlapping nodes or memberships"
        )
    _check_weights(request)


def _larger_clusters(request: Request) -> list[str]:
    """The nearest greater min_cluster with which edges find their places, if there is one."""
    for smallest in np.unique(np.linspace(request.min_cluster, request.max_cluster, 20).astype(int)).tolist():
        wider = replace(request, min_cluster=smallest)
        if wider.cluster_range[0] > wider.cluster_range[1]:
            continue
        if lost_inside(wider, draw_sizes(wider, np.random.default_rng(0))) <= _MOST_LOST:
            return [f"a min_cluster of at least {smallest}"]
    return []


def _typical_degrees(request: Request) -> NDArray[np.float64]:
    return request.degree_law.quantiles((np.arange(_GRID) + 0.5) / _GRID)


def lost_inside(request: Request, sizes: NDArray[np.int64]) -> float:
    """The part of all edges that finds no place inside clusters, where nodes with many edges are in the largest ones."""
    degrees = _typical_degrees(request)
    inside = (1 - request.mixing) * degrees
    others = request.nodes - request.overlapping_nodes
    needed = np.concatenate((inside, inside / request.memberships))
    times = np.repeat([others / _GRID, request.overlapping_nodes * request.memberships / _GRID], _GRID)
    order = np.argsort(-needed, kind="stable")
    ranks = np.cumsum(times[order]) - times[order] / 2
    room = sizes[np.minimum(np.searchsorted(np.cumsum(sizes), ranks, side="right"), len(sizes) - 1)] - 1
    lost = (times[order] * np.maximum(needed[order] - room, 0)).sum()
    return float(lost / (request.nodes * degrees.mean()))


def lost_outside(request: Request, sizes: NDArray[np.int64]) -> float:
    """The part of all edges that finds no place between clusters, where memberships are dealt at random."""
    degrees = _typical_degrees(request)
    # So many clusters of one size would have two memberships as often in one.
    clusters = request.n_memberships**2 / float((sizes.astype(np.float64) ** 2).sum())
    overlapping, parts = request.overlapping_nodes / request.nodes, request.memberships
    lost = 0.0
    for share, own in ((1 - overlapping, 1), (overlapping, parts)):
        apart = [_share_none(clusters, own, other) for other in (1, parts)]
        room = request.nodes * ((1 - overlapping) * apart[0] + overlapping * apart[1])
        lost += share * float(np.maximum(request.mixing * degrees - room, 0).mean())
    return lost / float(degrees.mean())


def _share_none(clusters: float, first: int, second: int) -> float:
    """How likely it is that two nodes in so many clusters each share none of them."""
    taken = np.arange(first)
    return float(np.clip((clusters - second - taken) / np.maximum(clusters - taken, 1e-9), 0, 1).prod())


def _check_largest(request: Request, sizes: NDArray[np.int64]) -> None:
    """Edges that leave a cluster end outside of it: with more than half of all nodes inside, some have nowhere to go."""
    largest = int(sizes[0])
    if request.mixing * (2 * largest - request.nodes) / request.nodes > _MOST_LOST:
        most = int(request.nodes * (1 + _MOST_LOST / request.mixing) / 2)
        raise InputError(
            f"a cluster has {largest:,} of the {request.nodes:,} nodes, and mixing={request.mixing:g} gives these more "
            f"edges to the others than the others have: ask for a max_cluster of at most {most}, or a mixing of at most "
            f"{_MOST_LOST * request.nodes / (2 * largest - request.nodes):.3f}"
        )


def _check_weights(request: Request) -> None:
    """Nodes without edges of a kind have all their weight on the other one: what is left must make the mean."""
    if request.weight_mixing is None or request.mixing in (0, 1):
        return
    degrees = _typical_degrees(request)
    without_outside = float(np.maximum(1 - request.mixing * degrees, 0).mean())
    without_inside = float(np.maximum(1 - (1 - request.mixing) * degrees, 0).mean())
    if not without_inside - _MOST_LOST <= request.weight_mixing <= 1 - without_outside + _MOST_LOST:
        raise InputError(
            f"weight_mixing={request.weight_mixing:g} cannot be had with so few edges: at mixing={request.mixing:g}, "
            f"{without_outside:.1%} of the nodes have none between clusters and {without_inside:.1%} none inside; ask for a "
            f"weight_mixing from {without_inside:.3f} to {1 - without_outside:.3f}, or for a greater average_degree"
        )
