"""Checks of the arguments of baselines and intervals."""

from __future__ import annotations

import math
import operator

import numpy as np

from accord.errors import InputError

_GREATEST_SEED = 2**63 - 1


def check_repeats(repeats: object) -> int:
    return _check_integer("repeats", repeats, 2, 10**9)


def check_seed(seed: object) -> int:
    return _check_integer("seed", seed, 0, _GREATEST_SEED)


def check_confidence(confidence: object) -> float:
    number = float(confidence) if isinstance(confidence, int | float | np.number) else math.nan
    if not 0 < number < 1:
        raise InputError(
            f"confidence must be a number between 0 and 1, such as 0.95, not {confidence!r}"
        )
    return number


def _check_integer(name: str, value: object, least: int, greatest: int) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not least <= number <= greatest or isinstance(value, bool):
        raise InputError(f"{name} must be an integer from {least} to {greatest}, not {value!r}")
    return number
