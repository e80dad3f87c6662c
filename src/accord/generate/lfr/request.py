"""What is asked for of an LFR benchmark, checked as far as it can be before anything is drawn."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from accord.errors import InputError
from accord.generate.lfr.power_law import PowerLaw, bisect

_SMALLEST_CLUSTER = 3  # by default: of two nodes one would hardly speak as a cluster
_MOST_NODES = 2**31
_GREATEST_EXPONENT = 50.0


@dataclass(frozen=True)
class Request:
    """The arguments of `generate_lfr`, defaults filled in."""

    nodes: int
    average_degree: float
    max_degree: int
    mixing: float
    #: None where edges have no weights.
    weight_mixing: float | None
    degree_exponent: float
    size_exponent: float
    min_cluster: int
    max_cluster: int
    overlapping_nodes: int
    memberships: int
    weight_exponent: float
    directed: bool

    @cached_property
    def degree_law(self) -> PowerLaw:
        return PowerLaw.with_mean(self.average_degree, self.max_degree, self.degree_exponent)

    @property
    def size_law(self) -> PowerLaw:
        return PowerLaw(self.min_cluster, self.max_cluster, self.size_exponent)

    @property
    def n_memberships(self) -> int:
        """Of all nodes."""
        return self.nodes + self.overlapping_nodes * (self.memberships - 1)

    @property
    def fewest_memberships(self) -> int:
        """Of a node."""
        return self.memberships if self.overlapping_nodes == self.nodes else 1

    @property
    def cluster_range(self) -> tuple[int, int]:
        """The least and the greatest number of clusters that sizes and memberships allow."""
        least = max(-(-self.n_memberships // self.max_cluster), self.memberships if self.overlapping_nodes else 1)
        return least, self.n_memberships // self.min_cluster


def check_request(
    nodes: int,
    average_degree: float,
    max_degree: int,
    mixing: float,
    *,
    weight_mixing: float | None,
    degree_exponent: float,
    size_exponent: float,
    min_cluster: int | None,
    max_cluster: int | None,
    overlapping_nodes: int,
    memberships: int,
    weights: bool,
    weight_exponent: float,
    directed: bool,
) -> Request:
    """The request, or an error that names what is wrong and what would be right."""
    nodes = _whole("nodes", nodes, 2, _MOST_NODES)
    max_degree = _whole("max_degree", max_degree, 1, nodes - 1)
    average_degree = _number("average_degree", average_degree, 0, math.inf)
    mixing = _number("mixing", mixing, 0, 1)
    degree_exponent = _number("degree_exponent", degree_exponent, 0, _GREATEST_EXPONENT)
    size_exponent = _number("size_exponent", size_exponent, 0, _GREATEST_EXPONENT)
    weight_exponent = _number("weight_exponent", weight_exponent, 0, _GREATEST_EXPONENT)
    overlapping_nodes = _whole("overlapping_nodes", overlapping_nodes, 0, nodes)
    memberships = _whole("memberships", memberships, 2, nodes) if overlapping_nodes else 1
    if weight_mixing is not None and not weights:
        raise InputError("weight_mixing is of weights, and there are none: give weights=True, or leave it out")
    if weights:
        weight_mixing = mixing if weight_mixing is None else _number("weight_mixing", weight_mixing, 0, 1)
    law = _degree_law(average_degree, max_degree, degree_exponent)
    mean_memberships = 1 + overlapping_nodes * (memberships - 1) / nodes
    smallest, greatest = _cluster_bounds(min_cluster, max_cluster, nodes, law, mixing, mean_memberships)
    request = Request(
        nodes=nodes,
        average_degree=average_degree,
        max_degree=max_degree,
        mixing=mixing,
        weight_mixing=weight_mixing,
        degree_exponent=degree_exponent,
        size_exponent=size_exponent,
        min_cluster=smallest,
        max_cluster=greatest,
        overlapping_nodes=overlapping_nodes,
        memberships=memberships,
        weight_exponent=weight_exponent,
        directed=bool(directed),
    )
    _check_clusters(request)
    _check_inside(request)
    _check_outside(request)
    _check_weights(request)
    return request


def _degree_law(average: float, most: int, exponent: float) -> PowerLaw:
    """The law of degrees; raises where no smallest degree from 1 on makes the average."""
    if average > most:
        raise InputError(
            f"average_degree={average:g} is more than max_degree={most}: ask for a max_degree of at least "
            f"{math.ceil(average)}"
        )
    lowest = PowerLaw(1, most, exponent).mean
    if average < lowest * (1 - 1e-9):
        hints = [f"an average_degree of at least {_up(lowest)}"]
        steepest = PowerLaw(1, most, _GREATEST_EXPONENT).mean
        if average > steepest:
            steep = -bisect(lambda minus: PowerLaw(1, most, -minus).mean, average, -_GREATEST_EXPONENT, -exponent)
            hints.append(f"a degree_exponent of at least {_up(steep)}")
        narrow = math.floor(bisect(lambda high: PowerLaw(1, high, exponent).mean, average, 1 + 1e-9, most))
        if narrow > 1:
            hints.append(f"a max_degree of at most {narrow}")
        raise InputError(
            f"degrees from 1 to {most} with exponent {exponent:g} are {lowest:.4g} on average, and average_degree is "
            f"{average:g}: ask for {', or '.join(hints)}"
        )
    return PowerLaw.with_mean(average, most, exponent)


def _cluster_bounds(
    smallest: int | None, greatest: int | None, nodes: int, law: PowerLaw, mixing: float, mean_memberships: float
) -> tuple[int, int]:
    """The bounds of cluster sizes; by default from the smallest degree to one more than the greatest, or more with overlaps.

    A node in several clusters has few edges in each of them: clusters are larger by the root of the mean of memberships, so
    that those of one cluster find enough others to be linked with. By default no cluster has more than half of the nodes,
    unless the greatest degree needs it.
    """
    larger = math.sqrt(mean_memberships)
    if greatest is None:
        needed = math.ceil((1 - mixing) * law.high) + 1
        usual = min(math.floor(law.high * larger) + 1, max(nodes // 2, needed))
    else:
        usual = _whole("max_cluster", greatest, 1, nodes)
    if smallest is None:
        smallest = min(max(_SMALLEST_CLUSTER, math.floor(law.low * larger)), usual)
    else:
        smallest = _whole("min_cluster", smallest, 1, nodes)
    greatest = min(max(usual, smallest), nodes) if greatest is None else usual
    if smallest > greatest:
        raise InputError(
            f"min_cluster={smallest} is more than max_cluster={greatest}: ask for a max_cluster of at least {smallest}"
        )
    return smallest, greatest


def _check_clusters(request: Request) -> None:
    """Some number of clusters must hold all memberships, and each of a node's clusters must be another one."""
    least, most = request.cluster_range
    total, smallest, greatest = request.n_memberships, request.min_cluster, request.max_cluster
    if least <= most:
        return
    if request.overlapping_nodes and most < request.memberships:
        fits = total // request.memberships
        raise InputError(
            f"{total:,} memberships fill at most {most} clusters of {smallest} nodes or more, and nodes are to be in "
            f"{request.memberships}: ask for a min_cluster of at most {fits}, or for at most {max(most, 1)} memberships"
        )
    if most == 0:
        raise InputError(
            f"clusters of {smallest} nodes or more need more than {total:,} nodes: ask for a min_cluster of at most {total}"
        )
    raise InputError(
        f"no number of clusters of {smallest} to {greatest} nodes has {total:,} memberships: {most} hold at most "
        f"{most * greatest:,}, and {most + 1} at least {(most + 1) * smallest:,}; ask for a max_cluster of at least "
        f"{-(-total // most)}, or a min_cluster of at most {total // (most + 1)}"
    )


