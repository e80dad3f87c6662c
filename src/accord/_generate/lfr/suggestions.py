"""Suggestions for a request that cannot be met: the nearest value of a parameter that can.

A parameter that may help is moved away from its value in growing steps until the request can be
met, and then back by bisection. Trying a value means drawing the cluster sizes, which is fast.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from accord._generate.lfr.request import Arguments, Change, ImpossibleRequest

#: Parameters that change in thousandths; the others are integers.
_FRACTIONS = {"mixing", "weight_mixing", "average_degree", "degree_exponent"}
_EVEN_STEPS = 12  # values between the present one and the limit that are tried at least


def suggest(
    arguments: Arguments, refusal: ImpossibleRequest, is_possible: Callable[[Arguments], bool]
) -> str:
    """Which change of one parameter makes the request possible, as the end of a message."""

    def hints(changes: Iterable[Change]) -> list[str]:
        nearest = [
            (change.parameter, _nearest(change, arguments, is_possible)) for change in changes
        ]
        return [f"{name}={value:g}" for name, value in nearest if value is not None]

    found = hints(refusal.changes) or hints(_other_changes(arguments, refusal.changes))
    if not found:
        return "no change of a single parameter was found to help: change several of them"
    *first, last = found
    return f"ask for {', '.join(first)} or {last}" if first else f"ask for {last}"


def _other_changes(arguments: Arguments, known: tuple[Change, ...]) -> list[Change]:
    """Changes that have less to do with the reason of a refusal."""
    changes = [
        Change("mixing", arguments["mixing"], 0),
        Change("mixing", arguments["mixing"], 1),
        Change("average_degree", arguments["average_degree"], 1),
        Change("max_degree", arguments["max_degree"], 1),
    ]
    return [change for change in changes if change not in known]


def _nearest(
    change: Change, arguments: Arguments, is_possible: Callable[[Arguments], bool]
) -> float | None:
    """The value nearest to the present one with which the request is possible; None if none is."""
    per_unit = 1000 if change.parameter in _FRACTIONS else 1
    sign = 1 if change.limit > change.value else -1
    first = math.floor(sign * change.value * per_unit + 1e-9) + 1
    span = math.floor(sign * change.limit * per_unit + 1e-9) - first
    if span < 0:
        return None

    def value(step: int) -> Any:
        number = sign * (first + step)
        return number / per_unit if change.parameter in _FRACTIONS else number

    def helps(step: int) -> bool:
        return is_possible({**arguments, change.parameter: value(step)})

    doubling = [2**power - 1 for power in range(span.bit_length() + 1)]
    even = np.linspace(0, span, _EVEN_STEPS).astype(int).tolist()
    steps = sorted({*even, *(step for step in doubling if step <= span)})
    position = next((index for index, step in enumerate(steps) if helps(step)), None)
    if position is None:
        return None
    low, high = steps[position - 1] if position else -1, steps[position]
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if helps(middle) else (middle, high)
    nearest: float = value(high)
    return nearest
