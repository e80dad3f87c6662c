"""Degrees and cluster sizes drawn for a request, and whether they go together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._generate.lfr.parameters import RefusedError, Request

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: How much of all edges may have to change sides because clusters have no room, before a request is
#: refused.
_MOST_LOST = 0.02
_GRID = 2048  # degrees that stand for all where a request is checked
#: Steps for an edge inside: nodes in m clusters each that share c of them find one to link in by
#: about c tries of m steps.
_MOST_STEPS = 100


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


def draw_plan(
    request: Request, sizes: NDArray[np.int64], randoms: list[np.random.Generator]
) -> Plan:
    """Three generators: for degrees, what is inside, and memberships."""
    linking, mixing, overlapping = randoms
    degrees = request.degree_law.draw(request.nodes, linking)
    if not request.directed and degrees.sum() % 2:
        odd = int(np.argmin(degrees))
        degrees[odd] += 1 if degrees[odd] < request.max_degree else -1
    inside = np.floor((1 - request.mixing) * degrees + mixing.random(request.nodes))
    inside = np.minimum(inside, degrees).astype(
        np.uint32
    )  # a sum with a draw close to 1 is rounded up
    memberships = np.ones(request.nodes, np.uint32)
    memberships[overlapping.permutation(request.nodes)[: request.overlapping_nodes]] = (
        request.memberships
    )
    return Plan(degrees.astype(np.uint32), inside, memberships, sizes.astype(np.uint32))


# ---- sizes ---------------------------------------------------------------------------------------


def draw_sizes(request: Request, random: np.random.Generator) -> NDArray[np.int64]:
    """Sizes by their power law that add up to all memberships, the largest first."""
    least, most = request.cluster_range
    count = int(np.clip(round(request.n_memberships / request.size_law.mean), least, most))
    drawn, start = request.size_law.draw(count, random), int(random.integers(2**62))

    def fitted(greatest: int) -> NDArray[np.int64]:
        sizes = np.minimum(drawn, greatest)
        return np.sort(
            _with_sum(sizes, request.min_cluster, greatest, request.n_memberships, start)
        )[::-1]

    greatest = request.max_cluster
    if request.overlapping_nodes and not _can_be_dealt(fitted(greatest), request):
        low, high = (
            -(-request.n_memberships // count),
            greatest,
        )  # sizes that are alike can always be dealt
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (
                (middle, high) if _can_be_dealt(fitted(middle), request) else (low, middle - 1)
            )
        greatest = low
    return fitted(greatest)


def _with_sum(
    sizes: NDArray[np.int64], low: int, high: int, total: int, start: int
) -> NDArray[np.int64]:
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


# ---- do they go together? ------------------------------------------------------------------------


def check_room(request: Request, sizes: NDArray[np.int64]) -> None:
    """Raises RefusedError where clusters are too small for the edges inside, or too large for those between them."""
    smallest, greatest, mixing = request.min_cluster, request.max_cluster, request.mixing
    fewer = (
        ("memberships", request.memberships, 2),
        ("overlapping_nodes", request.overlapping_nodes, 1),
    )
    of_sizes = f"{sizes[-1]} to {sizes[0]} nodes"
    lost = lost_inside(request, sizes)
    if lost > _MOST_LOST:
        raise RefusedError(
            f"clusters are too small for mixing={mixing:g}: {lost:.0%} of all edges find no place inside those of "
            f"{of_sizes}",
            ("mixing", mixing, 1),
            ("min_cluster", smallest, greatest),
            ("max_cluster", greatest, request.nodes),
            ("average_degree", request.average_degree, 1),
        )
    _check_largest(request, sizes)
    lost = lost_outside(request, sizes)
    if lost > _MOST_LOST:
        raise RefusedError(
            f"clusters are too large for mixing={mixing:g}: {lost:.0%} of all edges find no two nodes that share none of "
            f"those of {of_sizes}",
            ("mixing", mixing, 0),
            ("max_cluster", greatest, smallest),
            ("min_cluster", smallest, 1),
            *(fewer if request.overlapping_nodes else ()),
        )
    shared, overlapping = shared_clusters(request, sizes)
    if overlapping * shared * request.memberships > _MOST_STEPS:
        raise RefusedError(
            f"nodes in {request.memberships} clusters of {of_sizes} share {shared:.0f} of them with others there, too "
            "many to find out in time where two may be linked",
            *fewer,
            ("max_cluster", greatest, smallest),
        )
    _check_weights(request)


def _typical_degrees(request: Request) -> NDArray[np.float64]:
    return request.degree_law.quantiles((np.arange(_GRID) + 0.5) / _GRID)


def lost_inside(request: Request, sizes: NDArray[np.int64]) -> float:
    """The part of all edges that finds no place inside clusters, where nodes with many edges are in the largest ones."""
    degrees = _typical_degrees(request)
    inside = (1 - request.mixing) * degrees
    others = request.nodes - request.overlapping_nodes
    needed = np.concatenate((inside, inside / request.memberships))
    times = np.repeat(
        [others / _GRID, request.overlapping_nodes * request.memberships / _GRID], _GRID
    )
    order = np.argsort(-needed, kind="stable")
    ranks = np.cumsum(times[order]) - times[order] / 2
    room = (
        sizes[np.minimum(np.searchsorted(np.cumsum(sizes), ranks, side="right"), len(sizes) - 1)]
        - 1
    )
    lost = (times[order] * np.maximum(needed[order] - room, 0)).sum()
    return float(lost / (request.nodes * degrees.mean()))


def lost_outside(request: Request, sizes: NDArray[np.int64]) -> float:
    """The part of all edges that finds no place between clusters, where memberships are dealt at random."""
    degrees = _typical_degrees(request)
    clusters = _even_clusters(request, sizes)
    overlapping, parts = request.overlapping_nodes / request.nodes, request.memberships
    lost = 0.0
    for share, own in ((1 - overlapping, 1), (overlapping, parts)):
        apart = [_share_none(clusters, own, other) for other in (1, parts)]
        room = request.nodes * ((1 - overlapping) * apart[0] + overlapping * apart[1])
        lost += share * float(np.maximum(request.mixing * degrees - room, 0).mean())
    return lost / float(degrees.mean())


def shared_clusters(request: Request, sizes: NDArray[np.int64]) -> tuple[float, float]:
    """How many clusters two overlapping nodes share that share one, and which part of all pairs that share one they are."""
    others, parts = _even_clusters(request, sizes) - 1, request.memberships
    overlapping = request.overlapping_nodes * parts / request.n_memberships
    return 1 + (parts - 1) ** 2 / max(others, parts - 1, 1), overlapping**2


def _even_clusters(request: Request, sizes: NDArray[np.int64]) -> float:
    """So many clusters of one size would have two memberships as often in one."""
    return request.n_memberships**2 / float((sizes.astype(np.float64) ** 2).sum())


def _share_none(clusters: float, first: int, second: int) -> float:
    """How likely it is that two nodes in so many clusters each share none of them."""
    taken = np.arange(first)
    return float(
        np.clip((clusters - second - taken) / np.maximum(clusters - taken, 1e-9), 0, 1).prod()
    )


def _check_largest(request: Request, sizes: NDArray[np.int64]) -> None:
    """Edges that leave a cluster end outside of it: with more than half of all nodes inside, some have nowhere to go."""
    largest = int(sizes[0])
    if request.mixing * (2 * largest - request.nodes) / request.nodes > _MOST_LOST:
        raise RefusedError(
            f"a cluster has {largest:,} of the {request.nodes:,} nodes, and mixing={request.mixing:g} gives these more "
            "edges to the others than the others have",
            ("max_cluster", request.max_cluster, request.min_cluster),
            ("min_cluster", request.min_cluster, 1),
            ("mixing", request.mixing, 0),
        )


def _check_weights(request: Request) -> None:
    """Nodes without edges of a kind have all their weight on the other one: what is left must make the mean."""
    if request.weight_mixing is None or request.mixing in (0, 1):
        return
    degrees = _typical_degrees(request)
    without_outside = float(np.maximum(1 - request.mixing * degrees, 0).mean())
    without_inside = float(np.maximum(1 - (1 - request.mixing) * degrees, 0).mean())
    wanted = request.weight_mixing
    if not without_inside - _MOST_LOST <= wanted <= 1 - without_outside + _MOST_LOST:
        raise RefusedError(
            f"weight_mixing={wanted:g} cannot be had with so few edges: at mixing={request.mixing:g}, "
            f"{without_outside:.1%} of the nodes have none between clusters and {without_inside:.1%} none inside",
            ("weight_mixing", wanted, 1 if wanted < without_inside else 0),
            ("mixing", request.mixing, 0 if wanted < without_inside else 1),
            ("average_degree", request.average_degree, request.max_degree),
        )
