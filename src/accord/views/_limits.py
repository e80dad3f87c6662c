"""Limits on how many items a view holds."""

from __future__ import annotations

import numpy as np

from accord.errors import InputError


def check_limit(name: str, limit: object, least: int = 1) -> int:
    """Check the argument `name`, a number of items of at least `least`."""
    if isinstance(limit, bool) or not isinstance(limit, int | np.integer) or limit < least:
        raise InputError(f"{name} must be an integer, at least {least}, not {limit!r}")
    return int(limit)
