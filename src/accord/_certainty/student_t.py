"""Student's t, for how far an estimate of a few values may be off."""

from __future__ import annotations

import math


def student_quantile(confidence: float, freedom: int) -> float:
    """The t that a variable with so many degrees of freedom stays within, to either side, with this probability."""
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def _within(angle: float, freedom: int) -> float:
    """The probability of |t| < √freedom · tan(angle), a finite sum (Abramowitz & Stegun 26.7.3 and 26.7.4)."""
    sine, cosine, odd = math.sin(angle), math.cos(angle), freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(odd, freedom - 1, 2):
        total += term
        term *= cosine * cosine * (k + 1) / (k + 2)
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
