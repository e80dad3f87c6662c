"""Requests taken or refused: where one is refused, which change of one parameter would have it taken."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.memory import available_memory
from accord._generate.lfr.parameters import Arguments, RefusedError, Request, make_request
from accord._generate.lfr.plan import check_room, draw_sizes
from accord._generate.seeds import generators
from accord.errors import InputError, TooLargeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BYTES_PER_EDGE, _BYTES_PER_WEIGHT, _BYTES_PER_MEMBERSHIP = 50, 40, 60  # at the peak, measured
_FRACTIONS = {
    "mixing",
    "weight_mixing",
    "average_degree",
    "degree_exponent",
}  # in thousandths; the others are whole
_EVENLY = 12  # values between the present one and the farthest that are tried
#: Clusters whose sizes may be drawn to find hints, over all tries.
_MOST_DRAWN = 5_000_000


def settle(given: Arguments, seed: int) -> tuple[Request, NDArray[np.int64]]:
    """The request and the sizes of its clusters. What cannot be had is an error that names what can."""
    try:
        return _tried(given, seed)
    except RefusedError as refused:
        raise InputError(f"{refused.reason}: {_proposal(given, seed, refused)}") from None


def _tried(given: Arguments, seed: int) -> tuple[Request, NDArray[np.int64]]:
    request = make_request(given)
    _need_memory(request)
    sizes = draw_sizes(request, generators(seed, 1)[0])
    check_room(request, sizes)
    return request, sizes


def _need_memory(request: Request) -> None:
    edges = request.nodes * request.average_degree / (1 if request.directed else 2)
    per_edge = _BYTES_PER_EDGE + (_BYTES_PER_WEIGHT if request.weight_mixing is not None else 0)
    needed, there = (
        edges * per_edge + request.n_memberships * _BYTES_PER_MEMBERSHIP,
        available_memory(),
    )
    if needed > there:
        raise TooLargeError(
            f"a network of {request.nodes:,} nodes and about {edges:,.0f} edges needs about {needed / 1e9:.1f} GB of "
            f"memory, and {there / 1e9:.1f} GB are available: ask for at most {int(request.nodes * there / needed):,} nodes"
        )


def _proposal(given: Arguments, seed: int, refused: RefusedError) -> str:
    """Values of one parameter each with which the request would be taken, all others as they are."""
    left = _MOST_DRAWN

    def is_taken(change: dict[str, Any]) -> bool:
        nonlocal left
        try:
            request = make_request({**given, **change})
            left -= request.cluster_range[0]
            if left < 0:
                return False
            _tried({**given, **change}, seed)
        except (RefusedError, TooLargeError):
            return False
        return True

    for ways in (refused.ways, _other_ways(given, refused)):
        found = [(name, _nearest(name, now, farthest, is_taken)) for name, now, farthest in ways]
        hints = [f"{name}={value:g}" for name, value in found if value is not None]
        if hints:
            return f"ask for {_either(hints)}"
    return "no change of one parameter alone was found to help, more than one has to change"


def _other_ways(given: Arguments, refused: RefusedError) -> list[tuple[str, float, float]]:
    """Changes that have less to do with the reason."""
    degree, most, mixing = given["average_degree"], given["max_degree"], given["mixing"]
    ways = [
        ("mixing", mixing, 0),
        ("mixing", mixing, 1),
        ("average_degree", degree, 1),
        ("max_degree", most, 1),
    ]
    return [way for way in ways if way not in refused.ways]


def _nearest(
    name: str, now: float, farthest: float, is_taken: Callable[[dict[str, Any]], bool]
) -> float | None:
    """The nearest value with which the request is taken: by steps that double and some even ones, and then by halving."""
    per_unit = 1000 if name in _FRACTIONS else 1
    sign = 1 if farthest > now else -1
    first = math.floor(sign * now * per_unit + 1e-9) + 1
    span = math.floor(sign * farthest * per_unit + 1e-9) - first
    if span < 0:
        return None

    def value(step: int) -> float:
        number = sign * (first + step)
        return number / per_unit if name in _FRACTIONS else number

    doubling = [2**power - 1 for power in range(span.bit_length() + 1)]
    steps = sorted(
        {
            *(step for step in doubling if step <= span),
            *np.linspace(0, span, _EVENLY).astype(int).tolist(),
        }
    )
    refused, taken = -1, None
    for step in steps:
        if is_taken({name: value(step)}):
            taken = step
            break
        refused = step
    if taken is None:
        return None
    while taken - refused > 1:
        middle = (taken + refused) // 2
        refused, taken = (refused, middle) if is_taken({name: value(middle)}) else (middle, taken)
    return value(taken)


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
