"""The plan of a benchmark: degrees, memberships and cluster sizes, drawn for a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._generate.lfr.request import Request

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Plan:
    """The nodes and clusters of a benchmark before they are wired."""

    #: Degree of each node; in a directed network its in-degree.
    degrees: NDArray[np.uint32]
    #: The number of these edges that are inside clusters of the node.
    inside: NDArray[np.uint32]
    #: Number of clusters of each node.
    memberships: NDArray[np.uint32]
    #: Sizes of the clusters, the largest first.
    sizes: NDArray[np.uint32]


def draw_plan(
    request: Request, sizes: NDArray[np.int64], randoms: list[np.random.Generator]
) -> Plan:
    """Draw a plan with three generators: for degrees, edges inside, and memberships."""
    linking, mixing, overlapping = randoms
    degrees = request.degree_law.draw(request.nodes, linking)
    if not request.directed and degrees.sum() % 2:
        odd = int(np.argmin(degrees))
        degrees[odd] += 1 if degrees[odd] < request.max_degree else -1
    inside = np.floor((1 - request.mixing) * degrees + mixing.random(request.nodes))
    # A sum with a draw close to 1 may be rounded up.
    inside = np.minimum(inside, degrees).astype(np.uint32)
    memberships = np.ones(request.nodes, np.uint32)
    memberships[overlapping.permutation(request.nodes)[: request.overlapping_nodes]] = (
        request.memberships
    )
    return Plan(degrees.astype(np.uint32), inside, memberships, sizes.astype(np.uint32))


# ---- sizes ---------------------------------------------------------------------------------------


def draw_sizes(request: Request, random: np.random.Generator) -> NDArray[np.int64]:
    """Draw sizes from their power law that add up to all memberships, the largest first."""
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
        # Equal sizes can always be dealt.
        low, high = -(-request.n_memberships // count), greatest
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
    """Change each size in proportion to its distance from the bound, so that the sum is `total`."""
    missing = total - int(sizes.sum())
    room = high - sizes if missing > 0 else sizes - low
    if missing == 0:
        return sizes
    ends = (np.cumsum(room) * abs(missing) + start % int(room.sum())) // int(room.sum())
    changes = np.diff(ends, prepend=0)
    return sizes + changes if missing > 0 else sizes - changes


def _can_be_dealt(sizes: NDArray[np.int64], request: Request) -> bool:
    """Whether nodes can fill the clusters with none twice in one (Gale–Ryser condition)."""
    clusters = np.arange(1, len(sizes) + 1)
    others = request.nodes - request.overlapping_nodes
    most = others + request.overlapping_nodes * np.minimum(clusters, request.memberships)
    return bool((np.cumsum(sizes) <= most).all())
