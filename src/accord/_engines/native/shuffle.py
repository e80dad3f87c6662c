"""Random orders of nodes, equal on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray


def shuffle(count: int, seed: int, repeat: int) -> NDArray[np.uint32]:
    """The numbers 0 … count − 1 in the random order with the number `repeat` of this seed.

    All orders are equally likely.
    """
    return _core.shuffle(count, seed, repeat)
