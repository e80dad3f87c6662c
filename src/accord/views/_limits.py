"""How many things a picture shows at most."""

from __future__ import annotations

import numpy as np

from accord.errors import InputError


def check_most(most: object, least: int = 1) -> int:
    """A number of things to show."""
    if isinstance(most, bool) or not isinstance(most, int | np.integer) or most < least:
        raise InputError(f"most must be an integer, at least {least}, not {most!r}")
    return int(most)
