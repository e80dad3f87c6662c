"""Quantiles of Student's t distribution; accord does not require SciPy.

For an integer number of degrees of freedom the distribution function is a finite sum.
"""

from __future__ import annotations

import math
from functools import lru_cache


@lru_cache
def student_quantile(confidence: float, freedom: int) -> float:
    """The t for which P(|T| < t) is the confidence, with this many degrees of freedom."""
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (
            (middle, high) if _probability_within(middle, freedom) < confidence else (low, middle)
        )
    return math.sqrt(freedom) * math.tan(low)


def _probability_within(angle: float, freedom: int) -> float:
    """P(|T| < √freedom · tan(angle)), by Abramowitz & Stegun, 26.7.3 and 26.7.4."""
    sine, cosine, odd = math.sin(angle), math.cos(angle), freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(odd, freedom - 1, 2):
        total += term
        term *= cosine * cosine * (k + 1) / (k + 2)
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
