"""The request for an LFR benchmark, checked as far as possible before anything is drawn."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from accord._generate.lfr.power_law import GREATEST_EXPONENT, PowerLaw
from accord.errors import InputError

_SMALLEST_CLUSTER = 3  # by default
_MOST_NODES = 2**31
#: Up to this exponent, weights stay within their bounds 1e-100 to 1e100 whatever the degrees.
_GREATEST_WEIGHT_EXPONENT = 8.0
_LEAST_WEIGHT_MIXING = 1e-6
_USUAL_WEIGHT_EXPONENT, _USUAL_MEMBERSHIPS = 1.5, 2

#: The arguments of `generate_lfr` by name; None for defaults that depend on others.
Arguments = Mapping[str, Any]


class Change(NamedTuple):
    """A change of a parameter that may help: from its present value towards a limit."""

    parameter: str
    value: float
    limit: float


class ImpossibleRequest(Exception):
    """A request that cannot be met, and the changes that may help."""

    def __init__(self, reason: str, *changes: Change) -> None:
        super().__init__(reason)
        self.changes = changes


@dataclass(frozen=True)
class Request:
    """The arguments of `generate_lfr` with all defaults filled in."""

    nodes: int
    average_degree: float
    max_degree: int
    mixing: float
    #: None if edges have no weights.
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
        """Number of memberships of all nodes."""
        return self.nodes + self.overlapping_nodes * (self.memberships - 1)

    @property
    def fewest_memberships(self) -> int:
        """The least number of memberships of a node."""
        return self.memberships if self.overlapping_nodes == self.nodes else 1

    @property
    def cluster_range(self) -> tuple[int, int]:
        """The least and the greatest number of clusters that sizes and memberships allow."""
        least = max(
            -(-self.n_memberships // self.max_cluster),
            self.memberships if self.overlapping_nodes else 1,
        )
        return least, self.n_memberships // self.min_cluster


def check_arguments(arguments: Arguments) -> dict[str, Any]:
    """Check the type and range of each argument, and that none would be ignored."""
    given = dict(arguments)
    given["nodes"] = nodes = _integer("nodes", given["nodes"], 2, _MOST_NODES)
    given["max_degree"] = _integer("max_degree", given["max_degree"], 1, nodes - 1)
    given["average_degree"] = _number("average_degree", given["average_degree"], 0, math.inf)
    for name, greatest in (
        ("mixing", 1.0),
        ("degree_exponent", GREATEST_EXPONENT),
        ("size_exponent", GREATEST_EXPONENT),
    ):
        given[name] = _number(name, given[name], 0, greatest)
    for name in ("weights", "directed"):
        given[name] = _boolean(name, given[name])
    given["overlapping_nodes"] = _integer("overlapping_nodes", given["overlapping_nodes"], 0, nodes)
    for name, least in (
        ("min_cluster", 1),
        ("max_cluster", 1),
        ("memberships", 2),
    ):
        given[name] = None if given[name] is None else _integer(name, given[name], least, nodes)
    for name, greatest in (
        ("weight_mixing", 1.0),
        ("weight_exponent", _GREATEST_WEIGHT_EXPONENT),
    ):
        given[name] = None if given[name] is None else _number(name, given[name], 0, greatest)
        if given[name] is not None and not given["weights"]:
            raise InputError(
                f"{name} is about weights, and there are none: give weights=True, or leave it out"
            )
    if given["memberships"] is not None and not given["overlapping_nodes"]:
        raise InputError(
            "memberships is about overlapping nodes, and there are none: "
            "give overlapping_nodes above 0, or leave it out"
        )
    return given


def make_request(given: Arguments) -> Request:
    """Make the request; raises ImpossibleRequest if its parameters contradict each other."""
    nodes, mixing, overlapping = given["nodes"], given["mixing"], given["overlapping_nodes"]
    memberships = (given["memberships"] or _USUAL_MEMBERSHIPS) if overlapping else 1
    exponent = given["weight_exponent"]
    law = _degree_law(given["average_degree"], given["max_degree"], given["degree_exponent"], nodes)
    smallest, greatest = _cluster_bounds(given, law, 1 + overlapping * (memberships - 1) / nodes)
    request = Request(
        nodes=nodes,
        average_degree=given["average_degree"],
        max_degree=given["max_degree"],
        mixing=mixing,
        weight_mixing=(mixing if given["weight_mixing"] is None else given["weight_mixing"])
        if given["weights"]
        else None,
        degree_exponent=given["degree_exponent"],
        size_exponent=given["size_exponent"],
        min_cluster=smallest,
        max_cluster=greatest,
        overlapping_nodes=overlapping,
        memberships=memberships,
        weight_exponent=_USUAL_WEIGHT_EXPONENT if exponent is None else exponent,
        directed=given["directed"],
    )
    _check_clusters(request)
    _check_inside(request)
    _check_outside(request)
    _check_weights(request)
    return request


def _degree_law(average: float, most: int, exponent: float, nodes: int) -> PowerLaw:
    """The law of degrees; ImpossibleRequest if no least degree of 1 or more gives the average."""
    if average > most:
        raise ImpossibleRequest(
            f"average_degree={average:g} is more than max_degree={most}",
            Change("max_degree", most, nodes - 1),
            Change("average_degree", average, 1),
        )
    lowest = PowerLaw(1, most, exponent).mean
    if average < lowest * (1 - 1e-9):
        raise ImpossibleRequest(
            f"degrees from 1 to {most} with exponent {exponent:g} are {lowest:.4g} on average, "
            f"and average_degree is {average:g}",
            Change("average_degree", average, most),
            Change("degree_exponent", exponent, GREATEST_EXPONENT),
            Change("max_degree", most, 1),
        )
    return PowerLaw.with_mean(average, most, exponent)


def _cluster_bounds(given: Arguments, law: PowerLaw, mean_memberships: float) -> tuple[int, int]:
    """The bounds of cluster sizes.

    By default they go from the least degree to one more than the greatest. With overlaps they are
    larger by the root of the mean number of memberships: a node has few edges in each of its
    clusters, and they must find enough nodes to link to. By default no cluster has more than half
    of the nodes, unless the greatest degree needs it.
    """
    larger = math.sqrt(mean_memberships)
    smallest, greatest, nodes = given["min_cluster"], given["max_cluster"], given["nodes"]
    if greatest is None:
        needed = math.ceil((1 - given["mixing"]) * law.high) + 1
        greatest = min(math.floor(law.high * larger) + 1, max(nodes // 2, needed), nodes)
        greatest = greatest if smallest is None else max(smallest, greatest)
    if smallest is None:
        smallest = min(max(_SMALLEST_CLUSTER, math.floor(law.low * larger)), greatest)
    if smallest > greatest:
        raise ImpossibleRequest(
            f"min_cluster={smallest} is more than max_cluster={greatest}",
            Change("min_cluster", smallest, 1),
            Change("max_cluster", greatest, nodes),
        )
    return smallest, greatest


def _check_clusters(request: Request) -> None:
    """Some number of clusters must hold all memberships, those of a node in different clusters."""
    least, most = request.cluster_range
    total, smallest, greatest = request.n_memberships, request.min_cluster, request.max_cluster
    if least <= most:
        return
    smaller, larger = (
        Change("min_cluster", smallest, 1),
        Change("max_cluster", greatest, request.nodes),
    )
    if request.overlapping_nodes and most < request.memberships:
        raise ImpossibleRequest(
            f"{total:,} memberships fill at most {most} clusters of {smallest} nodes or more, "
            f"and nodes are to be in {request.memberships}",
            smaller,
            Change("memberships", request.memberships, 2),
        )
    if most == 0:
        raise ImpossibleRequest(
            f"clusters of {smallest} nodes or more need more than {total:,} nodes", smaller
        )
    raise ImpossibleRequest(
        f"no number of clusters of {smallest} to {greatest} nodes has {total:,} memberships: "
        f"{most} hold at most {most * greatest:,}, and {most + 1} at least "
        f"{(most + 1) * smallest:,}",
        larger,
        smaller,
    )


def _check_inside(request: Request) -> None:
    """The edges of a node inside a cluster go to different nodes there."""
    inside = (1 - request.mixing) * request.max_degree / request.fewest_memberships
    room = request.max_cluster - 1
    if inside > room + 1e-9:
        raise ImpossibleRequest(
            f"max_degree={request.max_degree} and mixing={request.mixing:g} give a node "
            f"{inside:.4g} edges inside a cluster, and max_cluster={request.max_cluster} "
            f"leaves it {room} others",
            Change("max_cluster", request.max_cluster, request.nodes),
            Change("mixing", request.mixing, 1),
            Change("max_degree", request.max_degree, 1),
        )


def _check_outside(request: Request) -> None:
    """The edges of a node between clusters go to different nodes that share none with it."""
    if request.mixing == 0:
        return
    smaller, less = (
        Change("min_cluster", request.min_cluster, 1),
        Change("mixing", request.mixing, 0),
    )
    if request.cluster_range[1] == 1:
        raise ImpossibleRequest(
            f"there is only one cluster, as min_cluster={request.min_cluster} is more than half of "
            f"{request.n_memberships:,} memberships, and no edge can leave it",
            smaller,
            less,
        )
    outside, room = request.mixing * request.max_degree, request.nodes - request.min_cluster
    if outside > room + 1e-9:
        raise ImpossibleRequest(
            f"max_degree={request.max_degree} and mixing={request.mixing:g} give a node "
            f"{outside:.4g} edges out of its cluster, and there are at most {room} nodes",
            Change("max_degree", request.max_degree, 1),
            less,
            smaller,
        )


def _check_weights(request: Request) -> None:
    """Weights are positive: edges inside or between clusters have weight if there are any."""
    mixing, wanted = request.mixing, request.weight_mixing
    if wanted is None or wanted == mixing in (0, 1):
        return
    if mixing in (0, 1):
        raise ImpossibleRequest(
            f"mixing={mixing:g} leaves all edges {'inside' if mixing == 0 else 'between'} "
            f"clusters, and weight_mixing is {wanted:g}",
            Change("weight_mixing", wanted, mixing),
            Change("mixing", mixing, 1 - mixing),
        )
    if not _LEAST_WEIGHT_MIXING <= wanted <= 1 - _LEAST_WEIGHT_MIXING:
        raise ImpossibleRequest(
            f"weight_mixing={wanted:g} leaves no weight for the edges "
            f"{'between' if wanted < 0.5 else 'inside'} clusters",
            Change("weight_mixing", wanted, 1 if wanted < 0.5 else 0),
            Change("mixing", mixing, round(wanted)),
        )


def _integer(name: str, value: Any, least: int, most: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name} must be an integer, not {value!r}") from None
    if isinstance(value, bool) or not least <= number <= most:
        raise InputError(f"{name} must be an integer from {least} to {most}, not {value!r}")
    return number


def _number(name: str, value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(f"{name} must be a number, not {value!r}")
    number = float(value)
    if not least <= number <= most or math.isinf(number):
        bounds = f"from {least:g} to {most:g}" if most < math.inf else f"of at least {least:g}"
        raise InputError(f"{name} must be a number {bounds}, not {value!r}")
    return number


def _boolean(name: str, value: Any) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"{name} must be True or False, not {value!r}")
    return bool(value)
