"""Random number generators from a seed."""

from __future__ import annotations

import numpy as np

from accord.errors import InputError


def generators(seed: int, count: int) -> list[np.random.Generator]:
    """Independent generators: drawing more from one does not change the numbers of another."""
    try:
        if seed is None or isinstance(seed, bool):
            raise TypeError
        return [np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(count)]
    except (TypeError, ValueError):
        raise InputError(f"seed must be an integer, at least 0, not {seed!r}") from None