def _check_inside(request: Request) -> None:
    """The edges of a node inside a cluster go to different nodes there."""
    parts = request.fewest_memberships
    inside = (1 - request.mixing) * request.max_degree / parts
    room = request.max_cluster - 1
    if inside > room + 1e-9:
        hints = [f"a max_cluster of at least {math.ceil(inside - 1e-9) + 1}"] if inside < request.nodes else []
        hints.append(f"a mixing of at least {_up(1 - room * parts / request.max_degree)}")
        hints.append(f"a max_degree of at most {math.floor(room * parts / (1 - request.mixing) + 1e-9)}")
        raise InputError(
            f"max_degree={request.max_degree} and mixing={request.mixing:g} give a node {inside:.4g} edges inside a "
            f"cluster, and max_cluster={request.max_cluster} leaves it {room} others: ask for {', or '.join(hints)}"
        )


def _check_outside(request: Request) -> None:
    """The edges of a node between clusters go to different nodes that share none with it."""
    if request.mixing == 0:
        return
    if request.cluster_range[1] == 1:
        raise InputError(
            f"there is but one cluster, as min_cluster={request.min_cluster} is more than half of {request.n_memberships:,} "
            f"memberships, and no edge can leave it: ask for a min_cluster of at most {request.n_memberships // 2}, or for "
            "mixing=0"
        )
    outside, room = request.mixing * request.max_degree, request.nodes - request.min_cluster
    if outside > room + 1e-9:
        raise InputError(
            f"max_degree={request.max_degree} and mixing={request.mixing:g} give a node {outside:.4g} edges out of its "
            f"cluster, and there are at most {room} nodes: ask for a max_degree of at most "
            f"{math.floor(room / request.mixing)}, or a mixing of at most {_down(room / request.max_degree)}"
        )


def _check_weights(request: Request) -> None:
    """Weights are positive: where there are edges they weigh something, and nothing can weigh where there are none."""
    mixing, wanted = request.mixing, request.weight_mixing
    if wanted is None or wanted == mixing or (0 < mixing < 1 and 0 < wanted < 1):
        return
    if mixing in (0, 1):
        where = "inside" if mixing == 0 else "between"
        raise InputError(
            f"mixing={mixing:g} leaves all edges {where} clusters, and weight_mixing is {wanted:g}: "
            f"ask for weight_mixing={mixing:g}, or for a mixing above 0 and below 1"
        )
    where = "between" if wanted == 0 else "inside"
    raise InputError(
        f"weight_mixing={wanted:g} leaves no weight for the edges {where} clusters: ask for one above 0 and below 1, "
        f"or for mixing={wanted:g}"
    )


def _whole(name: str, value: Any, least: int, most: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name} must be a whole number, not {value!r}") from None
    if isinstance(value, bool) or not least <= number <= most:
        raise InputError(f"{name} must be a whole number from {least} to {most}, not {value!r}")
    return number


def _number(name: str, value: Any, least: float, most: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a number, not {value!r}") from None
    if not least <= number <= most or math.isinf(number):
        bounds = f"from {least:g} to {most:g}" if most < math.inf else f"of at least {least:g}"
        raise InputError(f"{name} must be a number {bounds}, not {value!r}")
    return number


def _up(value: float) -> str:
    """In a few digits, rounded up."""
    return f"{math.ceil(value * 1000 - 1e-6) / 1000:g}"


def _down(value: float) -> str:
    return f"{math.floor(value * 1000 + 1e-6) / 1000:g}"
