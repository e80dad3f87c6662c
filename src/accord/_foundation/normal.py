"""The normal distribution."""

from __future__ import annotations


def deviations(risk: float) -> float:
    """Standard deviations around a normal value that leave out no more than this probability."""
    from statistics import NormalDist  # imported on use to keep `import accord` fast

    return NormalDist().inv_cdf(1 - risk / 2)
