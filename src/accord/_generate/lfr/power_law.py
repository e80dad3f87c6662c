"""Power laws between two bounds: draws, laws of a given mean, and fitted exponents."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_STEPS = 100  # of bisection: more than the digits of a float
GREATEST_EXPONENT = 50.0


@dataclass(frozen=True)
class PowerLaw:
    """Numbers x from `low` to `high` with a density proportional to x^−exponent."""

    low: float
    high: float
    exponent: float

    @classmethod
    def with_mean(cls, mean: float, high: float, exponent: float) -> PowerLaw:
        """The law with this mean, by its lower bound of at least 1; the nearest if none."""
        return cls(
            bisect(lambda low: cls(low, high, exponent).mean, mean, 1.0, high), high, exponent
        )

    @property
    def mean(self) -> float:
        span = math.log(self.high / self.low)
        if span == 0:
            return self.low
        return self.low * _integral(2 - self.exponent, span) / _integral(1 - self.exponent, span)

    @property
    def mean_log(self) -> float:
        """The mean of log x."""
        span, a = math.log(self.high / self.low), 1 - self.exponent
        if abs(a * span) < 1e-6:
            return math.log(self.low) + span / 2
        return math.log(self.low) + span / -math.expm1(min(-a * span, 700.0)) - 1 / a

    def quantiles(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """The numbers below which these fractions of all are."""
        span, a = math.log(self.high / self.low), 1 - self.exponent
        logs = (
            shares * span if abs(a * span) < 1e-9 else np.log1p(shares * math.expm1(a * span)) / a
        )
        return np.clip(self.low * np.exp(logs), self.low, self.high)

    def draw(self, count: int, random: np.random.Generator) -> NDArray[np.int64]:
        """Draw integers, one from each of `count` equally likely ranges, in random order.

        So their mean is close to that of the law. Numbers are rounded up or down at random, which
        keeps the mean.
        """
        values = self.quantiles((np.arange(count) + random.random(count)) / count)
        rounded = np.floor(values + random.random(count)).astype(np.int64)
        return random.permutation(np.clip(rounded, math.floor(self.low), math.ceil(self.high)))


def fitted_exponent(values: NDArray[Any], low: float, high: float) -> float | None:
    """The most likely exponent of a power law between the bounds; None if these are equal."""
    if high <= low:
        return None
    mean_log = float(np.log(values).mean())
    return -bisect(
        lambda minus: PowerLaw(low, high, -minus).mean_log,
        mean_log,
        -GREATEST_EXPONENT,
        GREATEST_EXPONENT,
    )


def bisect(increasing: Callable[[float], float], value: float, low: float, high: float) -> float:
    """The argument between the bounds at which an increasing function has the value.

    The nearer bound if it has the value nowhere.
    """
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if increasing(middle) < value else (low, middle)
    return high


def _integral(a: float, span: float) -> float:
    """The integral of x^(a − 1) from 1 to exp(span)."""
    return span if abs(a * span) < 1e-9 else math.expm1(a * span) / a
